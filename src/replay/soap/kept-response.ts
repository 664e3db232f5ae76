import { gatewayError } from '../../domain/gateway-codes.js';
import { HttpStatusError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { isRedirect } from '../../http-message/response-headers.js';
import type { Redactor } from '../../redact/redact.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { documentOf } from '../../soap/messages/attachments.js';
import { skipWhiteSpace, toUtf8 } from '../../xml/charset.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { KeepContext, ReadRequest, WholeResponse } from '../contract/contract.js';
import { type ContentType, keptHeaders } from '../contract/kept-headers.js';
import { base64Text, describeNotKept } from '../contract/unusual-bodies.js';
import type { RecordedResponse } from '../har/recording.js';
import { contentOf, errorOf } from './response-content.js';
import { rewrittenResponse } from './rewritten-response.js';

export function isRefusal(response: WholeResponse, request: ReadRequest): boolean {
  // Almost no other response contains these digits, so most are not decoded again.
  if (!/10[12]|&#/.test(Buffer.from(response.body).toString('latin1'))) return false;
  const content = contentOf(response, request);
  if (content?.kind !== 'output') return false;
  const { result } = content.output as { readonly result?: unknown };
  return typeof result === 'number' && gatewayError(result, '').code === 'AUTHENTICATION';
}

/**
 * Returns true if a document contains a value that a redactor hides: in its markup, or in the text of an element. The
 * text may be split in several pieces.
 */
function isEchoing(document: Uint8Array, mask: Redactor): boolean {
  const parts = partsOf(document);
  return parts.some((part) => mask(part) !== part);
}

const BETWEEN = '\nzq\n';

function partsOf(document: Uint8Array): readonly string[] {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.length);
  const markup = new Set<string>();
  let texts = '';
  let start = 0;
  try {
    const xml = new XmlReader(new XmlSource(bytes), { ...DEFAULT_LIMITS, maxDepth: Number.MAX_SAFE_INTEGER });
    for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
      if (token === 'text') texts += xml.value;
      else texts += BETWEEN;
      const raw = bytes.toString('utf8', start, xml.position);
      // Comments may split a text.
      if (token !== 'text' || raw.includes('<')) markup.add(raw);
      start = xml.position;
    }
    markup.add(bytes.toString('utf8', start));
    return [texts, [...markup].join(BETWEEN)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [bytes.toString('utf8')];
  }
}

/**
 * Converts a response to its stored form. The original text is stored only if no kind of pseudonyms is active and the
 * text contains no secrets. Otherwise its decoded values are written again by the contract. If the response cannot be
 * decoded, its text is not stored. The recording then contains the error of the caller, and a text that causes the same
 * error in every client. Attachments are not stored.
 */
export function keptResponse(response: WholeResponse, context: KeepContext): RecordedResponse {
  const { status, headers } = response;
  // Clients ignore the body of a redirect.
  if (isRedirect(status)) return { status, headers: keptHeaders(headers, XML), text: '' };
  const original = context.pseudonyms.isActive ? undefined : originalResponse(response, context);
  if (original !== undefined) return original;
  if (context.isBrokenOff) return { status, headers: keptHeaders(headers, XML), text: '' };
  const content = contentOf(response, context.request);
  if (content === undefined) return notKept(response, context);
  return { status, headers: keptHeaders(headers, XML), text: rewrittenResponse(content, context) };
}

const XML: ContentType = { mediaType: 'text/xml', charset: 'utf-8' };

function originalResponse(
  { status, headers, body }: WholeResponse,
  context: KeepContext,
): RecordedResponse | undefined {
  const { mask, isBrokenOff } = context;
  const { document, contentType } = documentOf(body, headers['content-type']);
  const utf8 = utf8Of(document, contentType.charset);
  // The charset of an incomplete response is uncertain unless it was UTF-8 originally.
  if (utf8 !== undefined && (!isBrokenOff || utf8.equals(skipWhiteSpace(document)))) {
    if (isEchoing(utf8, mask)) return undefined;
    const mediaType = contentType.mediaType || 'text/xml';
    return { status, headers: keptHeaders(headers, { mediaType, charset: 'utf-8' }), text: utf8.toString('utf8') };
  }
  const text = base64Text(document, mask);
  if (text === undefined) return undefined;
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
    notKept: describeNotKept(body, error),
  };
}

const CUT_OFF = '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/">';
