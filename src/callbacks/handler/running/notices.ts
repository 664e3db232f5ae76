import { channel } from 'node:diagnostics_channel';
import type { Logger } from '../../../calls/telling/logger.js';
import { Reporter } from '../../../calls/telling/reporter.js';
import type { CallbackKind } from '../../description/events.js';

/** A request was answered. */
export interface AnsweredNotice {
  readonly type: 'answered';
  /** The HTTP status: 200 with `OK`, or one after which the service repeats the call. */
  readonly status: number;
  /** The kind of callback, or `probe` for the request that checks an address; absent where it was not read. */
  readonly kind?: CallbackKind | 'probe';
  /** The number of its events. */
  readonly events: number;
  /** The number of those that had come before. */
  readonly doubles: number;
  readonly durationMs: number;
  /**
   * Of an answer that is not `OK`: `address`, `secret`, `signature` where the caller was not let in; `onEvent`,
   * `store`, `recorder`, `reading`, `time`, and `waiting` for a first one in hand, where it was not handled;
   * `closed`, `method`, or what of the request does not fit. Also of one that does not fit and that `onInvalid` has
   * had answered `OK`.
   */
  readonly reason?: string;
}

/** An event of the inbox was handled. */
export interface HandledNotice {
  readonly type: 'handled';
  readonly kind: CallbackKind;
  readonly durationMs: number;
}

/** A function of the caller's, or the store, has failed. `onError` is given what it has thrown. */
export interface FailedNotice {
  readonly type: 'failed';
  /** That which has failed. */
  readonly part: 'onEvent' | 'onInvalid' | 'onGivenUp' | 'store' | 'reading' | 'recorder';
  readonly kind?: CallbackKind;
  /** The name of the error. */
  readonly error: string;
  /** Of an event of the inbox: how often it has failed by now. */
  readonly failures?: number;
}

/** An event of the inbox has failed too often, and was given to `onGivenUp`. */
export interface GivenUpNotice {
  readonly type: 'given-up';
  readonly kind: CallbackKind;
  readonly failures: number;
}

/** `onEvent` goes on although its time is up: until it ends, its event is in hand, and repetitions wait for it. */
export interface OverdueNotice {
  readonly type: 'overdue';
  readonly kind: CallbackKind;
  /** The time since it has begun. */
  readonly inHandMs: number;
}

/** The doings of a handler, without anything private: no text, number, secret or address. */
export type CallbackNotice = AnsweredNotice | HandledNotice | FailedNotice | GivenUpNotice | OverdueNotice;

/** Tells what a handler does. */
export type CallbackReporter = Reporter<CallbackNotice>;

const CHANNEL = channel('sms-service-client:callback');
const CHANNELS = { answered: CHANNEL, handled: CHANNEL, failed: CHANNEL, 'given-up': CHANNEL, overdue: CHANNEL };

/** Makes what tells of a handler: a function, a logger, and the channel `sms-service-client:callback`. */
export function callbackReporter(
  observe: ((notice: CallbackNotice) => void) | undefined,
  logger: Logger | undefined,
): CallbackReporter {
  return new Reporter({ onEvent: observe, logger }, { channels: CHANNELS, levelOf, titleOf, factsOf });
}

function levelOf(notice: CallbackNotice): keyof Logger {
  if (notice.type === 'handled') return 'debug';
  if (notice.type !== 'answered') return 'warn';
  const { status } = notice;
  if (status === 200) return 'debug';
  // Whoever scans the net is no reason to warn of.
  return status === 400 || status >= 500 ? 'warn' : 'info';
}

function titleOf({ type }: CallbackNotice): string {
  return `sms-service-client callback ${type}`;
}

function factsOf({ type: _type, ...facts }: CallbackNotice): object {
  return facts;
}

/** The time since a moment of `performance.now()`, to a hundredth of a millisecond. */
export function durationSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

/** The name of what was thrown: its words may hold anything. */
export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
