import { latin1 } from '../../http-message/charset.js';
import { isJson, type Json } from './message/foreign-call.js';

const HEAD = 4096;

/** Files of other tools that cannot be imported, by their first characters. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [
    /<(?:[\w.-]{1,40}:)?soapui-project[\s>]/,
    'is a SoapUI project: its mock responses belong to no request; have SoapUI send through startRecordingProxy()',
  ],
  [
    /^\d{1,9}:\d{1,9}:[\w-]{1,20};/,
    'is a flow file of mitmproxy: make HAR of it (mitmdump -nr FILE --set hardump=FILE.har)',
  ],
  [/^PK\x03\x04/, 'is an archive: unpack it, or export HAR'],
];

export function otherFormat(bytes: Uint8Array, json?: unknown): string | undefined {
  const head = latin1(bytes.subarray(0, HEAD));
  const begun = json === undefined ? BEGINNINGS.find(([pattern]) => pattern.test(head)) : undefined;
  return begun?.[1] ?? otherJson(json);
}

function otherJson(json: unknown): string | undefined {
  const { info, item, imposters, data } = (isJson(json) ? json : {}) as Json;
  if (isJson(info) && Array.isArray(item)) return 'is a collection of Postman, which holds no responses that came';
  if (Array.isArray(imposters)) return 'is a file of mountebank: its responses belong to predicates, not to requests';
  if (isJson(data) && Array.isArray((data as Json)['pairs'])) {
    return 'is a simulation of Hoverfly: its responses belong to matchers, not to requests';
  }
  return undefined;
}
