import { SOAP, SOAP_ENCODING, WSDL } from './documents/namespaces.js';
import { childrenNamed, isElement, refuse, type XmlElement } from './documents/xml-tree.js';

/** The `soap:body` of a request or response, as a binding describes it. */
export interface SoapBody {
  /** Namespace of the wrapper element. */
  readonly namespace: string;
  /** The parts that stand in it; undefined for all. */
  readonly parts: ReadonlySet<string> | undefined;
}

/**
 * Reads the `soap:body` of the input or output of a bound operation.
 *
 * @throws {@link Refusal} when it is not encoded, names no namespace, or something stands beside it
 */
export function readSoapBody(operation: XmlElement, direction: 'input' | 'output'): SoapBody {
  const [message] = childrenNamed(operation, WSDL, direction);
  if (message === undefined) throw refuse(operation, `does not bind its ${direction}`);
  for (const child of message.children) {
    if (isElement(child, SOAP, 'body') || isElement(child, WSDL, 'documentation')) continue;
    const what = isElement(child, SOAP, 'header') ? 'SOAP headers are not supported' : 'is not known here';
    throw refuse(child, what);
  }
  const [body] = childrenNamed(message, SOAP, 'body');
  if (body === undefined) throw refuse(message, 'has no soap:body');
  const use = body.attributes.get('use') ?? '';
  if (use !== 'encoded') throw refuse(body, `use="${use}" is not supported, only encoded`);
  const styles = (body.attributes.get('encodingStyle') ?? SOAP_ENCODING).split(/\s+/);
  if (!styles.includes(SOAP_ENCODING)) {
    throw refuse(body, `encodingStyle="${styles.join(' ')}" is not SOAP encoding`);
  }
  const namespace = body.attributes.get('namespace') ?? '';
  if (namespace === '') throw refuse(body, 'has no namespace, which the wrapper element needs');
  const parts = body.attributes.get('parts');
  return {
    namespace,
    parts: parts === undefined ? undefined : new Set(parts.split(/\s+/).filter((name) => name !== '')),
  };
}
