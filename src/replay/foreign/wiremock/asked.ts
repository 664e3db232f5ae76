import { FORM, writeForm } from '../../../http-message/form.js';
import type { Method } from '../../contract/contract.js';
import { messageOfJson, messageOfText } from '../message/body.js';
import {
  type ForeignMessage,
  type ForeignRequest,
  isJson,
  type Json,
  type Methods,
  methodOf,
  NotUsable,
  objectOf,
  shownWord,
} from '../message/foreign-call.js';

const TELLS_NOTHING: ReadonlySet<string> = new Set(
  'accept accept-charset accept-encoding connection content-length content-type host soapaction user-agent'.split(' '),
);

const AUTHORIZATION = 'authorization';

const NOT_COMPARED = 'which a cassette does not compare';

export function askedOf(request: Json, methods: Methods): ForeignRequest {
  const { customMatcher, multipartPatterns, cookies } = request;
  if (customMatcher !== undefined) throw new NotUsable('its request is a pattern (customMatcher), not a body');
  if (isFilled(multipartPatterns)) throw new NotUsable('its request is a pattern (multipartPatterns), not a body');
  if (isFilled(cookies)) throw new NotUsable(`is chosen by a cookie, ${NOT_COMPARED}`);
  const headers = headersIn(request);
  const isAny = request['method'] === undefined || request['method'] === 'ANY';
  const method = methodOf(isAny ? 'POST' : request['method'], methods);
  const message = messageIn(request, method, headers);
  const isXml = Buffer.from(message.body).toString('latin1').trimStart().startsWith('<');
  if (isAny && !isXml) throw new NotUsable('its method is a pattern (ANY)');
  return { method, url: urlOf(request, isXml), ...message };
}

function isFilled(value: unknown): boolean {
  return isJson(value) && Object.keys(value).length > 0;
}

/** Returns the headers that the mapping matches exactly. */
function headersIn({ headers, basicAuthCredentials }: Json): ForeignMessage['headers'] {
  const exact: Record<string, string> = {};
  for (const [given, matcher] of Object.entries((headers ?? {}) as Json)) {
    const name = given.toLowerCase();
    const { equalTo } = (isJson(matcher) ? matcher : {}) as Json;
    if (typeof equalTo === 'string' && (name === AUTHORIZATION || TELLS_NOTHING.has(name))) exact[name] = equalTo;
    else if (!TELLS_NOTHING.has(name))
      throw new NotUsable(`is chosen by the header ${shownWord(name)}, ${NOT_COMPARED}`);
  }
  if (isJson(basicAuthCredentials)) {
    const { username, password } = basicAuthCredentials as Json;
    const pair = Buffer.from(`${String(username)}:${String(password)}`, 'utf8').toString('base64');
    return { ...exact, [AUTHORIZATION]: `Basic ${pair}` };
  }
  return exact;
}

const URL_PATTERNS = ['urlPattern', 'urlPathPattern', 'urlPathTemplate'] as const;

function urlOf(request: Json, isXml: boolean): string {
  const { url, urlPath, queryParameters } = request;
  const pattern = URL_PATTERNS.find((name) => request[name] !== undefined);
  if (pattern !== undefined && !isXml) throw new NotUsable(`its address is a pattern (${pattern})`);
  const [path = ''] = [url, urlPath].filter((given) => typeof given === 'string');
  if (!isFilled(queryParameters) || path.includes('?')) return path;
  const query = Buffer.from(writeForm(exactOf(queryParameters as Json, 'query parameter'))).toString('latin1');
  return `${path}?${query}`;
}

/** Returns names with their required values. */
function exactOf(matchers: Json, what: string): readonly (readonly [string, string])[] {
  return Object.entries(matchers).map(([name, matcher]) => {
    const { equalTo } = (isJson(matcher) ? matcher : {}) as Json;
    if (typeof equalTo === 'string') return [name, equalTo];
    const kinds = isJson(matcher) ? Object.keys(matcher).map(shownWord).join(', ') : '';
    throw new NotUsable(`its ${what} ${shownWord(name)} is a pattern (${kinds})`);
  });
}

const PLACEHOLDER = /\$\{(?:xmlunit|json-unit)\./;

function messageIn(
  { bodyPatterns, formParameters }: Json,
  method: Method,
  headers: ForeignMessage['headers'],
): ForeignMessage {
  const listed: readonly unknown[] = Array.isArray(bodyPatterns) ? bodyPatterns : [];
  const patterns = listed.map((pattern) => objectOf(pattern, 'request body'));
  for (const { equalToXml, equalTo, equalToJson, binaryEqualTo } of patterns) {
    if (typeof binaryEqualTo === 'string') return { headers, body: Buffer.from(binaryEqualTo, 'base64') };
    const given = equalToXml ?? equalTo ?? equalToJson;
    if (PLACEHOLDER.test(isJson(given) ? JSON.stringify(given) : String(given))) {
      throw new NotUsable('its request is a pattern (placeholders), not a body');
    }
    if (isJson(equalToJson)) return messageOfJson(headers, equalToJson);
    if (typeof given === 'string') return messageOfText(headers, given);
  }
  if (isFilled(formParameters)) {
    const body = writeForm(exactOf(formParameters as Json, 'form parameter'));
    return { headers: { ...headers, 'content-type': FORM }, body };
  }
  if (method === 'GET' && patterns.length === 0) return { headers, body: new Uint8Array() };
  const kinds = patterns.flatMap((pattern) => Object.keys(pattern)).join(', ');
  throw new NotUsable(kinds === '' ? 'has no request body' : `its request is a pattern (${kinds}), not a body`);
}
