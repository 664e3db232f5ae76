import { connect, isIP } from 'node:net';
import { systemCode } from '../../../errors/system-code.js';
import { onWaitEnd } from '../../../transport/wait.js';
import { EXIT } from '../../running/exit-codes.js';
import { CommandError } from '../../running/failure.js';
import type { Place } from './target.js';

/** The limits of waiting: a time, and a signal that ends it. */
export interface Limits {
  /** Time for each request. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The most that connecting takes for a client, in milliseconds. */
const MAX_CONNECT_MS = 10_000;

/** The result of connecting: the address that accepts, or why there is none. */
export type Reached =
  | { readonly address: string }
  | { readonly code: string; readonly why: 'not known' | 'not looked up' | 'closed' | 'silent' };

/**
 * Connects as a client does, to each address behind the name until one accepts, and sends nothing.
 *
 * @throws CommandError with the code of an interruption when the signal is aborted
 */
export function reach({ hostname, port }: Place, { timeoutMs, signal }: Limits): Promise<Reached> {
  const limitMs = Math.min(timeoutMs, MAX_CONNECT_MS);
  return new Promise((resolve, reject) => {
    let isLookedUp = isIP(hostname) !== 0;
    const socket = connect({ host: hostname, port });
    const end = (reached: Reached): void => {
      stop();
      socket.destroy();
      resolve(reached);
    };
    const stop = onWaitEnd({ signal, timeoutMs: limitMs }, (why) => {
      if (why === 'timeout') end({ code: `nothing for ${limitMs} ms`, why: isLookedUp ? 'silent' : 'not looked up' });
      else {
        socket.destroy();
        reject(new CommandError('interrupted', EXIT.interrupted));
      }
    });
    socket.on('lookup', (error: Error | null) => (isLookedUp ||= error === null));
    socket.once('connect', () => end({ address: socket.remoteAddress ?? hostname }));
    socket.on('error', (error) => {
      const code = systemCode(error) ?? 'no code';
      end({ code, why: isLookedUp ? 'closed' : code === 'ENOTFOUND' ? 'not known' : 'not looked up' });
    });
  });
}
