import { ConnectionError } from '../../errors/errors.js';

export interface ProxyUse {
  readonly name: string;
  readonly role: 'tunnel' | 'forward';
}

export class ProxyProblem extends Error {
  override readonly name: string = 'ProxyProblem';
  readonly proxy: string;
  readonly secure: boolean;
  readonly status: number | undefined;

  constructor(
    { name, secure }: { readonly name: string; readonly secure: boolean },
    why: { readonly status?: number | undefined; readonly cause?: unknown },
  ) {
    super(`no tunnel through the proxy ${name}`, { cause: why.cause });
    this.proxy = name;
    this.secure = secure;
    this.status = why.status;
  }
}

const WRONG_USER = "check the user and password in the proxy's url";

const HINTS: ReadonlyMap<number, string> = new Map([
  // tinyproxy uses 401 for a wrong password; RFC 9110 defines 407.
  [401, WRONG_USER],
  [407, WRONG_USER],
  [403, 'it does not allow this address'],
  [405, 'it does not support tunnels (CONNECT)'],
  [500, 'it cannot reach the server'],
  [502, 'it cannot reach the server'],
  [503, 'it cannot reach the server'],
  [504, 'it cannot reach the server in time'],
]);

export function refusal(who: string, status: number): string {
  const hint = HINTS.get(status);
  return `the proxy ${who} refused with HTTP status ${status}${hint === undefined ? '' : `: ${hint}`}`;
}

/** Creates the error of a request that a proxy has refused. */
export function refusedByProxy(
  proxy: string,
  status: number,
  { operation, host }: { readonly operation: string | undefined; readonly host: string },
): ConnectionError {
  // A proxy that refuses this client or this server refuses it again.
  const retryable = status >= 500 || status === 408 || status === 429;
  const what = `no connection to ${host}: ${refusal(proxy, status)}; nothing was sent`;
  return new ConnectionError(what, 'not-sent', { operation, retryable, proxyStatus: status });
}

/** Errors of squid with which it has not forwarded the request. */
const SQUID_HAS_NOT_SENT = /^ERR_(?:CACHE_ACCESS_DENIED|FORWARDING_DENIED|CONNECT_FAIL|DNS_FAIL|INVALID_URL)\b/;

/** The same before the cache lookup; later, squid refuses responses with it. */
const SQUID_DENIES = /^ERR_ACCESS_DENIED\b/;

const PROXY_AUTHENTICATION = 407;

/**
 * Returns true if a response without a tunnel comes from a proxy that has not forwarded the request: squid names its
 * error, tinyproxy itself.
 *
 * @param isForwarded - whether a proxy is known to be used
 */
export function isRefusal(status: number, headers: Readonly<Record<string, string>>, isForwarded: boolean): boolean {
  if (isForwarded && status === PROXY_AUTHENTICATION) return true;
  const error = headers['x-squid-error'];
  if (error !== undefined) {
    const isDenied = SQUID_DENIES.test(error) && headers['x-cache-lookup']?.startsWith('NONE') === true;
    return isDenied || SQUID_HAS_NOT_SENT.test(error);
  }
  return status < 500 && headers.via === undefined && headers.server?.startsWith('tinyproxy/') === true;
}
