/** The parts of a request target (RFC 9112 section 3.2), as sent. */
export interface Target {
  readonly path: string;
  /** The text after the `?`; empty if there is none. */
  readonly query: string;
}

/**
 * Parses a request target: a path with a query, or an absolute URL, whose host is ignored. Anything else (`*`, an
 * invalid URL) is read as `/`.
 */
export function targetOf(text: string): Target {
  if (text.startsWith('/')) {
    const mark = text.indexOf('?');
    return mark === -1 ? { path: text, query: '' } : { path: text.slice(0, mark), query: text.slice(mark + 1) };
  }
  if (!URL.canParse(text)) return { path: '/', query: '' };
  const { pathname, search } = new URL(text);
  return { path: pathname, query: search.slice(1) };
}

export function hasParameter(query: string, name: string): boolean {
  return query.split('&').some((pair) => pair.replace(/=.*/s, '').toLowerCase() === name);
}
