import { Problem } from '../../errors/problem.js';
import { XmlSource } from '../../xml/source.js';
import type { StartTag } from '../../xml/tag.js';
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
    const decoder = decoderOf(document, limits);
    let hasHeaders = false;
    // Which headers are known is known with the operation.
    openRequest(decoder, () => {
      hasHeaders = true;
      decoder.xml.skip();
      return true;
    });
    const [first = '', ...others] = openKnown(decoder, service, () => {
      if (hasHeaders) openRequest(decoderOf(document, limits), () => false);
    });
    if (others.length === 0 && !hasHeaders) return readOperation(decoder, service, first, {});
    return readFitting([first, ...others], service, () => decoderOf(document, limits));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new RequestRefused('Client', error.path === '' ? error.message : `${error.path}: ${error.message}`);
  }
}

function decoderOf(document: Uint8Array, limits: DecodeSettings): Decoder {
  return new Decoder(new XmlSource(document), { ...limits, maxRepeats: REQUEST_REPEATS });
}

/** Reads up to the children of the Body. @param read - reads a header that is known, and says whether it did */
function openRequest({ xml }: Decoder, read: (header: StartTag) => boolean): void {
  const version = openEnvelope(xml);
  if (version === 'not-soap') throw new RequestRefused('Client', 'The document is no SOAP envelope');
  if (version !== 'soap11') throw new RequestRefused('VersionMismatch', 'Only SOAP 1.1 is spoken here');
  const refuse = (header: StartTag): never => {
    throw new RequestRefused('MustUnderstand', `The header ${header.local} is not understood`);
  };
  openBody(xml, refuse, read);
}

/**
 * Reads up to the operation's wrapper; what others refer to (multiRef) may stand before it.
 *
 * @returns the operations of its name
 */
function openWrapper({ xml }: Decoder, { named }: Service): readonly string[] {
  let isEmpty = true;
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    const operations = named(tag.local);
    if (operations.length > 0) return operations;
    if (tag.id === undefined) throw new RequestRefused('Client', 'The operation is not known here');
    isEmpty = false;
    xml.skip();
  }
  throw new RequestRefused('Client', isEmpty ? 'The Body is empty' : 'The Body has no operation');
}

/** As {@link openWrapper}. @param onUnknown - called where there is none: a header may say more of why */
function openKnown(decoder: Decoder, service: Service, onUnknown: () => void): readonly string[] {
  try {
    return openWrapper(decoder, service);
  } catch (error) {
    onUnknown();
    throw error;
  }
}

/** Reads the rest of a request, from the wrapper on. */
function readOperation(decoder: Decoder, { operations }: Service, name: string, headers: object): IncomingRequest {
  const { xml } = decoder;
  const operation = operations[name] as Operation<unknown, unknown>;
  const value = decoder.value(operation.input);
  while (xml.nextChild() !== undefined) xml.skip();
  closeEnvelope(xml);
  if (value === null) throw new RequestRefused('Client', 'The request is nil');
  if (operation.headers?.input === undefined) return { operation: name, input: value };
  return { operation: name, input: { ...value, $headers: headers } };
}

/** Reads a request of one of several operations of one name: the one with the most parts that are all there. */
function readFitting(names: readonly string[], service: Service, make: () => Decoder): IncomingRequest {
  const read = (name: string): IncomingRequest => {
    const decoder = make();
    const headers: Record<string, unknown> = {};
    const known = service.operations[name]?.headers?.input;
    openRequest(decoder, (tag) => known?.read(decoder, tag, headers) ?? false);
    openWrapper(decoder, service);
    return readOperation(decoder, service, name, headers);
  };
  const partsOf = (name: string): number => service.operations[name]?.input.fields.names.length ?? 0;
  const [last = '', ...others] = names.toSorted((one, other) => partsOf(one) - partsOf(other));
  for (const name of others.reverse()) {
    try {
      return read(name);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return read(last);
}
