import { SOAP, SOAP_HTTP, SOAP12, WSDL } from '../documents/namespaces.js';
import { childrenNamed, describe, refuse, requireAttribute, type XmlElement } from '../documents/xml-tree.js';
import type { Components } from './components.js';

export interface ChosenPort {
  readonly service: XmlElement;
  readonly port: XmlElement;
  readonly binding: XmlElement;
  /** All operations of the binding, those of another style as well. */
  readonly operations: readonly BoundOperation[];
}

interface Candidate extends ChosenPort {
  readonly soapBinding: XmlElement;
}

/** Chooses the port: the only one with RPC/encoded operations over SOAP 1.1 and HTTP, or the named one. */
export function choosePort(components: Components, root: XmlElement, name: string | undefined): ChosenPort {
  const services = components.services();
  if (services.length === 0) throw refuse(root, 'has no wsdl:service');
  const ports = services
    .flatMap((service) => childrenNamed(service, WSDL, 'port').map((port) => ({ service, port })))
    .filter(({ port }) => name === undefined || requireAttribute(port, 'name') === name);
  if (ports.length === 0) {
    throw refuse(services[0] ?? root, name === undefined ? 'has no wsdl:port' : `there is no port "${name}"`);
  }
  const bound = ports.map(({ service, port }) => ({
    service,
    port,
    binding: components.find('binding', port, 'binding'),
  }));
  const candidates = bound.flatMap((place): readonly Candidate[] => {
    const [soapBinding] = childrenNamed(place.binding, SOAP, 'binding');
    return soapBinding === undefined ? [] : [{ ...place, soapBinding, operations: boundOperations(place.binding) }];
  });
  const rpc = candidates.filter(isRpcEncoded);
  const rpcOverHttp = rpc.filter(isOverHttp);
  // A document that imports another one with a service means its own service.
  const ownPorts = rpcOverHttp.filter(({ service }) => root.children.includes(service));
  const overHttp = name === undefined && ownPorts.length > 0 ? ownPorts : rpcOverHttp;
  const [chosen, second] = overHttp;
  if (chosen === undefined) throw refuseOthers(bound[0]?.binding ?? root, rpc[0], candidates[0]);
  if (second !== undefined) {
    const names = overHttp.map(({ port }) => port.attributes.get('name')).join(', ');
    const how = name === undefined ? 'select one with --port' : 'they have the same name';
    throw refuse(second.port, `more than one port is bound to SOAP 1.1 (${names}): ${how}`);
  }
  return chosen;
}

function isRpcEncoded({ operations, soapBinding }: Candidate): boolean {
  return operations.length === 0 ? styleOf(soapBinding) === 'rpc' : operations.some(isSupported);
}

function isOverHttp({ soapBinding }: Candidate): boolean {
  return transportOf(soapBinding) === SOAP_HTTP;
}

function transportOf(soapBinding: XmlElement): string {
  return soapBinding.attributes.get('transport')?.trim() ?? SOAP_HTTP;
}

function refuseOthers(binding: XmlElement, rpc: Candidate | undefined, other: Candidate | undefined): Error {
  if (rpc !== undefined) {
    const transport = transportOf(rpc.soapBinding);
    return refuse(rpc.soapBinding, `its transport in ${describe(rpc.binding)} is "${transport}", not SOAP over HTTP`);
  }
  const [first] = other?.operations ?? [];
  if (first !== undefined) return refuseStyle(first.statedBy, other?.operations ?? []);
  if (other !== undefined) {
    return refuse(other.soapBinding, `style="${styleOf(other.soapBinding)}" is not supported, only rpc`);
  }
  const [soap12] = childrenNamed(binding, SOAP12, 'binding');
  if (soap12 !== undefined) return refuse(soap12, 'SOAP 1.2 is not supported');
  return refuse(binding, 'is not a SOAP binding');
}

export interface BoundOperation {
  readonly element: XmlElement;
  readonly soapAction: string;
  /** The style and use of its messages, as `rpc/encoded`; several where request and response differ. */
  readonly styles: ReadonlySet<string>;
  readonly statedBy: XmlElement;
}

/** The only style and use that code is generated for. */
const SUPPORTED = 'rpc/encoded';

function boundOperations(binding: XmlElement): readonly BoundOperation[] {
  const [soapBinding] = childrenNamed(binding, SOAP, 'binding');
  return childrenNamed(binding, WSDL, 'operation').map((element) => {
    const [soapOperation] = childrenNamed(element, SOAP, 'operation');
    const styled = soapOperation?.attributes.has('style') === true ? soapOperation : soapBinding;
    const style = styleOf(styled);
    const bodies = soapBodies(element);
    const uses = bodies.map((body) => useOf(body));
    const styles = new Set(uses.map((use) => `${style}/${use}`));
    const other = bodies.find((body) => useOf(body) !== 'encoded');
    const statedBy = (style === 'rpc' ? other : styled) ?? element;
    return { element, soapAction: soapOperation?.attributes.get('soapAction') ?? '', styles, statedBy };
  });
}

export function isSupported({ styles }: BoundOperation): boolean {
  return [...styles].every((style) => style === SUPPORTED);
}

export function refuseStyle(element: XmlElement, operations: readonly BoundOperation[]): Error {
  const others = new Set(operations.flatMap(({ styles }) => [...styles].filter((style) => style !== SUPPORTED)));
  return refuse(element, `${[...others].join(' and ')} is not supported, only ${SUPPORTED}`);
}

/** The style that an element states; the default of WSDL is `document`. */
function styleOf(element: XmlElement | undefined): string {
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
