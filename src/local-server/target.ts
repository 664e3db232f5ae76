/** The parts of a request's target (RFC 9112 section 3.2), as they were sent. */
export interface Target {
  readonly path: string;
  /** All behind the `?`, without it; empty where there is none. */
  readonly query: string;
}

/**
 * Reads the target of a request: a path with its query, or an absolute address, of which the host does not matter.
 * Anything else (`*`, no address at all) asks for the root.
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

/** Tells whether a query has a parameter, whatever its value and its case are. */
export function hasParameter(query: string, name: string): boolean {
  return query.split('&').some((pair) => pair.replace(/=.*/s, '').toLowerCase() === name);
}
