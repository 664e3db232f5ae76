import {
  bytesOfHex,
  type ForeignCall,
  type ForeignMessage,
  headersOf,
  type Methods,
  messageOfBytes,
  messageOfJson,
  messageOfText,
  methodOf,
  NotUsable,
  objectOf,
} from './foreign-call.js';
import type { Amounts } from './given-folder.js';

export function readNockCall(value: unknown, place: string, amounts: Amounts, methods: Methods): ForeignCall {
  const {
    method: name,
    scope,
    path,
    body,
    status,
    response,
    reqheaders,
    rawHeaders,
    headers,
  } = objectOf(value, 'content');
  const method = methodOf(name, methods);
  if (typeof status !== 'number') throw new NotUsable('has no status');
  const read = (given: unknown, content: unknown, name: string): ForeignMessage =>
    messageOf(headersOf(pairsOf(given)), content, name, place, amounts);
  return {
    place,
    request: { method, url: [scope, path].filter(isText).join(''), ...read(reqheaders, body, 'body') },
    response: { status, ...read(rawHeaders ?? headers, response, 'response') },
  };
}

function messageOf(
  headers: ForeignMessage['headers'],
  body: unknown,
  name: string,
  place: string,
  amounts: Amounts,
): ForeignMessage {
  if (Array.isArray(body) && body.every((piece) => typeof piece === 'string')) {
    return messageOfBytes(headers, Buffer.from(body.join(''), 'hex'), place, amounts);
  }
  if (typeof body === 'object' && body !== null) return messageOfJson(headers, body);
  if (typeof body !== 'string') throw new NotUsable(`has no text as its ${name}`);
  const { 'content-encoding': _coding, ...others } = headers;
  const bytes = bytesOfHex(body);
  return bytes === undefined ? messageOfText(others, body) : { headers: others, body: bytes };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function pairsOf(raw: unknown): readonly (readonly [unknown, unknown])[] {
  if (!Array.isArray(raw)) return Object.entries(raw ?? {});
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]] as const] : []));
}
