import { codeOf } from '../http/codes.js';
import { hearChannel } from '../undici/hear-channel.js';
import { hearAlerts, realError } from '../undici/real-error.js';

/** The errors by which no connection came about. */
const NOT_CONNECTED = new WeakSet();

const hearConnectErrors = hearChannel('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown };
  if (typeof error === 'object' && error !== null) NOT_CONNECTED.add(error);
});

/** Hears, from now on, which errors undici, of which the `fetch` of Node.js is made, has met while it connected. */
export function hearFailures(): void {
  hearAlerts();
  hearConnectErrors();
}

/** Finds what has really happened: `fetch` itself says that it failed, and has the rest as the cause. */
export function behindFetch(error: unknown): unknown {
  try {
    const isOfFetch = error instanceof TypeError && error.cause instanceof Error;
    return realError(isOfFetch ? error.cause : error);
  } catch {
    // Its own getters throw: it is none of fetch.
    return error;
  }
}

/** The calls of the system by which a connection comes about. */
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** The codes of a request that undici refuses to make, and of one for which there was no connection in time. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Tells whether it is certain that nothing was sent where `fetch` has failed with this. */
export function isNotSent(error: unknown): boolean {
  try {
    if (!(error instanceof Error)) return false;
    if (NOT_CONNECTED.has(error) || NEVER_SENT.has(codeOf(error)) || isOfConnecting(error)) return true;
    // Of a host with several addresses, each has failed in a way of its own.
    const { errors } = error as Error & { readonly errors?: unknown };
    return Array.isArray(errors) && errors.length > 0 && errors.every(isOfConnecting);
  } catch {
    return false;
  }
}

function isOfConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && CONNECTING.has(error.syscall);
}

/** Tells whether an error is of the system, or of what parses HTTP: those of test tools may have the same codes. */
export function isOfNetwork(error: unknown): boolean {
  try {
    if (!(error instanceof Error)) return false;
    return 'syscall' in error || /^(?:UND_ERR_|HPE_|ERR_SSL_)/.test(codeOf(error)) || isNotSent(error);
  } catch {
    return false;
  }
}
