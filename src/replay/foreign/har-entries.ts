import {
  durationOf,
  type ForeignCall,
  type ForeignMessage,
  type Json,
  type Methods,
  messageOfText,
  methodOf,
  NotUsable,
  objectOf,
  textOf,
} from './foreign-call.js';

export function readHarCall(value: unknown, place: string, methods: Methods): ForeignCall {
  const { request, response, startedDateTime, time } = objectOf(value, 'content');
  const { method: name, url, headers, postData } = objectOf(request, 'request');
  const method = methodOf(name, methods);
  const hasBody = method !== 'GET' || postData !== undefined;
  const { text, encoding } = hasBody ? objectOf(postData, 'request.postData') : NO_BODY;
  const { status, headers: given, content } = objectOf(response, 'response');
  if (typeof status !== 'number' || status === 0) throw new NotUsable('has no response');
  const { text: body, encoding: coding } = objectOf(content, 'response.content');
  return {
    place,
    request: {
      method,
      url: typeof url === 'string' ? url : '',
      ...messageOf(headers, text, encoding, 'request.postData.text'),
    },
    response: { status, ...messageOf(given, body, coding, 'response.content.text') },
    startedAtMs: momentOf(startedDateTime),
    durationMs: durationOf(time),
  };
}

const NO_BODY: Json = { text: '' };

const LAST_MOMENT = 253_402_300_799_999;

function momentOf(text: unknown): number | undefined {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return ms >= 0 && ms <= LAST_MOMENT ? ms : undefined;
}

function messageOf(headers: unknown, text: unknown, encoding: unknown, name: string): ForeignMessage {
  const { 'content-encoding': _coding, ...named } = headersOf(headers);
  const given = textOf(text, name);
  if (encoding === 'base64') return { headers: named, body: Buffer.from(given, 'base64') };
  return messageOfText(named, given);
}

function headersOf(list: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of Array.isArray(list) ? list : []) {
    const { name, value } = objectOf(header, 'name of a header');
    headers[textOf(name, 'name of a header').toLowerCase()] = textOf(value, 'value of a header');
  }
  return headers;
}
