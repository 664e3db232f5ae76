import { systemCode } from '../../../errors/service-error.js';
import type { Amounts } from './amounts.js';
import { type ForeignMessage, NotUsable, shownWord } from './foreign-call.js';

/**
 * Decodes a body that nock stores as hexadecimal digits, because it is not UTF-8. Returns `undefined` for other texts.
 */
export function bytesOfHex(body: string): Uint8Array | undefined {
  const isHex = body !== '' && body.length % 2 === 0 && !/[^0-9a-f]/.test(body);
  return isHex ? Buffer.from(body, 'hex') : undefined;
}

export function messageOfText(headers: ForeignMessage['headers'], text: string): ForeignMessage {
  const { 'content-type': type = isXml(text) ? 'text/xml' : '' } = headers;
  if (type === '') return { headers, body: Buffer.from(text, 'utf8') };
  const isMultipart = /^multipart\//i.test(type);
  const utf8 = isMultipart ? type : `${type.replace(/;.*/s, '').trim()}; charset=utf-8`;
  return { headers: { ...headers, 'content-type': utf8 }, body: Buffer.from(text, 'utf8') };
}

/** Creates a message from a body that is stored as a JSON value. */
export function messageOfJson(headers: ForeignMessage['headers'], value: object): ForeignMessage {
  const { 'content-encoding': _coding, ...others } = headers;
  return messageOfText({ 'content-type': 'application/json', ...others }, JSON.stringify(value));
}

function isXml(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/**
 * Creates a message from a body that is stored as the bytes on the wire.
 *
 * @param place - the position of the recording
 * @throws ValidationError if it becomes too large
 */
export function messageOfBytes(
  headers: ForeignMessage['headers'],
  bytes: Uint8Array,
  place: string,
  amounts: Amounts,
): ForeignMessage {
  const zlib = process.getBuiltinModule('node:zlib');
  const { 'content-encoding': coding = 'identity', ...others } = headers;
  const options = { maxOutputLength: Math.max(1, amounts.left) };
  try {
    switch (coding.trim().toLowerCase()) {
      case 'identity':
        return { headers: others, body: bytes };
      case 'gzip':
      case 'x-gzip':
      case 'deflate':
        return { headers: others, body: zlib.unzipSync(bytes, options) };
      case 'br':
        return { headers: others, body: zlib.brotliDecompressSync(bytes, options) };
      default:
        throw new NotUsable(`has the content coding ${shownWord(coding)}, which is not known here`);
    }
  } catch (cause) {
    if (cause instanceof NotUsable) throw cause;
    if (systemCode(cause) === 'ERR_BUFFER_TOO_LARGE') amounts.refuse(place);
    throw new NotUsable(`its body is not ${shownWord(coding)}, as its header says`, { cause });
  }
}
