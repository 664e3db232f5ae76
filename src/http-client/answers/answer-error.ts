import { gatewayError, HTTP_HINTS } from '../../domain/gateway-codes.js';
import type { GatewayError, InvalidNumber } from '../../errors/errors.js';
import { redact, type SecretSource } from '../../redact/redact.js';
import type { ErrorAnswer, InvalidNumberRecord } from '../description/parts/errors.js';

/** Makes the typed error of an answer that says no. */
export function answerError(
  { code, message, invalidNumbers, raw }: ErrorAnswer,
  operation: string,
  source: SecretSource,
): GatewayError {
  const shown = typeof code === 'string' ? redact(code, source.secrets()) : code;
  return gatewayError(shown, redact(message, source.secrets()), {
    operation,
    hints: HTTP_HINTS,
    invalidNumbers: invalidNumbers.map(invalidNumber),
    raw,
  });
}

/** A refused number, without the `null`s of what the gateway did not say. */
export function invalidNumber({ number, submittedNumber, message }: InvalidNumberRecord): InvalidNumber {
  return { number: number ?? '', submittedNumber: submittedNumber ?? '', message: message ?? '' };
}
