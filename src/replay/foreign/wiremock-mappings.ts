import type { Method } from '../contract/contract.js';
import { messageOfJson, messageOfText } from './body.js';
import {
  durationOf,
  type ForeignCall,
  type ForeignMessage,
  headersOf,
  type Json,
  type Methods,
  methodOf,
  NotUsable,
  objectOf,
  shownWord,
  textOf,
} from './foreign-call.js';
import type { GivenFolder } from './given-folder.js';

/** The faults of WireMock that are a lost connection. */
const LOST: ReadonlySet<unknown> = new Set(['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE']);

/**
 * Reads a stub mapping of WireMock. Its request has to be a body; what is only a pattern is no recording.
 *
 * @param files - the folder `__files`
 * @throws ValidationError when it names a file outside of that
 */
export function readWireMockCall(value: unknown, place: string, files: GivenFolder, methods: Methods): ForeignCall {
  const mapping = objectOf(value, 'content');
  const request = objectOf(mapping.request, 'request');
  const method = methodOf(request.method, methods);
  const response = objectOf(mapping.response, 'response');
  const { fault, fixedDelayMilliseconds, status = 200 } = response;
  const asked = { method, url: urlOf(request), ...requestOf(request, method) };
  const call = { place, request: asked, durationMs: durationOf(fixedDelayMilliseconds) };
  if (LOST.has(fault)) {
    return { ...call, failure: { code: 'CONNECTION', outcome: 'unknown', systemCode: 'ECONNRESET' } };
  }
  if (fault !== undefined) throw new NotUsable(`its fault ${shownWord(textOf(fault, 'fault'))} cannot be played`);
  return { ...call, response: { status: statusOf(status), ...responseOf(response, place, files) } };
}

/** In which order mappings of one scenario answer: those from its start on first. */
export function stateOf(value: unknown): number {
  const { requiredScenarioState: state } = (value ?? {}) as Json;
  if (typeof state !== 'string' || state === 'Started') return 0;
  let start = state.length;
  while (/\d/.test(state[start - 1] ?? '')) start -= 1;
  return start === state.length ? 1 : Math.min(Number(state.slice(start)), Number.MAX_SAFE_INTEGER);
}

/** A number, or its digits. */
function statusOf(status: unknown): number {
  return typeof status === 'number' || typeof status === 'string' ? Number(status) : Number.NaN;
}

/** The address, where it is not only a pattern. */
function urlOf({ url, urlPath }: Json): string {
  const [first = ''] = [url, urlPath].filter((given) => typeof given === 'string');
  return first;
}

function requestOf({ bodyPatterns, headers }: Json, method: Method): ForeignMessage {
  const listed: readonly unknown[] = Array.isArray(bodyPatterns) ? bodyPatterns : [];
  const patterns = listed.map((pattern) => objectOf(pattern, 'request body'));
  const named = Object.entries((headers ?? {}) as Readonly<Record<string, Json | undefined>>);
  const exact = Object.fromEntries(
    named.flatMap(([name, pattern]) =>
      typeof pattern?.equalTo === 'string' ? [[name.toLowerCase(), pattern.equalTo]] : [],
    ),
  );
  for (const { equalToXml, equalTo, equalToJson, binaryEqualTo } of patterns) {
    if (typeof binaryEqualTo === 'string') return { headers: exact, body: Buffer.from(binaryEqualTo, 'base64') };
    if (isJson(equalToJson)) return messageOfJson(exact, equalToJson);
    const text = equalToXml ?? equalTo ?? equalToJson;
    if (typeof text === 'string') return messageOfText(exact, text);
  }
  if (method === 'GET' && patterns.length === 0) return { headers: exact, body: new Uint8Array() };
  const kinds = patterns.flatMap((pattern) => Object.keys(pattern)).join(', ');
  throw new NotUsable(kinds === '' ? 'has no request body' : `its request is a pattern (${kinds}), not a body`);
}

function isJson(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function responseOf(
  { body, jsonBody, base64Body, bodyFileName, headers }: Json,
  place: string,
  files: GivenFolder,
): ForeignMessage {
  const given = headersOf(Object.entries(headers ?? {}));
  if (typeof body === 'string') return messageOfText(given, body);
  if (isJson(jsonBody)) return messageOfJson(given, jsonBody);
  if (typeof base64Body === 'string') return { headers: given, body: Buffer.from(base64Body, 'base64') };
  if (typeof bodyFileName !== 'string') throw new NotUsable('has no response body');
  const bytes = files.read(bodyFileName, `${place}: response.bodyFileName`);
  if (bytes === undefined) throw new NotUsable(`its response is in ${shownWord(bodyFileName)}, which does not exist`);
  return { headers: given, body: bytes };
}
