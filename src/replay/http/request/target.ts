import { PATHS } from '../../../http-client/description/endpoints.js';
import { parseContentType } from '../../../http-message/content-type.js';
import { targetOf } from '../../../local-server/messages.js';
import type { HttpRequest } from '../../contract/contract.js';
import { NO_ADDRESS } from '../../har/har.js';

export interface EndpointTarget {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

export function endpointTarget(url: string): EndpointTarget | undefined {
  const { path: whole, query } = targetOf(url);
  const path = whole.slice(whole.lastIndexOf('/') + 1);
  return PATHS.has(path) ? { path, query } : undefined;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);

const COMMON_PATH = 'profile';

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
