/** A namespace name with leading or trailing white space, which saxes trims. */
const SPACED_NAMESPACE = /xmlns[^\s=]*\s*=\s*(?:"(?:\s|[^"]*\s")|'(?:\s|[^']*\s'))/;
/** The same, written as character references. */
const REFERRED_NAMESPACE = /xmlns[^\s=]*\s*=\s*(?:"[^"]*&[^"]*"|'[^']*&[^']*')/;
/** A prefix or local name that is not a valid name: saxes checks only the complete name. */
const PART_THAT_IS_NO_NAME =
  /[\w.\u0080-\uffff]:[^A-Z_a-z\s/>=:\u00c0-\uffff]|[\s<](?:[\d.-]|\u00b7)[^\s<>=]*:|:[\u0300-\u036f\u00d7\u00f7\u037e\u203f\u2040]/;
/** `<?x?y?>`: saxes ends the target at the first question mark. */
const QUESTION_IN_TARGET = /<\?[^\s?>]+\?(?!>)/;

/** Returns true if a document contains a construct that saxes is known to accept in error. */
export function isSaxesLax(document: string): boolean {
  return (
    SPACED_NAMESPACE.test(document) ||
    REFERRED_NAMESPACE.test(document) ||
    PART_THAT_IS_NO_NAME.test(document) ||
    QUESTION_IN_TARGET.test(document) ||
    document.startsWith('\ufeff') ||
    document.includes('<!DOCTYPE')
  );
}
