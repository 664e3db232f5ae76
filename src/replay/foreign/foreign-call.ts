import { systemCode } from '../../errors/service-error.js';
import type { Method } from '../contract/contract.js';
import type { RecordedFailure } from '../har/recording.js';
import type { Amounts } from './given-folder.js';

/**
 * Decodes a body that nock stores as hexadecimal digits, because it is not UTF-8. Returns `undefined` for other texts.
 */
export function bytesOfHex(body: string): Uint8Array | undefined {
  const isHex = body !== '' && body.length % 2 === 0 && !/[^0-9a-f]/.test(body);
  return isHex ? Buffer.from(body, 'hex') : undefined;
}

export function messageOfText(headers: ForeignMessage['headers'], text: string): ForeignMessage {
  const { 'content-type': type = isXml(text) ? 'text/xml' : '' } = headers;
  if (type === '') return { headers, body: Buffer.from(text, 'utf8') };
  const isMultipart = /^multipart\//i.test(type);
  const utf8 = isMultipart ? type : `${type.replace(/;.*/s, '').trim()}; charset=utf-8`;
  return { headers: { ...headers, 'content-type': utf8 }, body: Buffer.from(text, 'utf8') };
}

export function messageOfJson(headers: ForeignMessage['headers'], value: object): ForeignMessage {
  const { 'content-encoding': _coding, ...others } = headers;
  return messageOfText({ 'content-type': 'application/json', ...others }, JSON.stringify(value));
}

function isXml(text: string): boolean {
  return text.trimStart().startsWith('<');
}

export function messageOfBytes(
  headers: ForeignMessage['headers'],
  bytes: Uint8Array,
  place: string,
  amounts: Amounts,
): ForeignMessage {
  const zlib = process.getBuiltinModule('node:zlib');
  const { 'content-encoding': coding = 'identity', ...others } = headers;
  const options = { maxOutputLength: Math.max(1, amounts.left) };
  try {
    switch (coding.trim().toLowerCase()) {
      case 'identity':
        return { headers: others, body: bytes };
      case 'gzip':
      case 'x-gzip':
      case 'deflate':
        return { headers: others, body: zlib.unzipSync(bytes, options) };
      case 'br':
        return { headers: others, body: zlib.brotliDecompressSync(bytes, options) };
      default:
        throw new NotUsable(`has the content coding ${shownWord(coding)}, which is not known here`);
    }
  } catch (cause) {
    if (cause instanceof NotUsable) throw cause;
    if (systemCode(cause) === 'ERR_BUFFER_TOO_LARGE') amounts.refuse(place);
    throw new NotUsable(`its body is not ${shownWord(coding)}, as its header says`, { cause });
  }
}

export interface ForeignMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ForeignRequest extends ForeignMessage {
  readonly method: Method;
  readonly url: string;
}

export interface ForeignCall {
  readonly place: string;
  readonly request: ForeignRequest;
  readonly response?: (ForeignMessage & { readonly status: number }) | undefined;
  readonly failure?: RecordedFailure | undefined;
  readonly startedAtMs?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** A recording that was not imported. */
export interface Skipped {
  /** The position: `log.entries[3]`, or the name of a file. */
  readonly place: string;
  readonly reason: string;
}

export class NotUsable extends Error {
  override readonly name: string = 'NotUsable';
}

export function shownWord(word: string): string {
  return /^[\w./-]{1,100}$/.test(word) ? word : 'of another name';
}

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a JSON object. @throws NotUsable for any other value */
export function objectOf(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new NotUsable(`has no ${name}`);
}

/** Returns a JSON string. @throws NotUsable for any other value */
export function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new NotUsable(`has no ${name}`);
}

export function headersOf(pairs: Iterable<readonly [name: unknown, value: unknown]>): ForeignMessage['headers'] {
  const headers = new Map<string, string>();
  for (const [name, value] of pairs) {
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isHeader = typeof name === 'string' && texts.every((text) => typeof text === 'string');
    if (isHeader) headers.set(name.toLowerCase(), texts.join(', '));
  }
  return Object.fromEntries(headers);
}

const MAX_DURATION_MS = 86_400_000;

export function durationOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= MAX_DURATION_MS ? value : 0;
}

export type Methods = ReadonlySet<Method>;

/** Returns the method of a request; POST if none was recorded. @throws NotUsable if no call uses this method */
export function methodOf(method: unknown, methods: Methods): Method {
  if (typeof method !== 'string') return 'POST';
  const upper = method.toUpperCase() as Method;
  if (methods.has(upper)) return upper;
  // The user may have named a wrong file, so only short words of it are shown.
  throw new NotUsable(/^[A-Z]{3,10}$/i.test(method) ? `is a ${method}` : `is no ${[...methods].join(' or ')}`);
}

function checkedStatus(call: ForeignCall): ForeignCall {
  const { status = 200 } = call.response ?? {};
  if (Number.isInteger(status) && status >= 200 && status <= 599) return call;
  throw new NotUsable('has a status that is none of HTTP');
}

/**
 * Reads each recording separately. An error in one does not affect the others.
 *
 * @throws ValidationError if the
 * recordings together are too large
 */
export function* readEach(
  values: readonly unknown[],
  placeOf: (index: number) => string,
  read: (value: unknown, place: string) => ForeignCall,
  amounts: Amounts,
): Generator<ForeignCall | Skipped, void, undefined> {
  for (const [index, value] of values.entries()) {
    const place = placeOf(index);
    try {
      const call = checkedStatus(read(value, place));
      amounts.hold(call.request.body.length + (call.response?.body.length ?? 0), place);
      yield call;
    } catch (error) {
      if (!(error instanceof NotUsable)) throw error;
      yield { place, reason: error.message };
    }
  }
}
