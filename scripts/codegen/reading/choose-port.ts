import { type Components, findComponent } from './components.js';
import { SOAP, SOAP_HTTP, SOAP12, WSDL } from './documents/namespaces.js';
import { childrenNamed, describe, refuse, requireAttribute, type XmlElement } from './documents/xml-tree.js';

/** A port of a service and the SOAP 1.1 binding it offers. */
export interface ChosenPort {
  readonly service: XmlElement;
  readonly port: XmlElement;
  readonly binding: XmlElement;
  /** The `soap:binding`, which says the style of operations that do not say it themselves. */
  readonly soapBinding: XmlElement;
}

/**
 * Chooses the port to generate for: the only one bound to SOAP 1.1 in RPC style, or the one of a given name.
 *
 * @param root - stands for the whole file in a refusal
 * @param name - undefined to take the only one
 * @throws {@link Refusal} when there is none, or more than one to choose from
 */
export function choosePort(components: Components, root: XmlElement, name: string | undefined): ChosenPort {
  const services = [...components.service.values()];
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
    binding: findComponent(components, 'binding', port, 'binding'),
  }));
  const candidates = bound.flatMap((candidate): readonly ChosenPort[] => {
    const [soapBinding] = childrenNamed(candidate.binding, SOAP, 'binding');
    return soapBinding === undefined ? [] : [{ ...candidate, soapBinding }];
  });
  const rpc = candidates.filter(({ soapBinding }) => styleOf(soapBinding) === 'rpc');
  const [chosen, second] = rpc.length > 0 ? rpc : candidates;
  if (chosen === undefined) throw refuseOtherBinding(bound[0]?.binding ?? root);
  if (second !== undefined) {
    const names = candidates.map(({ port }) => port.attributes.get('name')).join(', ');
    const how = name === undefined ? 'choose one by --port' : 'even their name does not tell them apart';
    throw refuse(second.port, `more than one port is bound to SOAP 1.1 (${names}): ${how}`);
  }
  requireHttp(chosen);
  return chosen;
}

function refuseOtherBinding(binding: XmlElement): Error {
  const [soap12] = childrenNamed(binding, SOAP12, 'binding');
  if (soap12 !== undefined) return refuse(soap12, 'SOAP 1.2 is not supported');
  return refuse(binding, 'is no SOAP binding');
}

function requireHttp({ binding, soapBinding }: ChosenPort): void {
  const transport = soapBinding.attributes.get('transport') ?? '';
  if (transport !== SOAP_HTTP) {
    throw refuse(soapBinding, `its transport in ${describe(binding)} is "${transport}", not SOAP over HTTP`);
  }
}

/** The style that a `soap:binding` states; the default of WSDL is `document`. */
export function styleOf(soapBinding: XmlElement): string {
  return soapBinding.attributes.get('style') ?? 'document';
}
