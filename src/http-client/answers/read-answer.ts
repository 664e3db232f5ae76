import { wholeResponse } from '../../calls/foreign-transport.js';
import { accountIn } from '../../calls/interceptors/events.js';
import type { AttemptResult } from '../../calls/interceptors/interceptor.js';
import { refuseEmptyBody, refuseRedirect, unexpectedResponse } from '../../calls/response/unexpected-response.js';
import { isKnownCode } from '../../domain/gateway-codes.js';
import { DecodeError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { textIn } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { redact, type SecretSource } from '../../redact/redact.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { Answer, Asked } from '../description/parts/answer.js';
import { isJsonObject } from '../description/parts/answer-field.js';
import { type ErrorAnswer, readErrorJson, readErrorText } from '../description/parts/errors.js';
import { answerError, hiding } from './answer-error.js';
import { parsedJson } from './parsed-json.js';

/** The request that an answer belongs to. */
export interface AnswerContext {
  readonly operation: string;
  readonly asked: Asked;
  /** Knows what was sent, to hide it where the answer echoes it. */
  readonly source: SecretSource;
  /** To name its account where the credentials are refused. */
  readonly request: Pick<TransportRequest, 'url' | 'label'>;
}

/**
 * Makes of a response what the request asked for, whatever form the answer has: JSON or text. The body decides, then
 * the status (section 7 names no statuses).
 *
 * @throws GatewayError of the class that the answer's error stands for
 * @throws HttpStatusError for what is not of the interface, such as a page of a proxy
 * @throws DecodeError for what is neither an answer nor an error: the request may have been carried out
 */
export async function readAnswer<R>(
  response: TransportResponse,
  answer: Answer<R>,
  context: AnswerContext,
): Promise<AttemptResult<R>> {
  const { operation, source } = context;
  refuseRedirect(response, operation, source);
  const whole = await wholeResponse(response, operation);
  return { value: answerOf(whole, answer, context), status: whole.status, bytes: whole.body.length };
}

/** The same of a response whose body is there. */
export function answerOf<R>(
  response: TransportResponse & { readonly body: Uint8Array },
  answer: Answer<R>,
  { operation, asked, source, request }: AnswerContext,
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
    if (isOfServer(error, status)) throw unexpected('an error of a server before the gateway', text);
    if (hasMessages(json)) throw new DecodeError('has messages and an error at once', { operation });
    throw answerError(error, operation, hiding(source), accountIn(request));
  }
  if (!isSuccess) throw unexpected('no answer of the interface', text);
  if (json === undefined && text.trimStart().startsWith('<'))
    throw unexpected('a page, no answer of the interface', text);
  try {
    return json === undefined ? answer.readText(text, asked) : answer.readJson(json, asked);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    throw new DecodeError(`the answer ${problem.message}`, { path: problem.path, operation });
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

/** Reads an answer as JSON. @returns `undefined` for what is no object and no list of it */
export function jsonOf(text: string): unknown {
  if (!/^\s{0,64}[[{]/.test(text)) return undefined;
  try {
    return parsedJson(text);
  } catch {
    return undefined;
  }
}

/** An entry that says no is the answer's error where it stands alone; among others it is that of a message. */
function errorOfText(text: string): ErrorAnswer | undefined {
  const entries = text.split(/[;\r\n]/, 64).filter((entry) => entry.trim() !== '');
  return entries.length === 1 ? readErrorText(entries[0] ?? '') : undefined;
}

function hasMessages(json: unknown): boolean {
  return isJsonObject(json) && Array.isArray(json.list) && json.list.length > 0;
}

/** A server before the gateway may have failed: such an error says nothing about what the gateway has done. */
function isOfServer({ code }: ErrorAnswer, status: number): boolean {
  if (status < 500 && status !== 408) return false;
  return !isKnownCode(code);
}
