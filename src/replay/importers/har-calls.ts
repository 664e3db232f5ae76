import { readFileSync, statSync } from 'node:fs';
import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../files/json.js';
import { invalid } from '../../options/check.js';
import type { HttpRequest, Method, WholeResponse } from '../contract/contract.js';

/** A call from a HAR file of another program. */
export interface HarCall {
  /** The position in the file: `log.entries[3]`. */
  readonly place: string;
  readonly request: HttpRequest & { readonly method: Method };
  readonly response: WholeResponse;
  readonly startedAtMs: number | undefined;
  readonly durationMs: number;
}

/** A recording that was not imported. */
export interface Skipped {
  /** The position in the file: `log.entries[3]`. */
  readonly place: string;
  readonly reason: string;
}

const MIB: number = 1024 * 1024;
/** Errors show the size in MiB: the digits of a number of bytes would be masked as a telephone number. */
const MAX_FILE_MIB = 256;
const MAX_DURATION_MS = 86_400_000;
const LAST_START_MS = 253_402_300_799_999;

/**
 * Reads each entry of a HAR file. An invalid entry does not affect the others.
 *
 * @throws ValidationError if the file is not HAR, is too large or is nested too deeply
 */
export function* readHarCalls(from: string, methods: ReadonlySet<Method>): Generator<HarCall | Skipped> {
  for (const [index, entry] of entriesIn(from).entries()) {
    const place = `log.entries[${index}]`;
    try {
      yield readCall(entry, place, methods);
    } catch (error) {
      if (!(error instanceof NotUsable)) throw error;
      yield { place, reason: error.message };
    }
  }
}

class NotUsable extends Error {
  override readonly name: string = 'NotUsable';
}

type Json = Readonly<Record<string, unknown>>;

function entriesIn(from: string): readonly unknown[] {
  const stats = statSync(from, { throwIfNoEntry: false });
  if (stats === undefined) return invalid('from', `does not exist: ${from}`);
  // Pipes and devices may never end.
  if (!stats.isFile()) return invalid('from', `is not a file: ${from}`);
  if (stats.size > MAX_FILE_MIB * MIB) return invalid('from', `has more than ${MAX_FILE_MIB} MiB: ${from}`);
  const { log } = (parsed(from) ?? {}) as { readonly log?: Json | null };
  const { entries, _cassette: version } = log ?? {};
  if (version !== undefined)
    return invalid(
      'from',
      `is already a cassette. To redact it, use redactCassette() (sms-service cassette redact): ${from}`,
    );
  return Array.isArray(entries) ? entries : invalid('from', `is not HAR: ${from}`);
}

function parsed(from: string): unknown {
  try {
    return parseJson(readFileSync(from, 'utf8'));
  } catch (error) {
    if (error instanceof Problem) return invalid('from', `${error.message}: ${from}`);
    // The message of the error quotes the file, so it is not used.
    if (error instanceof SyntaxError) return invalid('from', `is not JSON: ${from}`);
    throw error;
  }
}

function readCall(entry: unknown, place: string, methods: ReadonlySet<Method>): HarCall {
  const { request, response, startedDateTime, time } = objectOf(entry, 'content');
  const { method: name, url, headers, postData } = objectOf(request, 'request');
  const method = methodOf(name, methods);
  const hasBody = method !== 'GET' || postData !== undefined;
  const posted = hasBody ? objectOf(postData, 'request.postData') : { text: '' };
  const { status, headers: responseHeaders, content } = objectOf(response, 'response');
  if (typeof status !== 'number' || status === 0) throw new NotUsable('has no response');
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new NotUsable('has an invalid status');
  return {
    place,
    request: {
      method,
      url: typeof url === 'string' ? url : '',
      ...messageOf(headers, posted, 'request.postData.text'),
    },
    response: {
      status,
      ...messageOf(responseHeaders, objectOf(content, 'response.content'), 'response.content.text'),
    },
    startedAtMs: startIn(startedDateTime),
    durationMs: typeof time === 'number' && time >= 0 && time <= MAX_DURATION_MS ? time : 0,
  };
}

/** Returns the method of a request; POST if none was recorded. */
function methodOf(method: unknown, methods: ReadonlySet<Method>): Method {
  if (typeof method !== 'string') return 'POST';
  const upper = method.toUpperCase() as Method;
  if (methods.has(upper)) return upper;
  throw new NotUsable(`has a method other than ${[...methods].join(' or ')}`);
}

function startIn(text: unknown): number | undefined {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return ms >= 0 && ms <= LAST_START_MS ? ms : undefined;
}

function messageOf(
  list: unknown,
  { text, encoding }: Json,
  name: string,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array } {
  const { 'content-encoding': _coding, ...headers } = headersOf(list);
  if (typeof text !== 'string') throw new NotUsable(`has no ${name}`);
  if (encoding === 'base64') return { headers, body: Buffer.from(text, 'base64') };
  const body = Buffer.from(text, 'utf8');
  const { 'content-type': type = text.trimStart().startsWith('<') ? 'text/xml' : '' } = headers;
  if (type === '' || /^multipart\//i.test(type)) return { headers, body };
  // The text was decoded when it was recorded.
  return { headers: { ...headers, 'content-type': `${type.replace(/;.*/s, '').trim()}; charset=utf-8` }, body };
}

function headersOf(list: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of Array.isArray(list) ? list : []) {
    const { name, value } = objectOf(header, 'name of a header');
    if (typeof name !== 'string' || typeof value !== 'string') throw new NotUsable('has an invalid header');
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function objectOf(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new NotUsable(`has no ${name}`);
}
