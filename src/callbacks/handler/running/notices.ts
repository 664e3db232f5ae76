import { channel } from 'node:diagnostics_channel';
import type { Logger } from '../../../calls/events/reporter.js';
import { Reporter } from '../../../calls/events/reporter.js';
import type { CallbackKind } from '../../description/events.js';

/** A request was answered. */
export interface AnsweredNotice {
  readonly type: 'answered';
  /** The HTTP status: 200 with `OK`, or one after which the service repeats the call. */
  readonly status: number;
  /** The kind of callback, or `probe` for the request that checks an address. Absent if the request was not read. */
  readonly kind?: CallbackKind | 'probe';
  /** The number of its events. */
  readonly events: number;
  /** The number of duplicates among them. */
  readonly doubles: number;
  readonly durationMs: number;
  /**
   * Why the response is not `OK`. Refused callers: `address`, `secret`, `signature`. Not handled: `onEvent`, `store`,
   * `recorder`, `reading`, `time`, or `waiting` for an earlier call with the same event. Otherwise `closed`, `method`,
   * or the part of the request that is invalid. Also set if `onInvalid` returned `OK`.
   */
  readonly reason?: string;
}

/** An event of the inbox was handled. */
export interface HandledNotice {
  readonly type: 'handled';
  readonly kind: CallbackKind;
  readonly durationMs: number;
}

/** A function of the program, or the store, has failed. `onError` receives the error. */
export interface FailedNotice {
  readonly type: 'failed';
  /** The function or part that has failed. */
  readonly part: 'onEvent' | 'onInvalid' | 'onGivenUp' | 'store' | 'reading' | 'recorder';
  readonly kind?: CallbackKind;
  /** The name of the error. */
  readonly error: string;
  /** The number of failures of an event of the inbox. */
  readonly failures?: number;
}

/** An event of the inbox has failed too often, and was passed to `onGivenUp`. */
export interface GivenUpNotice {
  readonly type: 'given-up';
  readonly kind: CallbackKind;
  readonly failures: number;
}

/** `onEvent` is still running after its timeout. Repeated calls wait for it. */
export interface OverdueNotice {
  readonly type: 'overdue';
  readonly kind: CallbackKind;
}

/** A notice about the work of a handler. It contains no text, number, secret or address. */
export type CallbackNotice = AnsweredNotice | HandledNotice | FailedNotice | GivenUpNotice | OverdueNotice;

export type CallbackReporter = Reporter<CallbackNotice>;

const CHANNEL = channel('sms-service-client:callback');

export function callbackReporter(
  observe: ((notice: CallbackNotice) => void) | undefined,
  logger: Logger | undefined,
): CallbackReporter {
  return new Reporter({ onEvent: observe, logger }, { channel: CHANNEL, levelOf, titleOf, factsOf });
}

function levelOf(notice: CallbackNotice): keyof Logger {
  if (notice.type === 'handled') return 'debug';
  if (notice.type !== 'answered') return 'warn';
  const { status } = notice;
  if (status === 200) return 'debug';
  // Requests of scanners are no reason for a warning.
  return status === 400 || status >= 500 ? 'warn' : 'info';
}

function titleOf({ type }: CallbackNotice): string {
  return `sms-service-client callback ${type}`;
}

function factsOf({ type: _type, ...facts }: CallbackNotice): object {
  return facts;
}

export function durationSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
