import path from 'node:path';
import { latin1 } from '../../http-message/charset.js';
import type { Amounts } from './message/amounts.js';
import { messageOfBytes } from './message/body.js';
import {
  type ForeignCall,
  type ForeignMessage,
  type Methods,
  methodOf,
  NotUsable,
  readEach,
  type Skipped,
} from './message/foreign-call.js';
import type { GivenFolder } from './message/given-folder.js';
import { otherFormat } from './other-formats.js';

const ROLE = /(?:^|[._-])(request|response|req|res|resp)(?=[._-]|$)/i;

const EXTENSION = /\.(?:xml|http|soap|txt|bin)$/i;

/** The names of files of other tools. */
const MAY_BE_OTHER = /\.(?:xml|ya?ml|flows?|mitm|dump|saz|zip)$/i;
const NOTHING = new Uint8Array();

/** The two files of a call. */
interface Pair {
  request?: string;
  response?: string;
}

/**
 * Reads files that contain one request or response each: HTTP messages with headers, or only bodies.
 *
 * @param names - the names of the files in the folder
 */
export function* readHttpFiles(
  folder: GivenFolder,
  names: readonly string[],
  amounts: Amounts,
  methods: Methods,
): Generator<ForeignCall | Skipped> {
  const pairs = new Map<string, Pair>();
  for (const name of names) {
    const { dir, base } = path.parse(name);
    const role = ROLE.exec(base)?.[1]?.toLowerCase();
    if (role === undefined) {
      const format = MAY_BE_OTHER.test(name) ? otherFormat(folder.read(name, name) ?? NOTHING) : undefined;
      yield { place: name, reason: format ?? 'is neither a request nor a response by its name' };
      continue;
    }
    const key = path.join(dir, base.replace(ROLE, '').replace(EXTENSION, ''));
    const pair = pairs.get(key) ?? {};
    pairs.set(key, pair);
    pair[role.startsWith('req') ? 'request' : 'response'] = name;
  }
  const both = [...pairs.values()];
  const placeOf = (index: number): string => both[index]?.request ?? both[index]?.response ?? '';
  const read = (name: string | undefined, role: string, place: string): FileMessage => {
    const bytes = name === undefined ? undefined : folder.read(name, name);
    if (bytes === undefined) throw new NotUsable(`has no ${role}`);
    return messageOf(bytes, place, amounts);
  };
  const readPair = (value: unknown, place: string): ForeignCall => {
    const { request, response } = value as Pair;
    if (request !== undefined && response === undefined) throw new NotUsable('has no response');
    const { line, ...asked } = read(request, 'request', place);
    const [name, url = ''] = line === '' ? [] : line.split(' ');
    const method = methodOf(name, methods);
    const { line: statusLine, ...given } = read(response, 'response', place);
    return {
      place,
      request: { method, url, ...asked },
      response: { status: statusOf(statusLine, given.body), ...given },
    };
  };
  yield* readEach(both, placeOf, readPair, amounts);
}

/** SOAP over HTTP returns Faults with status 500. */
const FAULT = /<(?:[\w.-]+:)?Fault[\s/>]/;

function statusOf(line: string, body: Uint8Array): number {
  if (line !== '') return Number(/^HTTP\/\S+ (\d{3})/.exec(line)?.[1] ?? 200);
  return FAULT.test(latin1(body)) ? 500 : 200;
}

interface FileMessage extends ForeignMessage {
  readonly line: string;
}

/** Maximum bytes of the head of a message, and maximum number of interim responses. */
const [MAX_HEAD, MAX_INTERIM] = [65_536, 20];

/** Reads an HTTP message. A file that starts with markup contains only the body. */
function messageOf(bytes: Uint8Array, place: string, amounts: Amounts): FileMessage {
  let rest = bytes;
  for (let interim = 0; interim <= MAX_INTERIM; interim++) {
    const text = latin1(rest.subarray(0, MAX_HEAD));
    if (/^(?:ï»¿)?\s*</.test(text)) return { line: '', headers: {}, body: rest };
    const end = /\r?\n\r?\n/.exec(text);
    if (end === null) throw new NotUsable('holds neither a message of HTTP nor XML');
    const [line = '', ...fields] = text.slice(0, end.index).split(/\r?\n/);
    rest = rest.subarray(end.index + end[0].length);
    // An interim response precedes the final one.
    if (!/^HTTP\/\S+ 1\d\d/.test(line)) return { line, ...messageOfFields(fields, rest, place, amounts) };
  }
  throw new NotUsable(`has more than ${MAX_INTERIM} interim responses`);
}

function messageOfFields(fields: readonly string[], body: Uint8Array, place: string, amounts: Amounts): ForeignMessage {
  const headers = Object.fromEntries(
    fields.map((field) => [field.replace(/:.*/s, '').trim().toLowerCase(), field.replace(/^[^:]*:/, '').trim()]),
  );
  const { 'transfer-encoding': transfer, ...others } = headers;
  const whole = transfer !== undefined && /chunked/i.test(transfer) ? unchunked(body) : body;
  return messageOfBytes(others, whole, place, amounts);
}

const BREAKS_OFF = 'its body breaks off';

/** Decodes a chunked body (RFC 9112 section 7.1). */
function unchunked(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  const whole = Buffer.alloc(bytes.length);
  let [position, length] = [0, 0];
  for (;;) {
    const lineEnd = text.indexOf('\n', position);
    const size = Number.parseInt(text.slice(position, lineEnd === -1 ? undefined : lineEnd), 16);
    if (!(size >= 0)) throw new NotUsable('its body is not in chunks, as its header says');
    if (size === 0) return whole.subarray(0, length);
    if (lineEnd === -1) throw new NotUsable(BREAKS_OFF);
    const start = lineEnd + 1;
    const piece = bytes.subarray(start, start + size);
    whole.set(piece, length);
    length += piece.length;
    const next = text.indexOf('\n', start + size);
    if (next === -1) throw new NotUsable(BREAKS_OFF);
    position = next + 1;
  }
}
