import type { ForeignMessage } from './foreign-call.js';
import { NotUsable } from './foreign-call.js';

/** The most bytes that a compressed body may become. */
const MAX_BYTES = 268_435_456;

/** The bytes of a body that nock gives as hexadecimal digits, because it is no UTF-8; `undefined` for another text. */
export function bytesOfHex(body: string): Uint8Array | undefined {
  return /^(?:[0-9a-f]{2})+$/.test(body) ? Buffer.from(body, 'hex') : undefined;
}

/** A message whose body is kept as a text: whatever charset its header names, that is what it was. */
export function messageOfText(headers: ForeignMessage['headers'], text: string): ForeignMessage {
  const { 'content-type': type = 'text/xml' } = headers;
  const isMultipart = /^multipart\//i.test(type);
  const utf8 = isMultipart ? type : `${type.replace(/;.*/s, '').trim()}; charset=utf-8`;
  return { headers: { ...headers, 'content-type': utf8 }, body: Buffer.from(text, 'utf8') };
}

/** A message whose body is kept as the bytes that went over the wire. */
export function messageOfBytes(headers: ForeignMessage['headers'], bytes: Uint8Array): ForeignMessage {
  const zlib = process.getBuiltinModule('node:zlib');
  const { 'content-encoding': coding = 'identity', ...others } = headers;
  const options = { maxOutputLength: MAX_BYTES };
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
        throw new NotUsable(`has the content coding ${coding}, which is not known here`);
    }
  } catch (cause) {
    if (cause instanceof NotUsable) throw cause;
    throw new NotUsable(`its body is not ${coding}, as its header says`, { cause });
  }
}
