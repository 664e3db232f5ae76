import { gatewayError } from '../../domain/gateway-codes.js';
import type { GatewayError, InvalidNumber } from '../../errors/errors.js';
import { type Redactor, redactor, type SecretSource } from '../../redact/redact.js';
import type { ErrorAnswer, InvalidNumberRecord } from '../description/parts/errors.js';

/** The most characters that an error shows of a code that is a text, and of the gateway's own words. */
const MAX_CODE = 64;
const MAX_WORDS = 1000;

/**
 * Makes the typed error of an answer that says no.
 *
 * @param hide - see {@link hiding}
 * @param account - in words, for a refusal of its credentials
 */
export function answerError(
  { code, message, invalidNumbers, raw }: ErrorAnswer,
  operation: string,
  hide: Redactor,
  account?: string,
): GatewayError {
  const shown = typeof code === 'string' ? hide(code).slice(0, MAX_CODE) : code;
  return gatewayError(shown, hide(message).slice(0, MAX_WORDS), {
    operation,
    account,
    isHttp: true,
    invalidNumbers: invalidNumbers.map(invalidNumber),
    raw,
  });
}

/** A refused number, without the `null`s of what the gateway did not say. */
export function invalidNumber({ number, submittedNumber, message }: InvalidNumberRecord): InvalidNumber {
  return { number: number ?? '', submittedNumber: submittedNumber ?? '', message: message ?? '' };
}

/**
 * Makes what hides in the texts of one answer all that was sent: the secrets are asked for once, when there is a text,
 * and a text that comes again is not looked through again. An answer can have an error for each of its messages.
 */
export function hiding(source: SecretSource): Redactor {
  const done = new Map<string, string>();
  let hide: Redactor | undefined;
  return (text) => {
    if (text === '') return '';
    let hidden = done.get(text);
    if (hidden === undefined) {
      hide ??= redactor(source.secrets());
      hidden = hide(text);
      if (done.size < MAX_KEPT) done.set(text, hidden);
    }
    return hidden;
  };
}

/** Of a list of errors most have the same words. */
const MAX_KEPT = 1000;
