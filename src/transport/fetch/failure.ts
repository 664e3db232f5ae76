import { codeOf } from '../http/errors.js';
import { hearAlerts, hearChannel, realError } from '../undici/undici-signals.js';

const NOT_CONNECTED = new WeakSet();

const hearConnectErrors = hearChannel('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown };
  if (typeof error === 'object' && error !== null) NOT_CONNECTED.add(error);
});

export function hearFailures(): void {
  hearAlerts();
  hearConnectErrors();
}

export function behindFetch(error: unknown): unknown {
  try {
    const isOfFetch = error instanceof TypeError && error.cause instanceof Error;
    return realError(isOfFetch ? error.cause : error);
  } catch {
    // Its own getters throw: it is none of fetch.
    return error;
  }
}

const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

const NEVER_SENT: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function isNotSent(error: unknown): boolean {
  try {
    if (!(error instanceof Error)) return false;
    if (NOT_CONNECTED.has(error) || NEVER_SENT.has(codeOf(error)) || isOfConnecting(error)) return true;
    // For a host with several addresses, each address has its own error.
    const { errors } = error as Error & { readonly errors?: unknown };
    return Array.isArray(errors) && errors.length > 0 && errors.every(isOfConnecting);
  } catch {
    return false;
  }
}

function isOfConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && CONNECTING.has(error.syscall);
}

export function isOfNetwork(error: unknown): boolean {
  try {
    if (!(error instanceof Error)) return false;
    return 'syscall' in error || /^(?:UND_ERR_|HPE_|ERR_SSL_)/.test(codeOf(error)) || isNotSent(error);
  } catch {
    return false;
  }
}
