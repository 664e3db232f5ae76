import type { Amounts } from './message/amounts.js';
import { messageOfBytes, messageOfJson, messageOfText } from './message/body.js';
import {
  type ForeignCall,
  type ForeignMessage,
  headersOf,
  isJson,
  type Json,
  type Methods,
  methodOf,
  NotUsable,
  objectOf,
} from './message/foreign-call.js';

/** A body that a file has in bytes, as it went over the wire. */
export class WrittenBytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** The calls of a cassette of VCR (Ruby) or VCR.py in JSON; `undefined` for another file. */
export function interactionsIn(json: unknown): readonly unknown[] | undefined {
  const { http_interactions: ofRuby, interactions: ofPython } = (isJson(json) ? json : {}) as Json;
  return [ofRuby, ofPython].find((list): list is readonly unknown[] => Array.isArray(list));
}

/** Reads a call that VCR or VCR.py has recorded. */
export function readVcrCall(value: unknown, place: string, amounts: Amounts, methods: Methods): ForeignCall {
  const { request, response, recorded_at: at } = objectOf(value, 'content');
  const asked = objectOf(request, 'request');
  const given = objectOf(response, 'response');
  const method = methodOf(asked['method'], methods);
  const { code } = objectOf(given['status'], 'status');
  const { uri } = asked;
  const startedAtMs = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return {
    place,
    request: { method, url: typeof uri === 'string' ? uri : '', ...messageOf(asked, 'request', place, amounts) },
    response: { status: Number(code), ...messageOf(given, 'response', place, amounts) },
    startedAtMs: startedAtMs >= 0 ? startedAtMs : undefined,
  };
}

function messageOf({ headers, body }: Json, name: string, place: string, amounts: Amounts): ForeignMessage {
  const given = headersOf(Object.entries(isJson(headers) ? headers : {}));
  const { 'content-encoding': _coding, ...plain } = given;
  if (typeof body === 'string') return messageOfText(plain, body);
  if (body instanceof WrittenBytes) return messageOfBytes(given, body.bytes, place, amounts);
  if (body === null || body === undefined) return { headers: plain, body: new Uint8Array() };
  const { string, base64_string: base64 } = objectOf(body, `${name}.body`);
  // As it went over the wire.
  if (typeof base64 === 'string') return messageOfBytes(given, Buffer.from(base64, 'base64'), place, amounts);
  if (string instanceof WrittenBytes) return messageOfBytes(given, string.bytes, place, amounts);
  if (typeof string === 'string') return messageOfText(plain, string);
  if (isJson(string)) return messageOfJson(plain, string);
  throw new NotUsable(`has no ${name}.body`);
}
