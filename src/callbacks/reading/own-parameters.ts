/**
 * Leaves parameters out of a query; the others stay as they were sent.
 *
 * @param names - as they are when they are read
 */
export function withoutParameters(query: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return query;
  const pairs = query.split('&').filter((pair) => !names.has(nameOf(pair)));
  return pairs.join('&');
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  const written = end === -1 ? pair : pair.slice(0, end);
  if (!written.includes('%') && !written.includes('+')) return written;
  const name = written.replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
