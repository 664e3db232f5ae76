import type { Socket } from 'node:net';
// Not the global one, which tests replace.
import { setImmediate } from 'node:timers';
import { codeOf } from '../http/errors.js';
import { ProxyProblem } from '../proxy/problem.js';
import { wantsClientCertificate } from '../tls/certificate-problem.js';

/** Makes what listens to a channel of undici: from its first call on, and once however often it is called. */
export function subscribeToChannel(name: string, listener: (message: unknown) => void): () => void {
  let isHearing = false;
  return () => {
    if (isHearing) return;
    isHearing = true;
    process.getBuiltinModule('node:diagnostics_channel').subscribe(name, listener);
  };
}

/** The messages of undici for a proxy that makes no tunnel, and for one that wants credentials. */
const REFUSAL = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((407)\)/;

type UndiciError = Error & { readonly socket?: { readonly localPort?: number | undefined } };

/**
 * By the local port of a connection that is about to end: the server's alert about the client certificate. undici
 * reports only the end, which follows.
 */
const ALERTS = new Map<number, Error>();

/** Hears, from now on, by which alerts of TLS servers end the connections of undici. */
export const observeTlsAlerts: () => void = subscribeToChannel('undici:client:connected', (message) => {
  const { socket } = message as { readonly socket: Socket };
  if ('encrypted' in socket) socket.on('error', recordAlert);
});

function recordAlert(this: Socket, error: Error): void {
  const { localPort } = this;
  if (localPort === undefined || !wantsClientCertificate(codeOf(error))) return;
  ALERTS.set(localPort, error);
  // Those of undici, which has listened before, come first.
  this.once('close', () => ALERTS.delete(localPort));
}

export function realError(error: unknown): unknown {
  try {
    if (!(error instanceof Error)) return error;
    const [, tunnel, authentication] = REFUSAL.exec(error.message) ?? [];
    const status = tunnel ?? authentication;
    if (status !== undefined)
      return new ProxyProblem({ name: 'of the pool', secure: false }, { status: Number(status) });
    return ALERTS.get((error as UndiciError).socket?.localPort ?? Number.NaN) ?? error;
  } catch {
    // Its own getters throw: it is none of undici.
    return error;
  }
}

type SocketListener = (socket: Socket) => void;

let next: SocketListener | undefined;

/** Hears, from now on, to which connections undici writes. */
export const observeSockets: () => void = subscribeToChannel('undici:client:sendHeaders', (message) => {
  const notifySocket = next;
  next = undefined;
  notifySocket?.((message as { readonly socket: Socket }).socket);
});

export function socketOfNext(notifySocket: SocketListener): void {
  next = notifySocket;
  queueMicrotask(() => {
    if (next === notifySocket) next = undefined;
  });
}

/** Runs a function; an asynchronous error is passed to `fail`. */
export type Run = (act: () => void, fail: (error: unknown) => void) => void;

/** The time without a run, in milliseconds, after which the process may have stood still. */
const QUIET_MS = 500;

/**
 * Returns a function that runs another one immediately or, after a pause, after one turn of the event loop: a pool
 * closes old connections by timers and network events, which arrive late after a standstill.
 */
export function afterIdle(): Run {
  let last = performance.now();
  return (act, fail) => {
    const now = performance.now();
    if (now - last < QUIET_MS) {
      last = now;
      act();
      return;
    }
    const late = (): void => {
      last = performance.now();
      try {
        act();
      } catch (error) {
        fail(error);
      }
    };
    // Between both, timers run and network data arrives.
    setImmediate(() => setImmediate(late));
  };
}
