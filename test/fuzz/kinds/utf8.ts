import { Problem } from '../../../src/errors/problem.js';
import { parseContentType } from '../../../src/http-message/content-type.js';
import { toUtf8 } from '../../../src/xml/charset.js';

/** Returns a document as the SOAP layer decodes it, or `undefined` if its bytes are invalid in its charset. */
export function utf8Of(bytes: Uint8Array, contentType?: string): Uint8Array | undefined {
  try {
    return toUtf8(bytes, parseContentType(contentType).charset);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
