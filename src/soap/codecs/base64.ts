import { TextDecoder } from 'node:util';
import { Problem } from '../../errors/problem.js';

/** The length is checked separately: a repeated group of four characters would need stack proportional to the text. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function bytesOfBase64(raw: string): Buffer {
  const packed = raw.replace(/[ \t\r\n]+/g, '');
  if (packed.length % 4 !== 0 || !BASE64.test(packed)) throw new Problem('is not base64');
  return Buffer.from(packed, 'base64');
}

export function textOfBase64(raw: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfBase64(raw));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('is base64 of bytes that are not UTF-8 text');
  }
}
