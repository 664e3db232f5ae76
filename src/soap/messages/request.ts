import { Problem } from '../../errors/problem.js';
import { XmlSource } from '../../xml/source.js';
import { Decoder } from '../decoder/decoder.js';
import { type DecodeSettings, REQUEST_REPEATS } from '../decoder/limits.js';
import { closeEnvelope, openBody, openEnvelope } from './envelope.js';
import type { Fault } from './fault.js';
import type { Operation, Service } from './operation.js';

/** A request as a server sees it. */
export interface IncomingRequest {
  readonly operation: string;
  /** The input parts by name, decoded with the operation's own codecs. */
  readonly input: unknown;
}

/** Thrown where a server refuses a request: holds the Fault to answer with (SOAP 1.1 section 4.4.1). */
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
    const decoder = new Decoder(new XmlSource(document), { ...limits, maxRepeats: REQUEST_REPEATS });
    const { xml } = decoder;
    const version = openEnvelope(xml);
    if (version === 'not-soap') throw new RequestRefused('Client', 'The document is no SOAP envelope');
    if (version !== 'soap11') throw new RequestRefused('VersionMismatch', 'Only SOAP 1.1 is spoken here');
    openBody(xml, (header) => {
      throw new RequestRefused('MustUnderstand', `The header ${header.local} is not understood`);
    });
    const local = openWrapper(decoder, service);
    const operation = service.operations[local] as Operation<unknown, unknown>;
    const value = decoder.value(operation.input);
    while (xml.nextChild() !== undefined) xml.skip();
    closeEnvelope(xml);
    if (value === null) throw new RequestRefused('Client', 'The request is nil');
    return { operation: local, input: value };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new RequestRefused('Client', error.path === '' ? error.message : `${error.path}: ${error.message}`);
  }
}

/** Reads up to the operation's wrapper; what others refer to (multiRef) may stand before it. @returns its name */
function openWrapper({ xml }: Decoder, { operations }: Service): string {
  let isEmpty = true;
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    if (Object.hasOwn(operations, tag.local)) return tag.local;
    if (tag.id === undefined) throw new RequestRefused('Client', 'The operation is not known here');
    isEmpty = false;
    xml.skip();
  }
  throw new RequestRefused('Client', isEmpty ? 'The Body is empty' : 'The Body has no operation');
}
