import { Problem } from '../errors/problem.js';
import { XmlSource } from '../xml/source.js';
import { closeEnvelope, openBody, openEnvelope } from './envelope.js';
import type { Fault } from './fault.js';
import { type DecodeSettings, SoapInput } from './input.js';
import type { Service } from './operation.js';

/** A request as a server sees it. */
export interface IncomingRequest {
  readonly operation: string;
  /** The input parts by name, decoded with the operation's own codecs. */
  readonly input: unknown;
}

/** Why a server refuses a request: the Fault to answer with (SOAP 1.1 section 4.4.1). */
export class RequestRefused extends Error {
  override readonly name: string = 'RequestRefused';
  readonly fault: Fault;

  constructor(faultCode: 'Client' | 'VersionMismatch' | 'MustUnderstand', faultString: string) {
    super(faultString);
    this.fault = { faultCode, faultString };
  }
}

/**
 * Decodes a request.
 *
 * @param document - UTF-8 without a byte order mark
 * @throws RequestRefused with the Fault that SOAP 1.1 asks for
 */
export function readRequest(service: Service, document: Uint8Array, limits: DecodeSettings): IncomingRequest {
  try {
    const input = new SoapInput(new XmlSource(document), limits);
    const { xml } = input;
    const version = openEnvelope(xml);
    if (version === 'not-soap') throw new RequestRefused('Client', 'The document is no SOAP envelope');
    if (version !== 'soap11') throw new RequestRefused('VersionMismatch', 'Only SOAP 1.1 is spoken here');
    openBody(xml, (header) => {
      throw new RequestRefused('MustUnderstand', `The header ${header.local} is not understood`);
    });
    const wrapper = xml.nextChild();
    if (wrapper === undefined) throw new RequestRefused('Client', 'The Body is empty');
    const { local } = wrapper;
    const operation = Object.hasOwn(service.operations, local) ? service.operations[local] : undefined;
    if (operation === undefined) throw new RequestRefused('Client', 'The operation is not known here');
    const value = input.value(operation.input);
    while (xml.nextChild() !== undefined) xml.skip();
    closeEnvelope(xml);
    if (value === null) throw new RequestRefused('Client', 'The request is nil');
    return { operation: local, input: value };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new RequestRefused('Client', error.path === '' ? error.message : `${error.path}: ${error.message}`);
  }
}
