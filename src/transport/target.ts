/**
 * The url of what stands below an address.
 *
 * An empty target is the address itself, byte for byte. Any other is a path below the address, a query, or both
 * (`profile`, `sms.do?id=7`, `?id=7`), encoded as it goes out. The address counts as a folder, with or without a slash
 * at its end: `https://gateway.test/api` and `https://gateway.test/api/` have the same `/api/profile` below them. A
 * query of the address stays, before that of the target; a fragment does not.
 */
export function urlBelow(address: string, target: string): string {
  if (target === '') return address;
  const [base = ''] = address.split('#', 1);
  const [folder, addressQuery] = cutAtQuery(base);
  const [path, targetQuery] = cutAtQuery(target);
  const queries = [addressQuery, targetQuery].filter((query) => query !== '').join('&');
  const below = path === '' ? folder : `${folder.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  return queries === '' ? below : `${below}?${queries}`;
}

function cutAtQuery(text: string): readonly [before: string, query: string] {
  const mark = text.indexOf('?');
  return mark === -1 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
}
