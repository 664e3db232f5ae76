import {
  completeResponse,
  refuseEmptyBody,
  refuseRedirect,
  unexpectedResponse,
} from '../../calls/attempts/response.js';
import { accountIn } from '../../calls/events/events.js';
import { gatewayError, isKnownCode } from '../../domain/gateway-codes.js';
import { DecodeError, type GatewayError, type InvalidNumber } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { textIn } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { type Redactor, redact, redactor, type SecretSource } from '../../redact/redact.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import { isJsonObject } from '../description/parts/answer-field.js';
import type { Answer, RequestValues } from '../description/parts/endpoint.js';
import {
  type ErrorAnswer,
  type InvalidNumberRecord,
  readErrorJson,
  readErrorText,
} from '../description/parts/errors.js';

interface AnswerContext {
  readonly operation: string;
  readonly asked: RequestValues;
  readonly source: SecretSource;
  readonly request: Pick<TransportRequest, 'url' | 'label'>;
}

/**
 * Parses a response in JSON or text. The body decides, then the status (section 7 names no statuses).
 *
 * @throws GatewayError of the class of the error in the response
 * @throws HttpStatusError for a response that is not of the interface, such as a page of a proxy
 * @throws DecodeError if it is neither a result nor an error: the request may have been executed
 */
export async function readAnswer<R>(
  response: TransportResponse,
  answer: Answer<R>,
  context: AnswerContext & { readonly onBody: (bytes: number) => void },
): Promise<R> {
  const { operation, source } = context;
  refuseRedirect(response, operation, source);
  const complete = await completeResponse(response, operation);
  context.onBody(complete.body.length);
  return answerOf(complete, answer, context);
}

export function answerOf<R>(
  response: TransportResponse & { readonly body: Uint8Array },
  answer: Answer<R>,
  { operation, asked: requestValues, source, request }: AnswerContext,
): R {
  refuseRedirect(response, operation, source);
  const { status, headers, body } = response;
  refuseEmptyBody(response, body, operation, source);
  const unexpected = (what: string, text: string): Error =>
    unexpectedResponse(response, what, redact(text, source.secrets()), operation, source);
  const isSuccess = status >= 200 && status < 300;
  const text = textOf(body, headers['content-type'], operation);
  const json = jsonOf(text);
  const error = json === undefined ? errorOfText(text) : readErrorJson(json);
  if (error !== undefined) {
    if (isOfServer(error, status)) throw unexpected('an error of a server in front of the gateway', text);
    if (hasMessages(json)) throw new DecodeError('contains both messages and an error', { operation });
    throw answerError(error, operation, hiding(source), accountIn(request));
  }
  if (!isSuccess) throw unexpected('not a response of the interface', text);
  const isPage = json === undefined && text.trimStart().startsWith('<');
  if (isPage) throw unexpected('a page instead of a response of the interface', text);
  try {
    return json === undefined ? answer.readText(text, requestValues) : answer.readJson(json, requestValues);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    throw new DecodeError(`the response ${problem.message}`, { path: problem.path, operation });
  }
}

function textOf(body: Uint8Array, contentType: string | undefined, operation: string): string {
  try {
    return textIn(body, parseContentType(contentType).charset).replace(/^\uFEFF/, '');
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    throw new DecodeError(problem.message, { operation });
  }
}

export function jsonOf(text: string): unknown {
  if (!/^\s{0,64}[[{]/.test(text)) return undefined;
  try {
    return parsedJson(text);
  } catch {
    return undefined;
  }
}

function errorOfText(text: string): ErrorAnswer | undefined {
  const entries = text.split(/[;\r\n]/, 64).filter((entry) => entry.trim() !== '');
  return entries.length === 1 ? readErrorText(entries[0] ?? '') : undefined;
}

function hasMessages(json: unknown): boolean {
  return isJsonObject(json) && Array.isArray(json.list) && json.list.length > 0;
}

/** True if a server in front of the gateway may have failed, so that the outcome is unknown. */
function isOfServer({ code }: ErrorAnswer, status: number): boolean {
  return (status >= 500 || status === 408) && !isKnownCode(code);
}

const MAX_CODE = 64;
const MAX_WORDS = 1000;

/** Creates the typed error of a refusal. */
export function answerError(
  { code, message, invalidNumbers, raw }: ErrorAnswer,
  operation: string,
  hide: Redactor,
  account?: string,
): GatewayError {
  const shown = typeof code === 'string' ? hide(code).slice(0, MAX_CODE) : code;
  return gatewayError(shown, hide(message).slice(0, MAX_WORDS), {
    operation,
    account,
    isHttp: true,
    invalidNumbers: invalidNumbers.map(invalidNumber),
    raw,
  });
}

export function invalidNumber({ number, submittedNumber, message }: InvalidNumberRecord): InvalidNumber {
  return { number: number ?? '', submittedNumber: submittedNumber ?? '', message: message ?? '' };
}

export function hiding(source: SecretSource): Redactor {
  const done = new Map<string, string>();
  let hide: Redactor | undefined;
  return (text) => {
    if (text === '') return '';
    let hidden = done.get(text);
    if (hidden === undefined) {
      hide ??= redactor(source.secrets());
      hidden = hide(text);
      if (done.size < MAX_KEPT) done.set(text, hidden);
    }
    return hidden;
  };
}

const MAX_KEPT = 1000;

const LONG_DIGITS = 16;

const TOKEN = /"(?:[^"\\]|\\[^])*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG = /^-?\d{16,}$/;

/**
 * Parses JSON. An integer above 2^53 becomes the text of its digits, because it is an id whose last digits would be
 * lost.
 *
 * @throws SyntaxError if it is not JSON
 */
export function parsedJson(text: string): unknown {
  const json: unknown = JSON.parse(text);
  if (!hasLongDigits(text)) return json;
  const quoted = text.replace(TOKEN, (token) =>
    LONG.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(quoted) as unknown;
}

/**
 * Returns true if a text contains 16 adjacent digits that do not begin a string. One of them is at a multiple of 16, so
 * only these positions are examined. A regular expression takes twice as long as parsing the JSON.
 */
function hasLongDigits(text: string): boolean {
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigit(text, at)) continue;
    let [start, end] = [at, at + 1];
    while (isDigit(text, start - 1)) start -= 1;
    while (isDigit(text, end)) end += 1;
    if (end - start >= LONG_DIGITS && text.charCodeAt(start - 1) !== QUOTE) return true;
    at = end - 1;
  }
  return false;
}

const [ZERO, NINE, QUOTE] = [0x30, 0x39, 0x22];

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}
