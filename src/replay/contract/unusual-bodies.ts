import { HttpStatusError, isSmsServiceError } from '../../errors/errors.js';
import { latin1 } from '../../http-message/charset.js';
import type { Redactor } from '../../redact/redact.js';
import type { NotKept } from '../har/recording.js';

/** Returns a body in base64; `undefined` if it contains a secret. */
export function base64Text(body: Uint8Array, mask: Redactor): string | undefined {
  const letters = latin1(body);
  // Many charsets use two bytes per letter.
  const isEchoing = [letters, letters.replaceAll('\0', '')].some((text) => mask(text) !== text);
  return isEchoing ? undefined : Buffer.from(body).toString('base64');
}

/** Describes a response that is not stored, because its body cannot be decoded. */
export function describeNotKept(body: Uint8Array, error: unknown): NotKept {
  return {
    code: error instanceof HttpStatusError ? 'HTTP_STATUS' : 'DECODE',
    outcome: isSmsServiceError(error) ? error.outcome : 'unknown',
    bytes: body.length,
  };
}
