import { GatewayError, HttpStatusError, isSmsServiceError } from '../../../errors/errors.js';
import { Problem } from '../../../errors/problem.js';
import { readErrorText, writeErrorText } from '../../../http-client/description/parts/errors.js';
import { jsonOf } from '../../../http-client/requests/read-answer.js';
import { latin1, textIn } from '../../../http-message/charset.js';
import { parseContentType } from '../../../http-message/content-type.js';
import { isRedirect } from '../../../http-message/response-headers.js';
import type { Redactor } from '../../../redact/redact.js';
import type { KeepContext, WholeResponse } from '../../contract/contract.js';
import { type ContentType, keptHeaders } from '../../contract/kept-headers.js';
import { leavesOf } from '../../contract/values.js';
import type { NotKept, RecordedResponse } from '../../har/recording.js';
import { TextCleaner } from '../../privacy/clean-text.js';
import { kindOf } from '../request/field-kinds.js';
import { endpointFor } from '../request/write-request.js';
import { type Clean, keptCode, keptJson } from './kept-json.js';
import { keptText } from './kept-text.js';
import { errorOf } from './read-response.js';

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
  const asItCame = context.pseudonyms.isActive ? undefined : textAsItCame(response, context);
  if (asItCame !== undefined) return asItCame;
  if (context.isBrokenOff) return none;
  const error = errorOf(response, context.request);
  if (error !== undefined && !(error instanceof GatewayError)) return notKept(response, error);
  // In the form that clients read.
  const text = textOf(response).replace(/^\uFEFF/, '');
  const json = jsonOf(text);
  const type = json === undefined ? TEXT : JSON_TEXT;
  return { status, headers: keptHeaders(headers, type), text: madeAnew(text, json, error !== undefined, context) };
}

const TEXT: ContentType = { mediaType: 'text/plain', charset: 'utf-8' };
const JSON_TEXT: ContentType = { mediaType: 'application/json', charset: 'utf-8' };

function madeAnew(
  text: string,
  json: unknown,
  isError: boolean,
  { request, pseudonyms, mask }: Omit<KeepContext, 'isBrokenOff'>,
): string {
  const endpoint = endpointFor(request);
  const made = (clean: Clean): string => {
    if (json !== undefined) return JSON.stringify(keptJson(json, endpoint, clean));
    if (!isError) return keptText(text, endpoint, clean);
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

function textAsItCame({ status, headers, body }: WholeResponse, { mask }: KeepContext): RecordedResponse | undefined {
  const { mediaType, charset } = parseContentType(headers['content-type']);
  try {
    const text = textOf({ headers, body });
    if (isEchoing(text, mask)) return undefined;
    const isNamed = headers['content-type'] !== undefined;
    return { status, headers: keptHeaders(headers, { mediaType, charset: isNamed ? 'utf-8' : undefined }), text };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const letters = latin1(body);
  // Many charsets use two bytes per letter.
  if ([letters, letters.replaceAll('\0', '')].some((text) => mask(text) !== text)) return undefined;
  const text = Buffer.from(body).toString('base64');
  return { status, headers: keptHeaders(headers, { mediaType, charset }), text, encoding: 'base64' };
}

const JSON_ESCAPE = /\\u([\da-f]{4})/gi;

function isEchoing(text: string, mask: Redactor): boolean {
  if (mask(text) !== text) return true;
  const unescaped = text.replace(JSON_ESCAPE, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return unescaped !== text && mask(unescaped) !== unescaped;
}

/** Replaces a body that is not stored by a text that causes an error with the same code in every client. */
function notKept({ status, headers, body }: WholeResponse, error: unknown): RecordedResponse {
  const isPage = error instanceof HttpStatusError;
  const what = `The ${body.length} bytes of this response are not kept.`;
  const page = body.length === 0 ? '' : `<!-- ${what} -->`;
  const kept: NotKept = {
    code: isPage ? 'HTTP_STATUS' : 'DECODE',
    outcome: isSmsServiceError(error) ? error.outcome : 'unknown',
    bytes: body.length,
  };
  return {
    status,
    headers: keptHeaders(headers, isPage ? { ...TEXT, mediaType: 'text/html' } : JSON_TEXT),
    // A response with both messages and an error is invalid for every client.
    text: isPage ? page : JSON.stringify({ error: 8, list: [{}], message: what }),
    notKept: kept,
  };
}
