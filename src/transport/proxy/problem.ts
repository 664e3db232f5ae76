import { ConnectionError } from '../../errors/errors.js';

/** A proxy on a route and its role there, for the words of an error. */
export interface ProxyUse {
  /** Host and port. */
  readonly name: string;
  /** `tunnel`: the connection goes through it to the server; `forward`: it gets the request and hands it on. */
  readonly role: 'tunnel' | 'forward';
}

/** Thrown where there is no tunnel: the proxy refused it (`status`), or there is no way to the proxy (`cause`). */
export class ProxyProblem extends Error {
  override readonly name: string = 'ProxyProblem';
  /** Host and port. */
  readonly proxy: string;
  /** True where the proxy is spoken to over TLS. */
  readonly secure: boolean;
  /** The status with which the proxy answered `CONNECT`. */
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
  // Of tinyproxy, for a wrong password; 407 is what RFC 9110 wants.
  [401, WRONG_USER],
  [407, WRONG_USER],
  [403, 'it does not allow this address'],
  [405, 'it makes no tunnels'],
  [500, 'it does not reach the server'],
  [502, 'it does not reach the server'],
  [503, 'it does not reach the server'],
  [504, 'it does not reach the server in time'],
]);

/** Says why a proxy that answers does not let a request through, and what to do. */
export function refusal(who: string, status: number): string {
  const hint = HINTS.get(status);
  return `the proxy ${who} refused with HTTP status ${status}${hint === undefined ? '' : `: ${hint}`}`;
}

/**
 * The error for a request that a proxy did not let through: the server saw nothing of it.
 *
 * @param proxy - its host and port, or how it is known
 */
export function refusedByProxy(
  proxy: string,
  status: number,
  { operation, host }: { readonly operation: string | undefined; readonly host: string },
): ConnectionError {
  // A proxy that refuses this client or this server refuses it again.
  const retryable = status >= 500 || status === 408 || status === 429;
  const what = `no way to ${host}: ${refusal(proxy, status)}; nothing was sent`;
  return new ConnectionError(what, 'not-sent', { operation, retryable, proxyStatus: status });
}

/** Errors of squid by which it has not handed a request on; by others it may have. */
const SQUID_HAS_NOT_SENT = /^ERR_(?:CACHE_ACCESS_DENIED|FORWARDING_DENIED|CONNECT_FAIL|DNS_FAIL|INVALID_URL)\b/;

/** The same, where squid has not come to the point of asking its cache; after that it refuses a response so. */
const SQUID_DENIES = /^ERR_ACCESS_DENIED\b/;

/** By this status a proxy wants to know who asks (RFC 9110 section 15.5.8). */
const PROXY_AUTHENTICATION = 407;

/**
 * Tells whether a response without a tunnel is a proxy's own, which has handed nothing on: squid names its error,
 * tinyproxy itself.
 *
 * @param isForwarded - whether a proxy is known to be on the way
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
