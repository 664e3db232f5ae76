import type { Socket } from 'node:net';
import { codeOf } from '../http/codes.js';
import { ProxyProblem } from '../proxy/problem.js';
import { wantsClientCertificate } from '../tls/certificate-problem.js';
import { hearChannel } from './hear-channel.js';

/** The messages of undici for a proxy that makes no tunnel, and for one that wants credentials. */
const REFUSAL = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((407)\)/;

/** Errors that undici has made itself of what has happened. */
type UndiciError = Error & { readonly socket?: { readonly localPort?: number | undefined } };

/**
 * By the local ports of connections that are about to end: what the server has said of the client's certificate. undici
 * itself tells of the end only, which comes just after it.
 */
const ALERTS = new Map<number, Error>();

/** Hears, from now on, by which alerts of TLS servers end the connections of undici. */
export const hearAlerts: () => void = hearChannel('undici:client:connected', (message) => {
  const { socket } = message as { readonly socket: Socket };
  if ('encrypted' in socket) socket.on('error', hear);
});

function hear(this: Socket, error: Error): void {
  const { localPort } = this;
  if (localPort === undefined || !wantsClientCertificate(codeOf(error))) return;
  ALERTS.set(localPort, error);
  // Those of undici, which has listened before, come first.
  this.once('close', () => ALERTS.delete(localPort));
}

/** Finds the error that has really happened, where undici gives less or another one. */
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
