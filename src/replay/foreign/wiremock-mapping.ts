import { FORM, writeForm } from '../../http-message/form.js';
import type { Method } from '../contract/contract.js';
import {
  durationOf,
  type ForeignCall,
  type ForeignMessage,
  type ForeignRequest,
  headersOf,
  isJson,
  type Json,
  type Methods,
  messageOfJson,
  messageOfText,
  methodOf,
  NotUsable,
  objectOf,
  shownWord,
  textOf,
} from './foreign-call.js';
import type { GivenFolder } from './given-folder.js';

const TELLS_NOTHING: ReadonlySet<string> = new Set(
  'accept accept-charset accept-encoding connection content-length content-type host soapaction user-agent'.split(' '),
);

const AUTHORIZATION = 'authorization';

const NOT_COMPARED = 'which a cassette does not compare';

function askedOf(request: Json, methods: Methods): ForeignRequest {
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

const LOST: ReadonlySet<unknown> = new Set(['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE']);

export function readWireMockCall(value: unknown, place: string, files: GivenFolder, methods: Methods): ForeignCall {
  const mapping = objectOf(value, 'content');
  const asked = askedOf(objectOf(mapping['request'], 'request'), methods);
  const response = objectOf(mapping['response'], 'response');
  const { fault, fixedDelayMilliseconds, status = 200, proxyBaseUrl } = response;
  const call = { place, request: asked, durationMs: durationOf(fixedDelayMilliseconds) };
  if (LOST.has(fault)) {
    return { ...call, failure: { code: 'CONNECTION', outcome: 'unknown', systemCode: 'ECONNRESET' } };
  }
  if (fault !== undefined) throw new NotUsable(`its fault ${shownWord(textOf(fault, 'fault'))} cannot be played`);
  if (proxyBaseUrl !== undefined) throw new NotUsable('its response comes from another server (proxyBaseUrl)');
  return { ...call, response: { status: statusOf(status), ...responseOf(response, place, files) } };
}

function statusOf(status: unknown): number {
  return typeof status === 'number' || typeof status === 'string' ? Number(status) : Number.NaN;
}

function responseOf(response: Json, place: string, files: GivenFolder): ForeignMessage {
  const given = headersOf(Object.entries(response['headers'] ?? {}));
  const message = contentOf(response, given, place, files);
  refuseTemplate(response, message);
  return message;
}

function contentOf(
  { body, jsonBody, base64Body, bodyFileName }: Json,
  given: ForeignMessage['headers'],
  place: string,
  files: GivenFolder,
): ForeignMessage {
  if (typeof body === 'string') return messageOfText(given, body);
  if (isJson(jsonBody)) return messageOfJson(given, jsonBody);
  if (typeof base64Body === 'string') return { headers: given, body: Buffer.from(base64Body, 'base64') };
  if (typeof bodyFileName !== 'string') throw new NotUsable('has no response body');
  const bytes = files.read(bodyFileName, `${place}: response.bodyFileName`);
  if (bytes === undefined) throw new NotUsable(`its response is in ${shownWord(bodyFileName)}, which does not exist`);
  return { headers: given, body: bytes };
}

/** The transformer for templates. It may be enabled for all mappings. */
const TEMPLATES = 'response-template';
/** Text that only occurs in templates. Other text in braces may be literal. */
const OF_TEMPLATES =
  /\{\{\{?[#~\s]{0,3}(?:request|parameters|now|date|random|pickRandom|jsonPath|xPath|soapXPath|hostname|systemValue|state|each|if|with)/;

function refuseTemplate({ transformers }: Json, { headers, body }: ForeignMessage): void {
  const named: readonly unknown[] = Array.isArray(transformers) ? transformers : [];
  const other = named.find((name) => name !== TEMPLATES);
  if (other !== undefined) {
    throw new NotUsable(`its response is made by the transformer ${shownWord(typeof other === 'string' ? other : '')}`);
  }
  const texts = [...Object.values(headers), Buffer.from(body).toString('latin1')];
  const isTemplate = texts.some((text) => (named.length > 0 ? text.includes('{{') : OF_TEMPLATES.test(text)));
  if (isTemplate) throw new NotUsable('its response is a template, which is filled in for each request');
}
