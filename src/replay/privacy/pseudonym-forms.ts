/** The digits of a hash, and so of the pseudonym of a text before it begins again. */
const HASH = 64;

/** The pseudonym of a gateway's words. */
const SAID = /^\[text-[0-9a-f]{12}\]$/;
const NAME = /^name-[0-9a-f]{12}$/;
/** A letter that no hash has stands at the beginning where the text needs UCS-2. */
const TEXT = /^[0-9a-fż][0-9a-f ]*$/;

/** Tells whether the gateway's words are pseudonyms already. */
export function isSaidPseudonym(value: string): boolean {
  return SAID.test(value);
}

/** Tells whether a name is a pseudonym already. */
export function isNamePseudonym(value: string): boolean {
  return NAME.test(value);
}

/** Tells whether a text is a pseudonym already: a hash over and over, with a space behind each or without. */
export function isTextPseudonym(value: string): boolean {
  if (!TEXT.test(value)) return false;
  const behind = value.slice(1);
  return [HASH, HASH + 1].some((period) => behind.startsWith(behind.slice(period)) && isHash(value.slice(1, period)));
}

/** Between the first digit and the end of a hash there is no space, but for that behind it. */
function isHash(digits: string): boolean {
  return !digits.slice(0, HASH - 1).includes(' ');
}
