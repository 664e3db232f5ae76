import type { IncomingMessage } from 'node:http';
import type { OwnNames } from './own-names.js';

/** The response to a request that is not taken. */
export interface NotAdmitted {
  readonly status: 400 | 403 | 421;
  readonly text: string;
}

/** A host and a port as headers and addresses have them (RFC 9110 section 7.2); no user information. */
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

/** The host name or address of an authority: `localhost:8080`, `[::1]`. @returns `undefined` for what is none */
export function hostOf(authority: string): string | undefined {
  const match = AUTHORITY.exec(authority);
  return match?.[1] ?? match?.[2];
}

/**
 * Refuses what a page of another origin has sent, also one whose name was made to resolve to this machine: such a
 * request names another host than this machine's, in `Host` or in `Origin`. A link or a picture of such a page is asked
 * for without `Origin`, but is called `cross-site` by browsers. A request that names none at all (HTTP/1.0) is no
 * browser's.
 *
 * @returns `undefined` for a request that is taken; a promise only where a name has to be looked up
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
