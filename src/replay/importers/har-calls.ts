import { readFileSync, statSync } from 'node:fs';
import { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../files/json.js';
import { invalid } from '../../options/check.js';
import type { HttpRequest, Method, WholeResponse } from '../contract/contract.js';
import { ValueReader } from '../har/value-reader.js';

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
      if (!(error instanceof ValidationError)) throw error;
      yield { place, reason: error.message.replace(`${place}.`, '') };
    }
  }
}

class HarReader extends ValueReader {
  override fail(path: string, reason: string): never {
    return invalid(path, reason);
  }
}

const VALUES = new HarReader('');

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
  const { request, response, startedDateTime, time } = VALUES.object(entry, `${place}.content`);
  const sent = VALUES.object(request, `${place}.request`);
  const received = VALUES.object(response, `${place}.response`);
  const method = VALUES.oneOf(sent['method'], [...methods], `${place}.request.method`);
  const { url, postData } = sent;
  const posted = method === 'GET' && postData === undefined ? { text: '' } : postData;
  const { status } = received;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    return invalid(`${place}.response.status`, 'must be an HTTP status from 200 to 599');
  }
  return {
    place,
    request: {
      method,
      url: typeof url === 'string' ? url : '',
      ...messageOf(sent, posted, `${place}.request`, 'postData'),
    },
    response: { status, ...messageOf(received, received['content'], `${place}.response`, 'content') },
    startedAtMs: startIn(startedDateTime),
    durationMs: typeof time === 'number' && time >= 0 && time <= MAX_DURATION_MS ? time : 0,
  };
}

function startIn(text: unknown): number | undefined {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return ms >= 0 && ms <= LAST_START_MS ? ms : undefined;
}

function messageOf(
  { headers: list }: Json,
  value: unknown,
  place: string,
  name: string,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array } {
  const { 'content-encoding': _coding, ...headers } = headersOf(list, `${place}.headers`);
  const { text: input, encoding } = VALUES.object(value, `${place}.${name}`);
  const text = VALUES.text(input, `${place}.${name}.text`);
  if (encoding === 'base64') return { headers, body: Buffer.from(text, 'base64') };
  const body = Buffer.from(text, 'utf8');
  const { 'content-type': type = text.trimStart().startsWith('<') ? 'text/xml' : '' } = headers;
  if (type === '' || /^multipart\//i.test(type)) return { headers, body };
  // The text was decoded when it was recorded.
  return { headers: { ...headers, 'content-type': `${type.replace(/;.*/s, '').trim()}; charset=utf-8` }, body };
}

function headersOf(list: unknown, place: string): Readonly<Record<string, string>> {
  const entries = VALUES.list(list ?? [], place).map((header) => {
    const { name, value } = VALUES.object(header, place);
    return [VALUES.text(name, place).toLowerCase(), VALUES.text(value, place)];
  });
  return Object.fromEntries(entries);
}
