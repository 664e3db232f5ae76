import { ofAnotherRequest } from '../../errors/transport-errors.js';
import { internationalNumber, numberKey } from '../phone-number.js';

export interface NamedRecipient {
  readonly number?: string | null | undefined;
  readonly submittedNumber?: string | null | undefined;
}

/** A Polish number without its country prefix, and so what two spellings of any number have in common at their end. */
const LAST_DIGITS = 9;

/**
 * Checks that a response names only submitted recipients, compared as the gateway normalises them (section 4.1, `to`).
 * The response may name fewer recipients, in another order, or none.
 *
 * @param submitted - empty for a group, whose members only the gateway knows
 * @throws ConnectionError with the outcome `unknown`
 */
export function checkRecipients(
  submitted: readonly string[],
  recipients: Iterable<NamedRecipient>,
  operation: string,
  problem: string = 'is not one of the recipients',
): void {
  if (submitted.length === 0) return;
  let known: Recipients | undefined;
  let index = -1;
  for (const { number, submittedNumber } of recipients) {
    index += 1;
    // Most responses name the recipients in their order.
    const expected = submitted[index];
    if (expected !== undefined && isNumber(number, expected) && isNumber(submittedNumber, expected)) continue;
    known ??= new Recipients(submitted);
    if (number && !known.has(number)) throw ofAnotherRequest(`its number ${problem}`, { operation });
    if (submittedNumber && !known.has(submittedNumber)) {
      throw ofAnotherRequest(`its submitted_number ${problem}`, { operation });
    }
  }
}

function isNumber(input: string | null | undefined, expected: string): boolean {
  return !input || input === expected || numberKey(input) === numberKey(expected);
}

class Recipients {
  readonly #keys = new Set<string>();
  readonly #endings = new Set<string>();

  constructor(submitted: readonly string[]) {
    for (const text of submitted) {
      const key = numberKey(text);
      this.#keys.add(key);
      if (internationalNumber(key) !== undefined) continue;
      for (const spelled of [text, `48${text}`]) this.#endings.add(lastDigits(spelled));
    }
  }

  has(text: string): boolean {
    return this.#keys.has(numberKey(text)) || this.#endings.has(lastDigits(text));
  }
}

function lastDigits(text: string): string {
  return text.replace(/\D/g, '').slice(-LAST_DIGITS);
}
