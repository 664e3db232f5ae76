import type { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { latin1 } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { FORM } from '../../http-message/form.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { toUtf8 } from '../../xml/charset.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { ForeignRequest } from './foreign-call.js';

/**
 * Says why a request of another tool is none of the service: first by what its body is, then by what is in it.
 *
 * @param isXml - it was read as XML, which nothing else can be
 */
export function whyNoRequest({ body, headers }: ForeignRequest, error: ValidationError, isXml: boolean): string {
  const reason = error.message.replace(/^\w+: /, '');
  const { mediaType, charset } = parseContentType(headers['content-type']);
  if (error.path !== 'body' || !isXml || mediaType.startsWith('multipart/')) return reason;
  const text = latin1(body).replaceAll('\0', '').replace(BYTE_ORDER_MARK, '').trim();
  const kind = kindOf(text, mediaType);
  if (kind !== undefined) return `is no request: ${kind}`;
  const isSpoilt = !NOT_OF_SOAP.test(text) && !isWellFormed(body, charset);
  return isSpoilt ? reason.replace(/^is no request: /, 'is no request: is not well-formed: ') : reason;
}

/** As latin1 has it: of UTF-8, and of UTF-16. */
const BYTE_ORDER_MARK = /^(?:ï»¿|ÿþ|þÿ)/;

/** Is well-formed, and not in SOAP. */
const NOT_OF_SOAP = /<!DOCTYPE|<\?(?!xml\s)/;

/** The kind of a body that is no XML; `undefined` for one that may be. */
function kindOf(text: string, mediaType: string): string | undefined {
  if (text === '') return 'has no body';
  if (/^<(?:!doctype html|html)[\s>]/i.test(text)) return 'is a page of HTML';
  if (isJson(text)) return 'is a JSON body';
  if (mediaType === FORM || /^[\w.-]{1,60}=[^<\s]*$/.test(text)) return 'is a form';
  return text.startsWith('<') ? undefined : 'is a text, and no XML';
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isWellFormed(body: Uint8Array, charset: string | undefined): boolean {
  try {
    const xml = new XmlReader(new XmlSource(Buffer.from(toUtf8(body, charset))), DEFAULT_LIMITS);
    while (xml.next() !== 'eof');
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}
