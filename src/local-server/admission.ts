import type { IncomingMessage } from 'node:http';
import type { OwnNames } from './own-names.js';

/** The response to a rejected request. */
export interface NotAdmitted {
  readonly status: 400 | 403 | 421;
  readonly text: string;
}

/** A host and a port as in headers and URLs (RFC 9110 section 7.2), without user information. */
const AUTHORITY = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,255}))(?::\d{1,5})?$/i;
const ORIGIN = /^https?:\/\/([^/?#]*)$/i;
const CROSS_SITE = /\bcross-site\b/i;
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

const NOT_ONE: NotAdmitted = { status: 400, text: 'A request names one host, in Host and in its address.' };
const NOT_HERE: NotAdmitted = {
  status: 421,
  text: 'This server answers to the names and addresses of its own machine only, and Host is none of them. Further names are given to it with the option allowedHosts.',
};
const OF_OTHERS: NotAdmitted = { status: 403, text: 'This server answers to no page of another origin.' };

export function hostOf(authority: string): string | undefined {
  const match = AUTHORITY.exec(authority);
  return match?.[1] ?? match?.[2];
}

/**
 * Rejects requests that a page of another origin sent, also if its name resolves to this machine (DNS rebinding).
 * `Host` or `Origin` of such a request names a host other than this machine. Links and images of such a page have no
 * `Origin`, but browsers mark them as `cross-site`. A request without any of these headers (HTTP/1.0) does not come
 * from a browser.
 *
 * @returns `undefined` for an accepted request; a promise only if a name has to be looked up
 */
export function notAdmitted(
  { headersDistinct, url = '' }: Pick<IncomingMessage, 'headersDistinct' | 'url'>,
  own: OwnNames,
): NotAdmitted | undefined | Promise<NotAdmitted | undefined> {
  const { host: hosts = [], origin: origins = [], 'sec-fetch-site': sites = [] } = headersDistinct;
  const isAbsolute = !url.startsWith('/') && url !== '*';
  const asked = [...hosts, ...(isAbsolute ? [ABSOLUTE.exec(url)?.[1] ?? ''] : [])].map(hostOf);
  if (hosts.length > 1 || asked.includes(undefined)) return NOT_ONE;
  const from = origins.map((origin) => hostOf(ORIGIN.exec(origin)?.[1] ?? ''));
  if (from.includes(undefined)) return OF_OTHERS;
  if (from.length === 0 && sites.some((site) => CROSS_SITE.test(site))) return OF_OTHERS;
  const checks = [
    ...asked.map((name) => [own.has(name as string), NOT_HERE] as const),
    ...from.map((name) => [own.has(name as string), OF_OTHERS] as const),
  ];
  const refused = checks.find(([isOwn]) => isOwn === false);
  if (refused !== undefined) return refused[1];
  return checks.every(([isOwn]) => isOwn === true) ? undefined : firstRefused(checks);
}

async function firstRefused(
  checks: readonly (readonly [boolean | Promise<boolean>, NotAdmitted])[],
): Promise<NotAdmitted | undefined> {
  for (const [isOwn, refusal] of checks) if (!(await isOwn)) return refusal;
  return undefined;
}
