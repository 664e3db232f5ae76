/** The XML declaration, and constructs that may contain the characters `<!DOCTYPE` without declaring one. */
const OPAQUE = /^<\?xml\s[^>]*>|<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>/gs;

/** Returns true if a document declares a document type. */
export function hasDoctype(text: string): boolean {
  return text.replace(OPAQUE, '').includes('<!DOCTYPE');
}

const BEFORE_DOCTYPE = /^(?:\s|<!--.*?-->|<\?.*?\?>)*(?=<!DOCTYPE)/s;
/** The declaration with its internal subset. Quotes, comments and instructions in it can contain any bracket. */
const DOCTYPE =
  /^<!DOCTYPE(?:[^[\]"'>]|"[^"]*"|'[^']*')*(?:\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--.*?-->|<\?.*?\?>|<(?!!--|\?))*\]\s*)?>/s;

/**
 * Removes the document type declaration from a document.
 *
 * @returns the document, unchanged if it has no declaration; `undefined` if the end of the declaration is not found
 */
export function withoutDoctype(text: string): string | undefined {
  if (!hasDoctype(text)) return text;
  const before = BEFORE_DOCTYPE.exec(text)?.[0];
  if (before === undefined) return undefined;
  const rest = text.slice(before.length);
  const doctype = DOCTYPE.exec(rest)?.[0];
  return doctype === undefined ? undefined : before + rest.slice(doctype.length);
}
