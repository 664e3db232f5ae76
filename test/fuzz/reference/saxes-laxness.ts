/** A namespace name with white space at its ends, which saxes trims. */
const SPACED_NAMESPACE = /xmlns[^\s=]*\s*=\s*(?:"(?:\s|[^"]*\s")|'(?:\s|[^']*\s'))/;
/** The same, by references. */
const REFERRED_NAMESPACE = /xmlns[^\s=]*\s*=\s*(?:"[^"]*&[^"]*"|'[^']*&[^']*')/;
/** A prefix or a local name that is no name: saxes checks the whole only. */
const PART_THAT_IS_NO_NAME =
  /[\w.\u0080-\uffff]:[^A-Z_a-z\s/>=:\u00c0-\uffff]|[\s<](?:[\d.-]|\u00b7)[^\s<>=]*:|:[\u0300-\u036f\u00d7\u00f7\u037e\u203f\u2040]/;
/** `<?x?y?>`: saxes ends the target at the first question mark. */
const QUESTION_IN_TARGET = /<\?[^\s?>]+\?(?!>)/;

/** Whether a document has something in it that saxes is known to be too lax with. */
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
