import { SOAP, SOAP_HTTP, SOAP12, WSDL } from '../documents/namespaces.js';
import { childrenNamed, describe, refuse, requireAttribute, type XmlElement } from '../documents/xml-tree.js';
import { type BoundOperation, boundOperations, isSupported, refuseStyle, styleOf } from './bound-operations.js';
import type { Components } from './components.js';

/** A port of a service and the SOAP 1.1 binding it offers. */
export interface ChosenPort {
  readonly service: XmlElement;
  readonly port: XmlElement;
  readonly binding: XmlElement;
  /** All operations of the binding, those of another style as well. */
  readonly operations: readonly BoundOperation[];
}

/** A port that is bound to SOAP 1.1. */
interface Candidate extends ChosenPort {
  readonly soapBinding: XmlElement;
}

/**
 * Chooses the port to generate for: the only one with RPC/encoded operations over SOAP 1.1 and HTTP, or the one of a
 * given name. No type is read for it.
 *
 * @param root - stands for the whole file in a refusal
 * @param name - undefined to take the only one
 * @throws {@link Refusal} when there is none, or more than one to choose from
 */
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
  const anywhere = rpc.filter(isOverHttp);
  // A document that imports another one with a service means its own.
  const own = anywhere.filter(({ service }) => root.children.includes(service));
  const overHttp = name === undefined && own.length > 0 ? own : anywhere;
  const [chosen, second] = overHttp;
  if (chosen === undefined) throw refuseOthers(bound[0]?.binding ?? root, rpc[0], candidates[0]);
  if (second !== undefined) {
    const names = overHttp.map(({ port }) => port.attributes.get('name')).join(', ');
    const how = name === undefined ? 'choose one by --port' : 'even their name does not tell them apart';
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
  if (first !== undefined) return refuseStyle(first.saidBy, other?.operations ?? []);
  if (other !== undefined) {
    return refuse(other.soapBinding, `style="${styleOf(other.soapBinding)}" is not supported, only rpc`);
  }
  const [soap12] = childrenNamed(binding, SOAP12, 'binding');
  if (soap12 !== undefined) return refuse(soap12, 'SOAP 1.2 is not supported');
  return refuse(binding, 'is no SOAP binding');
}
