import { messageOfJson, messageOfText } from '../message/body.js';
import {
  durationOf,
  type ForeignCall,
  type ForeignMessage,
  headersOf,
  isJson,
  type Json,
  type Methods,
  NotUsable,
  objectOf,
  shownWord,
  textOf,
} from '../message/foreign-call.js';
import type { GivenFolder } from '../message/given-folder.js';
import { askedOf } from './asked.js';

/** The faults of WireMock that are a lost connection. */
const LOST: ReadonlySet<unknown> = new Set(['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE']);

/**
 * Reads a stub mapping of WireMock. Its request must be a concrete request: a pattern is not a recording, and neither
 * is a response that is generated for each request.
 *
 * @param files - the folder `__files`
 * @throws ValidationError if the mapping refers to a file outside of this folder
 */
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

/** Converts a status: a number, or its digits. */
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
