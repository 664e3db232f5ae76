import type { CallbackEvent, CallbackKind } from '../../callbacks/description/events.js';
import { writeCallback } from '../../callbacks/description/write-callback.js';
import { messageIdsOf } from './callback-events.js';
import type { SentFile, WrittenCallback } from './callback-request.js';
import type { Target } from './targets.js';

/** Something to be told to a program. */
export interface Outgoing {
  readonly kind: CallbackKind;
  /** The account that it is about. */
  readonly username: string;
  readonly target: Target;
  readonly files?: readonly SentFile[];
  /** Makes the event at the time when it is sent; `undefined` where there is nothing to tell any more. */
  make(): CallbackEvent | undefined;
}

/** A call, which is repeated as it is. */
export interface Call {
  readonly callback: WrittenCallback;
  readonly username: string;
  readonly messageIds: readonly string[];
  readonly target: Target;
  /** The time of the first attempt; `undefined` before it. */
  firstAtMs: number | undefined;
  attempts: number;
  /** True where nobody wants it any more. */
  isForgotten?: boolean;
  /** True where it comes after it was answered with `OK`. */
  readonly isSecond: boolean;
}

interface Batch {
  readonly first: Outgoing;
  readonly events: CallbackEvent[];
  readonly ids: Set<string>;
}

/**
 * Puts events into calls, in their order: of delivery reports up to so many of one kind, account and address go into
 * one, each of another message; all others go alone.
 *
 * @param failed - told of what an event could not be made for; the others go out
 */
export function callsOf(
  outgoing: readonly Outgoing[],
  reportsPerCall: number,
  failed: (error: unknown) => void,
): Call[] {
  const batches: Batch[] = [];
  const open = new Map<string, Batch>();
  for (const one of outgoing) {
    const event = madeOf(one, failed);
    if (event === undefined) continue;
    const key = JSON.stringify([one.kind, one.username, one.target.url]);
    const ids = messageIdsOf(event);
    const batch = open.get(key);
    if (batch !== undefined && batch.events.length < reportsPerCall && !ids.some((id) => batch.ids.has(id))) {
      batch.events.push(event);
      for (const id of ids) batch.ids.add(id);
      continue;
    }
    const next = { first: one, events: [event], ids: new Set(ids) };
    batches.push(next);
    if (one.kind.endsWith('-report')) open.set(key, next);
  }
  return batches.map(callOf);
}

function madeOf(one: Outgoing, failed: (error: unknown) => void): CallbackEvent | undefined {
  try {
    return one.make();
  } catch (error) {
    failed(error);
    return undefined;
  }
}

function callOf({ first, events, ids }: Batch): Call {
  const { kind, username, target, files = [] } = first;
  const fields = writeCallback(events as [CallbackEvent, ...CallbackEvent[]]);
  const callback = { kind, fields, files };
  return { callback, username, messageIds: [...ids], target, firstAtMs: undefined, attempts: 0, isSecond: false };
}
