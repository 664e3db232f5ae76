import { invalid } from '../options/check.js';

const NOT_AS_SENT = /[\0-\x20\x7f\\#]/;

const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * Returns the URL of a target below an address.
 *
 * An empty target is the address itself. Otherwise it is a path below the address, a query, or both (`profile`,
 * `sms.do?id=7`, `?id=7`), already encoded. The address is treated as a folder, with or without a slash at its end:
 * `/api/profile` is below `https://gateway.test/api` and `https://gateway.test/api/`. The query of the address is
 * preserved, before that of the target; a fragment is removed.
 *
 * @throws ValidationError for a target outside of the address (`../`), or an invalid path and query
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
