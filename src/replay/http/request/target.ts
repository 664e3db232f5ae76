import { PATHS } from '../../../http-client/description/received/endpoint-of.js';
import { parseContentType } from '../../../http-message/content-type.js';
import { targetOf } from '../../../local-server/target.js';
import type { HttpRequest } from '../../contract/contract.js';
import { NO_ADDRESS } from '../../har/har.js';

/** The part of an address that tells which endpoint it is. */
export interface EndpointTarget {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

/** Reads the path of an endpoint and the query behind it, from an address or a path; `undefined` where it has none. */
export function endpointTarget(url: string): EndpointTarget | undefined {
  const { path: whole, query } = targetOf(url);
  const path = whole.slice(whole.lastIndexOf('/') + 1);
  return PATHS.has(path) ? { path, query } : undefined;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);

/** A word that other services have, too: it is of this one where a token goes with it. */
const COMMON_PATH = 'profile';

/** Tells whether a request goes to the HTTP interface, as far as its head shows. */
export function isOfHttpInterface({ method, url, headers }: HttpRequest): boolean {
  const target = endpointTarget(url);
  if (target === undefined || !METHODS.has(method) || isSoap(headers)) return false;
  if (target.path !== COMMON_PATH || url.startsWith(NO_ADDRESS)) return true;
  return headers['authorization'] !== undefined || /(?:^|&)access_token=/.test(target.query);
}

function isSoap(headers: HttpRequest['headers']): boolean {
  const { mediaType } = parseContentType(headers['content-type']);
  return headers['soapaction'] !== undefined || mediaType.endsWith('xml');
}
