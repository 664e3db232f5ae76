import { internationalNumber, numberKey } from '../phone-number.js';

/** The fields of a response that name the recipient of a message. */
export interface NamedRecipient {
  readonly number?: string | null | undefined;
  readonly submittedNumber?: string | null | undefined;
}

/** A Polish number without its country prefix, and so what two spellings of any number have in common at their end. */
const LAST_DIGITS = 9;

/**
 * Finds a number in the response to a send that is none of the submitted recipients: such a response belongs to
 * another request. Numbers are compared as the gateway normalises them (specification section 4.1, `to`). The response
 * may name fewer recipients, in another order, or none.
 *
 * @param submitted - empty for a group, whose members only the gateway knows
 * @returns the field: `number` or `submitted_number`; `undefined` when there is no such number
 */
export function foreignNumber(
  submitted: readonly string[],
  recipients: Iterable<NamedRecipient>,
): 'number' | 'submitted_number' | undefined {
  if (submitted.length === 0) return undefined;
  let known: Recipients | undefined;
  for (const { number, submittedNumber } of recipients) {
    if (!number && !submittedNumber) continue;
    known ??= new Recipients(submitted);
    if (number && !known.has(number)) return 'number';
    if (submittedNumber && !known.has(submittedNumber)) return 'submitted_number';
  }
  return undefined;
}

class Recipients {
  readonly #keys = new Set<string>();
  /** The last digits of what is a number in no spelling known here: the gateway may know more of them. */
  readonly #endings = new Set<string>();

  constructor(submitted: readonly string[]) {
    for (const given of submitted) {
      const key = numberKey(given);
      this.#keys.add(key);
      if (internationalNumber(key) !== undefined) continue;
      for (const spelled of [given, `48${given}`]) this.#endings.add(lastDigits(spelled));
    }
  }

  has(given: string): boolean {
    return this.#keys.has(numberKey(given)) || this.#endings.has(lastDigits(given));
  }
}

function lastDigits(given: string): string {
  return given.replace(/\D/g, '').slice(-LAST_DIGITS);
}
