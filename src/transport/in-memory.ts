import { AbortedError, TimeoutError } from '../errors/errors.js';
import { aborterOf } from '../errors/transport-errors.js';
import { checkOptional, checkPositive } from '../options/check.js';
import { pause } from './time-limits.js';
import type { TransportRequest } from './transport.js';

type Limits = Pick<TransportRequest, 'operation' | 'signal' | 'timeoutMs' | 'timeLimit'>;

export function checkLimits({ operation, signal, timeoutMs }: Limits): void {
  checkOptional(timeoutMs, checkPositive, 'timeoutMs', operation);
  if (signal?.aborted) throw aborted('nothing was sent', 'not-sent', operation, signal);
}

/** Waits for a simulated response. `ended` ends the wait immediately. */
export async function arrival(
  delayMs: number,
  { operation, signal, timeoutMs, timeLimit }: Limits,
  ended?: AbortSignal,
): Promise<void> {
  const limitMs = timeoutMs ?? Number.POSITIVE_INFINITY;
  const isOver = await pause(Math.min(delayMs, limitMs), { signal, closing: ended });
  if (signal?.aborted) throw aborted('the request may have been carried out', 'unknown', operation, signal);
  if (!isOver || delayMs < limitMs) return;
  const namedMs = timeLimit?.timeoutMs ?? limitMs;
  const what = `the call took longer than ${namedMs} ms; the request may have been carried out`;
  throw new TimeoutError(what, namedMs, 'unknown', { operation });
}

function aborted(
  what: string,
  outcome: 'not-sent' | 'unknown',
  operation: string,
  signal: AbortSignal | undefined,
): AbortedError {
  return new AbortedError(`${aborterOf(signal?.reason)}; ${what}`, outcome, { operation, cause: signal?.reason });
}

export async function* brokenOff(body: Uint8Array, error: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  if (body.length > 0) yield body;
  throw error;
}
