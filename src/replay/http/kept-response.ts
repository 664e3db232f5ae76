import { GatewayError, HttpStatusError, isSmsServiceError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import type { AnyEndpoint } from '../../http-client/description/endpoints.js';
import { readBoolean, readNumber } from '../../http-client/description/parts/answer-field.js';
import { readErrorText, writeErrorText } from '../../http-client/description/parts/errors.js';
import { jsonOf } from '../../http-client/requests/read-answer.js';
import { latin1, textIn } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { isRedirect } from '../../http-message/response-headers.js';
import type { Redactor } from '../../redact/redact.js';
import type { KeepContext, WholeResponse } from '../contract/contract.js';
import { type ContentType, keptHeaders } from '../contract/kept-headers.js';
import { leavesOf } from '../contract/values.js';
import type { NotKept, RecordedResponse } from '../har/recording.js';
import { TextCleaner } from '../privacy/clean-text.js';
import { answerKind } from './answer-kinds.js';
import { kindOf } from './field-kinds.js';
import { type Clean, keptCode, keptJson } from './kept-json.js';
import { errorOf } from './read-response.js';
import { endpointFor } from './request.js';

function keptText(text: string, { path, selector }: AnyEndpoint, clean: Clean): string {
  switch (selector === undefined ? path : `${path} ${selector.name}`) {
    case 'sms.do':
    case 'mms.do':
    case 'vms.do':
    case 'hlr.do':
      return keptEntries(text, clean);
    case 'user.do add_user':
    case 'user.do set_user':
      return `OK:${clean('name', behindOk(text).trim())}`;
    case 'user.do get_user':
      return `OK:${keptUser(behindOk(text), clean)}`;
    case 'user.do list':
      return `OK: ${eachPart(behindOk(text), (name) => clean('name', name))}`;
    case 'user.do credits':
      return keptPoints(text);
    case 'sender.do status':
      return `OK:${keptStatus(behindOk(text).trim(), clean)}`;
    case 'sender.do list':
      return `OK:${eachPart(behindOk(text), (entry) => keptSender(entry, clean))}`;
    default:
      return 'OK';
  }
}

const NONE = '?';

function behindOk(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end).replace(/^\s*OK\b\s*:?\s*/i, '');
}

function eachPart(listed: string, make: (part: string) => string): string {
  return listed
    .split(':')
    .map((part) => (part.trim() === '' ? '' : make(part.trim())))
    .join(':');
}

/** `OK:<ID>:<POINTS>:<PHONE>` and `ERROR:<ERR>`, one or several (section 2.2). */
function keptEntries(text: string, clean: Clean): string {
  return text
    .split(/[;\r\n]/)
    .map((entry) => (entry.trim() === '' ? '' : keptEntry(entry.trim(), clean)))
    .join(';');
}

function keptEntry(entry: string, clean: Clean): string {
  const error = readErrorText(entry);
  if (error !== undefined) return writeErrorText({ code: keptCode(error.code, clean) });
  const [, id = '', points, number] = entry.split(':').map((part) => part.trim());
  const kept = ['OK', id === '' ? '' : clean('id', id)];
  if (points !== undefined) kept.push(points === '' || readNumber(points) !== null ? points : NONE);
  if (number !== undefined) kept.push(number === '' ? '' : clean('number', number));
  return kept.join(':');
}

/** `<LIMIT>:<MONTH_LIMIT>:<SENDERS>:<PHONEBOOK>:<ACTIVE>:<INFO>` (section 2.4). The last one may contain colons. */
function keptUser(listed: string, clean: Clean): string {
  const parts = listed.split(':');
  const info = parts.slice(FLAGS_END).join(':');
  const kept = parts.slice(0, FLAGS_END).map((part, index) => {
    const value = index < AMOUNTS ? readNumber(part) : readBoolean(part);
    return value === null ? NONE : part.trim();
  });
  if (parts.length > FLAGS_END) kept.push(info === '' ? '' : clean('name', info));
  return kept.join(':');
}

const [AMOUNTS, FLAGS_END] = [2, 5];

function keptPoints(text: string): string {
  const [word = '', listed = ''] = text.trim().split(':');
  const amounts = listed.split(';').map((amount) => (readNumber(amount) === null ? NONE : amount.trim()));
  return `${word.trim()}: ${amounts.join(';')}`;
}

/** `<SENDER>,<STATUS>`. The name may contain commas. */
function keptSender(entry: string, clean: Clean): string {
  const comma = entry.lastIndexOf(',');
  return `${clean('other', entry.slice(0, comma))},${keptStatus(entry.slice(comma + 1).trim(), clean)}`;
}

function keptStatus(status: string, clean: Clean): string {
  return clean(answerKind('sender.do', ['status'], status), status);
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
