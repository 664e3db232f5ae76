import { Problem } from '../../errors/problem.js';
import type { Bookmark, XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import { Decoder } from '../decoder/decoder.js';
import { type DecodeSettings, REQUEST_REPEATS } from '../decoder/limits.js';
import { closeEnvelope, mustBeUnderstood, openBody, openEnvelope } from './envelope.js';
import type { Fault } from './fault.js';
import type { MessageHeaders, Operation, Service } from './operation.js';

export interface IncomingRequest {
  readonly operation: string;
  /** The input parts by name, decoded with the codecs of the operation. */
  readonly input: unknown;
}

export class RequestRefused extends Error {
  override readonly name: string = 'RequestRefused';
  readonly fault: Fault;

  constructor(faultCode: 'Client' | 'VersionMismatch' | 'MustUnderstand', faultString: string) {
    super(faultString);
    this.fault = { faultCode, faultString };
  }
}

/** Decodes a request. @throws RequestRefused with the Fault that SOAP 1.1 requires */
export function readRequest(service: Service, document: Uint8Array, limits: DecodeSettings): IncomingRequest {
  try {
    const decoder = new Decoder(new XmlSource(document), { ...limits, maxRepeats: REQUEST_REPEATS });
    const { xml } = decoder;
    const headers = openRequest(xml);
    const request = readWrapper({ decoder, service, headers });
    while (xml.nextChild() !== undefined) xml.skip();
    closeEnvelope(xml);
    return request;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new RequestRefused('Client', error.path === '' ? error.message : `${error.path}: ${error.message}`);
  }
}

interface OpenRequest {
  readonly decoder: Decoder;
  readonly service: Service;
  /** Bookmarks of the headers. The operation decides which headers are known. */
  readonly headers: readonly Bookmark[];
}

function openRequest(xml: XmlReader): readonly Bookmark[] {
  const version = openEnvelope(xml);
  if (version === 'not-soap') throw new RequestRefused('Client', 'The document is not a SOAP envelope');
  if (version !== 'soap11') throw new RequestRefused('VersionMismatch', 'Only SOAP 1.1 is supported');
  const headers: Bookmark[] = [];
  openBody(xml, () => {
    headers.push(xml.bookmark());
    xml.skip();
  });
  return headers;
}

function readWrapper(request: OpenRequest): IncomingRequest {
  const { decoder, service } = request;
  const { xml } = decoder;
  const refuse = (reason: string): never => {
    // Check the headers first: a header that must be understood gives a more precise reason.
    readHeaders(request, undefined);
    throw new RequestRefused('Client', reason);
  };
  let isEmpty = true;
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    const [first, ...others] = service.named(tag.local);
    if (first !== undefined)
      return others.length === 0 ? readAs(first, request) : readFitting([first, ...others], request);
    if (tag.id === undefined) refuse('Unknown operation');
    isEmpty = false;
    xml.skip();
  }
  return refuse(isEmpty ? 'The Body is empty' : 'The Body has no operation');
}

function readAs(name: string, request: OpenRequest): IncomingRequest {
  const { decoder, service } = request;
  const operation = service.operations[name] as Operation<unknown, unknown>;
  const known = operation.headers?.input;
  const $headers = readHeaders(request, known);
  const value = decoder.value(operation.input);
  if (value === null) throw new RequestRefused('Client', 'The request is nil');
  return { operation: name, input: known === undefined ? value : { ...value, $headers } };
}

/** Reads a wrapper whose name several operations share: as the one with the most parts that it can be read as. */
function readFitting(names: readonly string[], request: OpenRequest): IncomingRequest {
  const { decoder, service } = request;
  const { xml } = decoder;
  const wrapper = xml.bookmark();
  const partsOf = (name: string): number => service.operations[name]?.input.fields.names.length ?? 0;
  const [last = '', ...others] = names.toSorted((one, other) => partsOf(one) - partsOf(other));
  decoder.mark();
  for (const name of others.reverse()) {
    try {
      const read = xml.visit(wrapper, () => readAs(name, request));
      xml.skip();
      return read;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      decoder.reset();
    }
  }
  return readAs(last, request);
}

/** Reads the headers that an operation knows. @throws RequestRefused for an unknown header that must be understood */
function readHeaders({ decoder, headers }: OpenRequest, known: MessageHeaders | undefined): object {
  const { xml } = decoder;
  const found: Record<string, unknown> = {};
  for (const header of headers) {
    xml.visit(header, () => {
      const { tag } = header;
      if (known?.read(decoder, tag, found)) return;
      if (mustBeUnderstood(tag))
        throw new RequestRefused('MustUnderstand', `The header ${tag.local} is not understood`);
      xml.skip();
    });
  }
  return found;
}
