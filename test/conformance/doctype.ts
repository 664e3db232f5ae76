/** The XML declaration, and what may hold the characters `<!DOCTYPE` without declaring one. */
const OPAQUE = /^<\?xml\s[^>]*>|<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>/gs;

/** Whether a document declares a document type anywhere. */
export function hasDoctype(text: string): boolean {
  return text.replace(OPAQUE, '').includes('<!DOCTYPE');
}

const BEFORE_DOCTYPE = /^(?:\s|<!--.*?-->|<\?.*?\?>)*(?=<!DOCTYPE)/s;
/** The declaration with its internal subset, in which quotes, comments and instructions can hold any bracket. */
const DOCTYPE =
  /^<!DOCTYPE(?:[^[\]"'>]|"[^"]*"|'[^']*')*(?:\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--.*?-->|<\?.*?\?>|<(?!!--|\?))*\]\s*)?>/s;

/**
 * Cuts the document type declaration out of a document.
 *
 * @returns the document as it is where it has none, `undefined` where the end of the declaration cannot be told
 */
export function withoutDoctype(text: string): string | undefined {
  if (!hasDoctype(text)) return text;
  const before = BEFORE_DOCTYPE.exec(text)?.[0];
  if (before === undefined) return undefined;
  const rest = text.slice(before.length);
  const doctype = DOCTYPE.exec(rest)?.[0];
  return doctype === undefined ? undefined : before + rest.slice(doctype.length);
}
