/** The number of digits of a hash. The pseudonym of a text repeats after them. */
const HASH = 64;

/** The pseudonym of the gateway's words. */
const SAID = /^\[text-[0-9a-f]{12}\]$/;
const NAME = /^name-[0-9a-f]{12}$/;
const TEXT = /^[0-9a-fż][0-9a-f ]*$/;

export function isSaidPseudonym(value: string): boolean {
  return SAID.test(value);
}

export function isNamePseudonym(value: string): boolean {
  return NAME.test(value);
}

export function isTextPseudonym(value: string): boolean {
  if (!TEXT.test(value)) return false;
  const behind = value.slice(1);
  return [HASH, HASH + 1].some((period) => behind.startsWith(behind.slice(period)) && isHash(value.slice(1, period)));
}

/** A hash contains no space. The space follows it. */
function isHash(digits: string): boolean {
  return !digits.slice(0, HASH - 1).includes(' ');
}
