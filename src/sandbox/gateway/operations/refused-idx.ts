import { isIdx } from '../../../domain/sending/limits.js';
import { Refusal } from '../refusal/refusal.js';
import type { AuthorizedCall } from './authorized-call.js';

/** An order, as far as its idx go. */
interface IdxOrder {
  readonly idx?: readonly string[] | undefined;
  readonly test?: boolean | undefined;
}

/**
 * Carries a send out; where it is refused and the gateway is set up so, its idx are used up all the same, but for a
 * test.
 */
export function keepingRefusedIdx<T>(call: AuthorizedCall, { idx = [], test }: IdxOrder, send: () => T): T {
  const { account, settings, nowMs } = call;
  if (settings.refusedIdx === 'free' || !settings.keepsIdx || test) return send();
  try {
    return send();
  } catch (error) {
    if (error instanceof Refusal) {
      for (const one of idx.filter(isIdx)) account.messages.useIdx(one, nowMs, settings.idxMemoryMs);
    }
    throw error;
  }
}
