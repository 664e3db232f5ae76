import { HttpStatusError } from '../../../errors/errors.js';
import { Problem } from '../../../errors/problem.js';
import { latin1 } from '../../../http-message/charset.js';
import { isRedirect } from '../../../http-message/response-headers.js';
import { documentOf } from '../../../soap/messages/attachments.js';
import { skipWhiteSpace, toUtf8 } from '../../../xml/charset.js';
import type { KeepContext, WholeResponse } from '../../contract/contract.js';
import { type ContentType, keptHeaders } from '../../contract/kept-headers.js';
import type { RecordedResponse } from '../../har/recording.js';
import { isEchoing } from './echoes.js';
import { contentOf, errorOf } from './response-content.js';
import { writtenAnew } from './written-anew.js';

/**
 * Converts a response to its stored form. The original text is stored only if no kind of pseudonyms is active and the
 * text contains no secrets. Otherwise its decoded values are written again by the contract. If the response cannot be
 * decoded, its text is not stored. The recording then contains the error of the caller, and a text that causes the same
 * error in every client.
 *
 * Attachments are not stored.
 */
export function keptResponse(response: WholeResponse, context: KeepContext): RecordedResponse {
  const { status, headers } = response;
  // Clients ignore the body of a redirect.
  if (isRedirect(status)) return { status, headers: keptHeaders(headers, XML), text: '' };
  const asItCame = context.pseudonyms.isActive ? undefined : textAsItCame(response, context);
  if (asItCame !== undefined) return asItCame;
  if (context.isBrokenOff) return { status, headers: keptHeaders(headers, XML), text: '' };
  const content = contentOf(response, context.request);
  if (content === undefined) return notKept(response, context);
  return { status, headers: keptHeaders(headers, XML), text: writtenAnew(content, context) };
}

const XML: ContentType = { mediaType: 'text/xml', charset: 'utf-8' };

function textAsItCame({ status, headers, body }: WholeResponse, context: KeepContext): RecordedResponse | undefined {
  const { mask, isBrokenOff } = context;
  const { document, contentType } = documentOf(body, headers['content-type']);
  const utf8 = utf8Of(document, contentType.charset);
  // The charset of an incomplete response is uncertain unless it was UTF-8 originally.
  if (utf8 !== undefined && (!isBrokenOff || utf8.equals(skipWhiteSpace(document)))) {
    if (isEchoing(utf8, mask)) return undefined;
    const mediaType = contentType.mediaType || 'text/xml';
    return { status, headers: keptHeaders(headers, { mediaType, charset: 'utf-8' }), text: utf8.toString('utf8') };
  }
  const letters = latin1(document);
  // Many charsets use two bytes per letter.
  if ([letters, letters.replaceAll('\0', '')].some((text) => mask(text) !== text)) return undefined;
  const text = Buffer.from(document).toString('base64');
  return { status, headers: keptHeaders(headers, contentType), text, encoding: 'base64' };
}

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

/** Replaces a body that is not stored by a text that causes an error with the same code in every client. */
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
