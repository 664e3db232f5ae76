import { ConnectionError } from '../../errors/errors.js';

/** How a route uses a proxy, for the words of an error. */
export interface ProxyUse {
  /** Host and port. */
  readonly name: string;
  /** `tunnel`: the connection goes through it to the server; `forward`: it gets the request and hands it on. */
  readonly role: 'tunnel' | 'forward';
}

/** Why there is no tunnel: the proxy refused it (`status`), or there is no way to the proxy (`cause`). */
export class ProxyProblem extends Error {
  override readonly name: string = 'ProxyProblem';
  /** Host and port. */
  readonly proxy: string;
  /** Whether the proxy is spoken to over TLS. */
  readonly secure: boolean;
  /** What the proxy answered to `CONNECT`. */
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

const HINTS: ReadonlyMap<number, string> = new Map([
  [407, "check the user and password in the proxy's url"],
  [403, 'it does not allow this address'],
  [405, 'it makes no tunnels'],
  [502, 'it does not reach the server'],
  [503, 'it does not reach the server'],
  [504, 'it does not reach the server in time'],
]);

/** Says why a proxy that answers does not let a request through, and what to do. */
export function refusal(who: string, status: number): string {
  const hint = HINTS.get(status);
  return `the proxy ${who} refused with HTTP status ${status}${hint === undefined ? '' : `: ${hint}`}`;
}

/** The error for a request that a proxy did not let through: the server saw nothing of it. */
export function refusedByProxy(proxy: string, status: number, operation: string | undefined): ConnectionError {
  // What a proxy refuses for who asks or for what is asked, it refuses again.
  const retryable = status >= 500 || status === 408 || status === 429;
  return new ConnectionError(`${refusal(proxy, status)}; nothing was sent`, 'not-sent', { operation, retryable });
}
