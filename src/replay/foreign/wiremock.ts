import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOfText } from './body.js';
import {
  checkPost,
  type ForeignCall,
  type ForeignMessage,
  type Json,
  NotUsable,
  objectOf,
  textOf,
} from './foreign-call.js';

/** The faults of WireMock that are a lost connection. */
const LOST: ReadonlySet<unknown> = new Set(['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE']);

/**
 * Reads a stub mapping of WireMock. Its request has to be a body; what is only a pattern is no recording.
 *
 * @param files - the folder `__files`
 */
export function readWireMockCall(value: unknown, place: string, files: string): ForeignCall {
  const mapping = objectOf(value, 'content');
  const request = objectOf(mapping.request, 'request');
  checkPost(request.method);
  const response = objectOf(mapping.response, 'response');
  const { fault, fixedDelayMilliseconds, status = 200 } = response;
  const call = {
    place,
    request: requestOf(request),
    durationMs: typeof fixedDelayMilliseconds === 'number' ? fixedDelayMilliseconds : 0,
  };
  if (LOST.has(fault)) {
    return { ...call, failure: { code: 'CONNECTION', outcome: 'unknown', systemCode: 'ECONNRESET' } };
  }
  if (fault !== undefined) throw new NotUsable(`its fault ${textOf(fault, 'fault')} cannot be played`);
  return { ...call, response: { status: Number(status), ...responseOf(response, files) } };
}

/** In which order mappings of one scenario answer: those from its start on first. */
export function stateOf(value: unknown): number {
  const { requiredScenarioState: state } = (value ?? {}) as Json;
  if (typeof state !== 'string' || state === 'Started') return 0;
  return Number(/(\d+)$/.exec(state)?.[1] ?? 1);
}

function requestOf({ bodyPatterns, headers }: Json): ForeignMessage {
  const listed: readonly unknown[] = Array.isArray(bodyPatterns) ? bodyPatterns : [];
  const patterns = listed.map((pattern) => objectOf(pattern, 'request body'));
  const named = Object.entries((headers ?? {}) as Readonly<Record<string, Json | undefined>>);
  const exact = Object.fromEntries(
    named.flatMap(([name, pattern]) =>
      typeof pattern?.equalTo === 'string' ? [[name.toLowerCase(), pattern.equalTo]] : [],
    ),
  );
  for (const { equalToXml, equalTo, binaryEqualTo } of patterns) {
    if (typeof binaryEqualTo === 'string') return { headers: exact, body: Buffer.from(binaryEqualTo, 'base64') };
    const text = equalToXml ?? equalTo;
    if (typeof text === 'string') return messageOfText(exact, text);
  }
  const kinds = patterns.flatMap((pattern) => Object.keys(pattern)).join(', ');
  throw new NotUsable(kinds === '' ? 'has no request body' : `its request is a pattern (${kinds}), not a body`);
}

function responseOf({ body, base64Body, bodyFileName, headers }: Json, files: string): ForeignMessage {
  const named = Object.entries((headers ?? {}) as Readonly<Record<string, unknown>>);
  const given = Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), String(value)]));
  if (typeof body === 'string') return messageOfText(given, body);
  if (typeof base64Body === 'string') return { headers: given, body: Buffer.from(base64Body, 'base64') };
  if (typeof bodyFileName !== 'string') throw new NotUsable('has no response body');
  const file = path.join(files, bodyFileName);
  if (!existsSync(file)) throw new NotUsable(`its response is in ${bodyFileName}, which does not exist`);
  return { headers: given, body: readFileSync(file) };
}
