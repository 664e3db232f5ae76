import { SOAP, SOAP_ENCODING, WSDL } from '../documents/namespaces.js';
import { childrenNamed, isElement, refuse, type XmlElement } from '../documents/xml-tree.js';

/** The `soap:body` of a request or response, as a binding describes it. */
export interface SoapBody {
  /** Namespace of the wrapper element; empty where none is given, as WSDL 1.1 has it. */
  readonly namespace: string;
  /** The parts of the body; undefined for all. */
  readonly parts: ReadonlySet<string> | undefined;
  /** Its `soap:header` elements. */
  readonly headers: readonly XmlElement[];
}

/**
 * Reads the `soap:body` of the input or output of a bound operation.
 *
 * @throws {@link Refusal} if its encoding is not SOAP encoding, or the binding has other elements
 */
export function readSoapBody(operation: XmlElement, direction: 'input' | 'output'): SoapBody {
  const [message] = childrenNamed(operation, WSDL, direction);
  if (message === undefined) throw refuse(operation, `does not bind its ${direction}`);
  for (const child of message.children) {
    const isKnown = isElement(child, SOAP, 'body') || isElement(child, SOAP, 'header');
    if (!isKnown && !isElement(child, WSDL, 'documentation')) throw refuse(child, 'is not known here');
  }
  const headers = childrenNamed(message, SOAP, 'header');
  const [body] = childrenNamed(message, SOAP, 'body');
  // Nothing is said of it: PHP, too, takes it for a wrapper in no namespace.
  if (body === undefined) return { namespace: '', parts: undefined, headers };
  const styles = (body.attributes.get('encodingStyle') ?? SOAP_ENCODING).trim().split(/\s+/);
  if (!styles.includes(SOAP_ENCODING)) {
    throw refuse(body, `encodingStyle="${styles.join(' ')}" is not SOAP encoding`);
  }
  const namespace = body.attributes.get('namespace') ?? '';
  const parts = body.attributes.get('parts');
  return {
    headers,
    namespace,
    parts: parts === undefined ? undefined : new Set(parts.split(/\s+/).filter((name) => name !== '')),
  };
}
