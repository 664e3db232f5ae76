import { readFileSync } from 'node:fs';
import path from 'node:path';
import { latin1 } from '../../xml/charset.js';
import { messageOfBytes } from './body.js';
import {
  checkPost,
  type ForeignCall,
  type ForeignMessage,
  type LeftAside,
  NotUsable,
  readEach,
} from './foreign-call.js';

/** What a file is by its name: `add.request.http`, `007-response.xml`, `add_res.txt`. */
const ROLE = /(?:^|[._-])(request|response|req|res|resp)(?=[._-]|$)/i;

const EXTENSION = /\.(?:xml|http|soap|txt|bin)$/i;

/** The two files of a call. */
interface Pair {
  request?: string;
  response?: string;
}

/**
 * Reads files that hold a request or a response each: messages of HTTP with their heads, or bodies alone.
 *
 * @param names - relative to the folder
 */
export function* readHttpFiles(folder: string, names: readonly string[]): Generator<ForeignCall | LeftAside> {
  const pairs = new Map<string, Pair>();
  for (const name of [...names].sort()) {
    const { dir, base } = path.parse(name);
    const role = ROLE.exec(base)?.[1]?.toLowerCase();
    if (role === undefined) {
      yield { place: name, reason: 'is neither a request nor a response by its name' };
      continue;
    }
    const key = path.join(dir, base.replace(ROLE, '').replace(EXTENSION, ''));
    const pair = pairs.get(key) ?? {};
    pairs.set(key, pair);
    pair[role.startsWith('req') ? 'request' : 'response'] = name;
  }
  const both = [...pairs.values()];
  const placeOf = (index: number): string => both[index]?.request ?? both[index]?.response ?? '';
  yield* readEach(both, placeOf, (value, place) => {
    const { request, response } = value as Pair;
    if (request === undefined) throw new NotUsable('has no request');
    if (response === undefined) throw new NotUsable('has no response');
    const { line, ...asked } = messageOf(readFileSync(path.join(folder, request)));
    if (line !== '') checkPost(line.replace(/ .*/s, ''));
    const { line: statusLine, ...given } = messageOf(readFileSync(path.join(folder, response)));
    return { place, request: asked, response: { status: statusOf(statusLine, given.body), ...given } };
  });
}

/** SOAP over HTTP gives Faults with status 500. */
const FAULT = /<(?:[\w.-]+:)?Fault[\s/>]/;

function statusOf(line: string, body: Uint8Array): number {
  if (line !== '') return Number(/^HTTP\/\S+ (\d{3})/.exec(line)?.[1] ?? 200);
  return FAULT.test(latin1(body)) ? 500 : 200;
}

/** A message of HTTP, and its first line; a file that begins with markup is the body alone. */
function messageOf(bytes: Uint8Array): ForeignMessage & { readonly line: string } {
  const text = latin1(bytes);
  if (/^(?:ï»¿)?\s*</.test(text)) return { line: '', headers: {}, body: bytes };
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) throw new NotUsable('holds neither a message of HTTP nor XML');
  const [line = '', ...fields] = text.slice(0, end.index).split(/\r?\n/);
  const bodyStart = end.index + end[0].length;
  // An interim response comes before the one that counts.
  if (/^HTTP\/\S+ 1\d\d/.test(line)) return messageOf(bytes.subarray(bodyStart));
  const headers = Object.fromEntries(
    fields.map((field) => [field.replace(/:.*/s, '').trim().toLowerCase(), field.replace(/^[^:]*:/, '').trim()]),
  );
  const { 'transfer-encoding': transfer, ...others } = headers;
  const body = bytes.subarray(bodyStart);
  const whole = transfer !== undefined && /chunked/i.test(transfer) ? unchunked(body) : body;
  return { line, ...messageOfBytes(others, whole) };
}

/** A body that was sent in chunks (RFC 9112 section 7.1). */
function unchunked(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  const pieces: Uint8Array[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = text.indexOf('\n', position);
    const size = Number.parseInt(text.slice(position, lineEnd === -1 ? undefined : lineEnd), 16);
    if (!(size >= 0)) throw new NotUsable('its body is not in chunks, as its header says');
    if (size === 0) return Buffer.concat(pieces);
    const start = lineEnd + 1;
    pieces.push(bytes.subarray(start, start + size));
    const next = text.indexOf('\n', start + size);
    if (lineEnd === -1 || next === -1) throw new NotUsable('its body breaks off');
    position = next + 1;
  }
}
