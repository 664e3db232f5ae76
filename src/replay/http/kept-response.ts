import { GatewayError, HttpStatusError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import type { AnyEndpoint } from '../../http-client/description/endpoints.js';
import { isJsonObject } from '../../http-client/description/parts/answer-field.js';
import { readErrorText, writeErrorText } from '../../http-client/description/parts/errors.js';
import { jsonOf } from '../../http-client/requests/read-answer.js';
import { textIn } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { isRedirect } from '../../http-message/response-headers.js';
import type { Redactor } from '../../redact/redact.js';
import type { KeepContext, ReadRequest, WholeResponse } from '../contract/contract.js';
import { type ContentType, keptHeaders } from '../contract/kept-headers.js';
import { base64Text, describeNotKept } from '../contract/unusual-bodies.js';
import { leavesOf } from '../contract/values.js';
import type { RecordedResponse } from '../har/recording.js';
import { TextCleaner } from '../privacy/clean-text.js';
import { answerKind } from './answer-kinds.js';
import { kindOf } from './field-kinds.js';
import { type Clean, isError, keptCode, keptJson } from './kept-json.js';
import { errorOf } from './read-response.js';
import { endpointFor, requestParameters } from './request.js';

/** Writes the values of a text response again. */
function cleanedText(text: string, request: ReadRequest, { path, answer }: AnyEndpoint, clean: Clean): string {
  const { records } = answer;
  const table = records['list[]'] ?? records['[]'] ?? records[''] ?? {};
  const cleaned = (value: unknown, names: readonly string[]): unknown => {
    if (typeof value === 'string') return clean(answerKind(path, names, value), value);
    if (Array.isArray(value)) return value.map((one) => cleaned(one, names));
    if (isError(value)) return { ...value, code: keptCode(value.code, clean) };
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, part]) => [name, cleaned(part, table[name]?.names ?? [])]));
  };
  const result = cleaned(answer.readText(text, requestParameters(request)), []);
  // Without the recipients, the number of a single recipient is written, too.
  return answer.writeText(result, {});
}

/**
 * Converts a response to its stored form. The original text is stored only if no kind of pseudonyms is active and the
 * text contains no secrets. Otherwise all values that the description defines are written again. If the response is
 * unreadable, its text is not stored. The recording then contains the error of the caller, and a text that causes the
 * same error in every client.
 */
export function keptResponse(response: WholeResponse, context: KeepContext): RecordedResponse {
  const { status, headers } = response;
  const none = { status, headers: keptHeaders(headers, TEXT), text: '' };
  // Clients ignore the body of a redirect.
  if (isRedirect(status)) return none;
  const original = context.pseudonyms.isActive ? undefined : originalResponse(response, context);
  if (original !== undefined) return original;
  if (context.isBrokenOff) return none;
  const error = errorOf(response, context.request);
  if (error !== undefined && !(error instanceof GatewayError)) return notKept(response, error);
  // In the form that clients read.
  const text = textOf(response).replace(/^\uFEFF/, '');
  const json = jsonOf(text);
  const type = json === undefined ? TEXT : JSON_TEXT;
  return { status, headers: keptHeaders(headers, type), text: rewrittenText(text, json, error !== undefined, context) };
}

const TEXT: ContentType = { mediaType: 'text/plain', charset: 'utf-8' };
const JSON_TEXT: ContentType = { mediaType: 'application/json', charset: 'utf-8' };

function rewrittenText(
  text: string,
  json: unknown,
  isError: boolean,
  { request, pseudonyms, mask }: Omit<KeepContext, 'isBrokenOff'>,
): string {
  const endpoint = endpointFor(request);
  const made = (clean: Clean): string => {
    if (json !== undefined) return JSON.stringify(keptJson(json, endpoint, clean));
    if (!isError) return cleanedText(text, request, endpoint, clean);
    const code = readErrorText(text.replace(/^[;\s]+/, ''))?.code ?? 0;
    return writeErrorText({ code: keptCode(code, clean) });
  };
  const numbers = [...leavesOf(request.input)]
    .filter(({ name }) => kindOf(name) === 'number')
    .map(({ value }) => `${value}`);
  made((kind, one) => {
    if (kind === 'number') numbers.push(one);
    return one;
  });
  // The kinds replace the names of fields, because a name may have different kinds in different records.
  const cleaner = new TextCleaner({ pseudonyms, mask, kindOf: (kind) => kind as ReturnType<typeof kindOf> }, numbers);
  return made((kind, one) => cleaner.of(kind, one));
}

/** Returns the text of a body. @throws Problem if it is invalid in its charset */
function textOf({ headers, body }: Pick<WholeResponse, 'headers' | 'body'>): string {
  return textIn(body, parseContentType(headers['content-type']).charset);
}

function originalResponse(
  { status, headers, body }: WholeResponse,
  { mask }: KeepContext,
): RecordedResponse | undefined {
  const { mediaType, charset } = parseContentType(headers['content-type']);
  try {
    const text = textOf({ headers, body });
    if (isEchoing(text, mask)) return undefined;
    const isNamed = headers['content-type'] !== undefined;
    return { status, headers: keptHeaders(headers, { mediaType, charset: isNamed ? 'utf-8' : undefined }), text };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const text = base64Text(body, mask);
  if (text === undefined) return undefined;
  return { status, headers: keptHeaders(headers, { mediaType, charset }), text, encoding: 'base64' };
}

const JSON_ESCAPE = /\\u([\da-f]{4})/gi;

/** Returns true if a text contains a secret, also one that is encoded in an escaped JSON string. */
function isEchoing(text: string, mask: Redactor): boolean {
  const unescaped = text.replace(JSON_ESCAPE, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return [text, unescaped].some((one) => mask(one) !== one);
}

function notKept({ status, headers, body }: WholeResponse, error: unknown): RecordedResponse {
  const isPage = error instanceof HttpStatusError;
  const what = `The ${body.length} bytes of this response are not kept.`;
  const page = body.length === 0 ? '' : `<!-- ${what} -->`;
  return {
    status,
    headers: keptHeaders(headers, isPage ? { ...TEXT, mediaType: 'text/html' } : JSON_TEXT),
    // A response with both messages and an error is invalid for every client.
    text: isPage ? page : JSON.stringify({ error: 8, list: [{}], message: what }),
    notKept: describeNotKept(body, error),
  };
}
