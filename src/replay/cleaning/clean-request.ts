import type { Redactor } from '../../redact/redact.js';
import type { DecodedRequest } from '../contract/contract.js';
import { leavesOf, withTexts } from '../contract/values.js';
import { TextCleaner } from '../privacy/clean-text.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';

/**
 * Returns a request with pseudonyms and without credentials.
 *
 * @param mask - hides further secrets
 */
export function cleanRequest(request: DecodedRequest, pseudonyms: Pseudonyms, mask: Redactor): DecodedRequest {
  const { contract, operation, input } = request;
  const { kindOf } = contract;
  const numbers = pseudonyms.replacesNumbers
    ? [...leavesOf(input)].filter(({ name }) => kindOf(name) === 'number')
    : [];
  const cleaner = new TextCleaner(
    { pseudonyms, mask, kindOf },
    Array.from(numbers, ({ value }) => String(value)),
  );
  // Names that no contract defines may contain anything.
  const nameOf = contract.isIncoming === true ? (name: string): string => mask(pseudonyms.others(name)) : undefined;
  const cleaned = withTexts(input, (text, name) => cleaner.of(name, text), '', nameOf) as DecodedRequest['input'];
  return { contract, operation, input: cleaned, credentials: [] };
}
