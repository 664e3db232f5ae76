import { CODES } from '../../domain/codes.js';
import { numberKey } from '../../domain/phone-number.js';
import { idxKey } from '../../domain/sending/limits.js';
import { invalid } from '../../options/check.js';

/** The parts of a send that decide how many messages it has. */
interface Addressed {
  readonly to?: readonly string[] | undefined;
  readonly allowDuplicates?: boolean | undefined;
}

const WITHOUT = '`once: false` does without';

/** Refuses to repeat sends of which the gateway is not to know the idx. @throws ValidationError */
export function checkOnce(checkIdx: boolean | undefined, operation: string): void {
  if (checkIdx === false) invalid('checkIdx', `is what \`once\` needs; ${WITHOUT}`, { operation });
}

/**
 * Checks the idx of a caller for a send that is repeated, whatever rules are on: a message without an idx would be sent
 * twice, and of two with the same one the second would be told to be accepted when the first was.
 *
 * @param order - without `to` for a group, which has one idx for all
 * @throws ValidationError with the path of the idx
 */
export function checkOwnIdx(
  idx: readonly string[],
  { to, allowDuplicates = false }: Addressed,
  operation: string,
): void {
  const messages = to?.length ?? 1;
  if (idx.length !== messages) {
    const reason = `has ${idx.length} entries for ${messages} messages, each of which \`once\` needs one for; ${WITHOUT}`;
    invalid('idx', reason, { operation, gatewayCode: CODES.wrongCount });
  }
  const numbers = new Map<string, string>();
  idx.forEach((one, index) => {
    const folded = idxKey(one);
    const number = numberKey(to?.[index] ?? '');
    const before = numbers.get(folded);
    // To a number that stands there twice is sent once.
    if (before === undefined || (before === number && !allowDuplicates)) numbers.set(folded, number);
    else
      invalid(`idx[${index}]`, `is that of another message, too, and \`once\` needs one for each; ${WITHOUT}`, {
        operation,
      });
  });
}
