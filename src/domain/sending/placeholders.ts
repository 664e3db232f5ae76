const PLACEHOLDER = /\[%[^%\]]+%\]/g;
/** The beginning of a shortened link; no other placeholder has a colon behind its name. */
const LINK = /\[%[\w-]+:/;
const END = '%]';

/**
 * Returns true if a text has a token for a shortened link, `[%shortlink:<target_url>%]` (specification section 4.1,
 * rule 7). The gateway uses the name of its own shortener before the colon.
 */
export function hasShortLink(text: string): boolean {
  const start = text.search(LINK);
  // The target may hold any character, `%` and `]` too.
  return start !== -1 && text.indexOf(END, start) !== -1;
}

export function hasPlaceholder(text: string): boolean {
  return text.search(PLACEHOLDER) !== -1 || hasShortLink(text);
}

/** The text without its placeholders: the least that can be left of it when they are filled in. */
export function withoutPlaceholders(text: string): string {
  let rest = text;
  let kept = '';
  for (let start = rest.search(LINK); start !== -1; start = rest.search(LINK)) {
    const end = rest.indexOf(END, start);
    if (end === -1) break;
    kept += rest.slice(0, start);
    rest = rest.slice(end + END.length);
  }
  return (kept + rest).replace(PLACEHOLDER, '');
}
