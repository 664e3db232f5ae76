import { bytesOfHex, messageOfBytes, messageOfText } from './body.js';
import { checkPost, type ForeignCall, type ForeignMessage, NotUsable, objectOf } from './foreign-call.js';

/** Reads an object of nock's recorder (`output_objects`). */
export function readNockCall(value: unknown, place: string): ForeignCall {
  const { method, body, status, response, reqheaders, rawHeaders, headers } = objectOf(value, 'content');
  checkPost(method);
  if (typeof status !== 'number') throw new NotUsable('has no status');
  return {
    place,
    request: messageOf(headersOf(reqheaders), body, 'body'),
    response: { status, ...messageOf(headersOf(rawHeaders ?? headers), response, 'response') },
  };
}

/** nock keeps a text as it is, what is no UTF-8 as hexadecimal digits, and what is compressed as a list of these. */
function messageOf(headers: Readonly<Record<string, string>>, body: unknown, name: string): ForeignMessage {
  if (Array.isArray(body)) return messageOfBytes(headers, Buffer.from(body.join(''), 'hex'));
  if (typeof body !== 'string') throw new NotUsable(`has no text as its ${name}`);
  const { 'content-encoding': _coding, ...others } = headers;
  const bytes = bytesOfHex(body);
  return bytes === undefined ? messageOfText(others, body) : { headers: others, body: bytes };
}

/** nock has written names and values in turns, and later an object. */
function headersOf(raw: unknown): Readonly<Record<string, string>> {
  const pairs: readonly (readonly [string, unknown])[] = Array.isArray(raw)
    ? raw.flatMap((name, index) => (index % 2 === 0 ? [[String(name), raw[index + 1]] as const] : []))
    : Object.entries((raw ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
