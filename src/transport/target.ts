import { invalid } from '../options/check.js';

/** No part of a path or a query, or read by others as something else than it is. */
const NOT_AS_SENT = /[\0-\x20\x7f\\#]/;

/** A segment of a path that leads to the folder itself, or out of it. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * Makes the url of what stands below an address.
 *
 * An empty target is the address itself, byte for byte. Any other is a path below the address, a query, or both
 * (`profile`, `sms.do?id=7`, `?id=7`), encoded as it goes out. The address counts as a folder, with or without a slash
 * at its end: `https://gateway.test/api` and `https://gateway.test/api/` have the same `/api/profile` below them. A
 * query of the address stays, before that of the target; a fragment does not.
 *
 * @throws ValidationError for a target that leads out of the address (`../`), or is no path and query
 */
export function urlBelow(address: string, target: string): string {
  if (target === '') return address;
  if (NOT_AS_SENT.test(target)) invalid('target', 'is not a path and a query as they go out');
  const [base = ''] = address.split('#', 1);
  const [folder, addressQuery] = cutAtQuery(base);
  const [path, targetQuery] = cutAtQuery(target);
  if (path.split('/').some((segment) => DOTS.test(segment))) invalid('target', 'leads out of the address');
  const queries = [addressQuery, targetQuery].filter((query) => query !== '').join('&');
  const below = path === '' ? folder : `${folder.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  return queries === '' ? below : `${below}?${queries}`;
}

function cutAtQuery(text: string): readonly [before: string, query: string] {
  const mark = text.indexOf('?');
  return mark === -1 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
}
