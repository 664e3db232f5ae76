import { SOAP, WSDL } from '../documents/namespaces.js';
import { childrenNamed, refuse, type XmlElement } from '../documents/xml-tree.js';

/** An operation as a binding describes it. */
export interface BoundOperation {
  /** Its `wsdl:operation` in the binding. */
  readonly element: XmlElement;
  readonly soapAction: string;
  /** The style and use of its messages, as `rpc/encoded`; several where request and response differ. */
  readonly styles: ReadonlySet<string>;
  readonly saidBy: XmlElement;
}

/** The only style and use that code is generated for. */
const SUPPORTED = 'rpc/encoded';

/** Lists the operations of a binding, before their messages are read. */
export function boundOperations(binding: XmlElement): readonly BoundOperation[] {
  const [soapBinding] = childrenNamed(binding, SOAP, 'binding');
  return childrenNamed(binding, WSDL, 'operation').map((element) => {
    const [soapOperation] = childrenNamed(element, SOAP, 'operation');
    const styled = soapOperation?.attributes.has('style') === true ? soapOperation : soapBinding;
    const style = styleOf(styled);
    const bodies = soapBodies(element);
    const uses = bodies.map((body) => useOf(body));
    const styles = new Set(uses.map((use) => `${style}/${use}`));
    const other = bodies.find((body) => useOf(body) !== 'encoded');
    const saidBy = (style === 'rpc' ? other : styled) ?? element;
    return { element, soapAction: soapOperation?.attributes.get('soapAction') ?? '', styles, saidBy };
  });
}

export function isSupported({ styles }: BoundOperation): boolean {
  return [...styles].every((style) => style === SUPPORTED);
}

/** Makes the refusal of operations that are not RPC/encoded. */
export function refuseStyle(element: XmlElement, operations: readonly BoundOperation[]): Error {
  const others = new Set(operations.flatMap(({ styles }) => [...styles].filter((style) => style !== SUPPORTED)));
  return refuse(element, `${[...others].join(' and ')} is not supported, only ${SUPPORTED}`);
}

/** The style that an element states; the default of WSDL is `document`. */
export function styleOf(element: XmlElement | undefined): string {
  return element?.attributes.get('style')?.trim() ?? 'document';
}

function useOf(body: XmlElement): string {
  // The attribute is optional in the schema, and other tools use literal as its default.
  return body.attributes.get('use')?.trim() ?? 'literal';
}

function soapBodies(operation: XmlElement): readonly XmlElement[] {
  return operation.children
    .filter(({ namespace, localName }) => namespace === WSDL && (localName === 'input' || localName === 'output'))
    .flatMap((message) => childrenNamed(message, SOAP, 'body'));
}
