import { HttpStatusError } from '../../../errors/errors.js';
import { Problem } from '../../../errors/problem.js';
import { latin1 } from '../../../http-message/charset.js';
import { isRedirect } from '../../../http-message/redirect.js';
import { documentOf } from '../../../soap/messages/attachments.js';
import { skipWhiteSpace, toUtf8 } from '../../../xml/charset.js';
import type { KeepContext, WholeResponse } from '../../contract/contract.js';
import { type ContentType, keptHeaders } from '../../contract/kept-headers.js';
import type { RecordedResponse } from '../../har/recording.js';
import { isEchoing } from './echoes.js';
import { contentOf, errorOf } from './response-content.js';
import { writtenAnew } from './written-anew.js';

/**
 * Makes of a response what a cassette keeps. Its text is kept as it came only where nothing is replaced by pseudonyms
 * and nothing secret stands in it. Else its decoded values are written anew by the contract. Of a response that cannot
 * be decoded no text is kept, but the error that its caller got, and a text that gives every client the same error.
 *
 * Attachments are left out.
 */
export function keptResponse(response: WholeResponse, context: KeepContext): RecordedResponse {
  const { status, headers } = response;
  // Nobody reads what comes with a redirect.
  if (isRedirect(status)) return { status, headers: keptHeaders(headers, XML), text: '' };
  const asItCame = context.pseudonyms.isActive ? undefined : textAsItCame(response, context);
  if (asItCame !== undefined) return asItCame;
  if (context.isBrokenOff) return { status, headers: keptHeaders(headers, XML), text: '' };
  const content = contentOf(response, context.request);
  if (content === undefined) return notKept(response, context);
  return { status, headers: keptHeaders(headers, XML), text: writtenAnew(content, context) };
}

const XML: ContentType = { mediaType: 'text/xml', charset: 'utf-8' };

/** The body as it came, in UTF-8 where it is a text; `undefined` where something secret stands in it. */
function textAsItCame({ status, headers, body }: WholeResponse, context: KeepContext): RecordedResponse | undefined {
  const { mask, isBrokenOff } = context;
  const { document, contentType } = documentOf(body, headers['content-type']);
  const utf8 = utf8Of(document, contentType.charset);
  // Of what broke off it is not certain what it is, unless it was UTF-8 before.
  if (utf8 !== undefined && (!isBrokenOff || utf8.equals(skipWhiteSpace(document)))) {
    if (isEchoing(utf8, mask)) return undefined;
    const mediaType = contentType.mediaType || 'text/xml';
    return { status, headers: keptHeaders(headers, { mediaType, charset: 'utf-8' }), text: utf8.toString('utf8') };
  }
  const letters = latin1(document);
  // Of two bytes a letter in many charsets.
  if ([letters, letters.replaceAll('\0', '')].some((text) => mask(text) !== text)) return undefined;
  const text = Buffer.from(document).toString('base64');
  return { status, headers: keptHeaders(headers, contentType), text, encoding: 'base64' };
}

/** A document in UTF-8 as it is read; `undefined` where that would be read otherwise, or it is not in its charset. */
function utf8Of(document: Uint8Array, charset: string | undefined): Buffer | undefined {
  try {
    const begun = skipWhiteSpace(document);
    if (begun.length === 0) return Buffer.alloc(0);
    const utf8 = Buffer.from(skipWhiteSpace(toUtf8(begun, charset)));
    const isEmptyNow = utf8.length === 0;
    return isEmptyNow || utf8.subarray(0, 3).equals(BYTE_ORDER_MARK) ? undefined : utf8;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Makes a text in the place of a body that is not kept, which gives every client an error of the same code. */
function notKept(response: WholeResponse, { request }: KeepContext): RecordedResponse {
  const { status, headers, body } = response;
  const error = errorOf(response, request);
  const isPage = error instanceof HttpStatusError;
  const what = `The ${body.length} bytes of this response are not kept.`;
  const page = skipWhiteSpace(body).length === 0 ? '' : what;
  return {
    status,
    headers: keptHeaders(headers, isPage ? { ...XML, mediaType: 'text/plain' } : XML),
    text: isPage ? page : `${CUT_OFF}<!-- ${what} -->`,
    notKept: {
      code: isPage ? 'HTTP_STATUS' : 'DECODE',
      outcome: isPage ? error.outcome : 'unknown',
      bytes: body.length,
    },
  };
}

const CUT_OFF = '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/">';
