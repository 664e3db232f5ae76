import { Problem } from '../../../errors/problem.js';
import { latin1 } from '../../../http-message/charset.js';
import { parseContentType } from '../../../http-message/content-type.js';
import { FORM } from '../../../http-message/form.js';
import { toUtf8 } from '../../../xml/charset.js';
import { XmlReader } from '../../../xml/reader.js';
import { XmlSource } from '../../../xml/source.js';
import type { HttpRequest } from '../../contract/contract.js';

/**
 * Describes why a body as a whole is not a request: it is not XML, or not well-formed.
 *
 * @returns `undefined` if it has another problem
 */
export function bodyFault({ body: given, headers }: HttpRequest): string | undefined {
  const body = typeof given === 'string' ? Buffer.from(given, 'utf8') : given;
  const { mediaType, charset } = parseContentType(headers['content-type']);
  if (mediaType.startsWith('multipart/')) return undefined;
  const text = latin1(body).replaceAll('\0', '').replace(BYTE_ORDER_MARK, '').trim();
  const kind = kindOf(text, mediaType);
  if (kind !== undefined || NOT_OF_SOAP.test(text)) return kind;
  return isWellFormed(body, charset) ? undefined : 'is not well-formed';
}

/** As latin1 text: for UTF-8 and UTF-16. */
const BYTE_ORDER_MARK = /^(?:ï»¿|ÿþ|þÿ)/;

/** Well-formed, but not allowed in SOAP. */
const NOT_OF_SOAP = /<!DOCTYPE|<\?(?!xml\s)/;

/** Describes a body that is not XML. Returns `undefined` for one that may be. */
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

const ANY = { maxDepth: 1_000_000, maxAttributes: 100_000 };

function isWellFormed(body: Uint8Array, charset: string | undefined): boolean {
  try {
    const xml = new XmlReader(new XmlSource(Buffer.from(toUtf8(body, charset))), ANY);
    while (xml.next() !== 'eof');
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}
