import type { Outcome } from '../../errors/errors.js';
import { checkFunction } from '../../options/check.js';
import { type OptionsOf, optional } from '../../options/table.js';
import type { TransportRequest } from '../../transport/transport.js';
import { checkLogger, type Logger, Reporter } from './reporter.js';

/** The fields of every event. They never contain a secret: no header, no body, no credential. */
interface CallEvent {
  /** The operation: `soap_SendSms` as in the WSDL, `sms.do` over HTTP. */
  readonly operation: string;
  /** Identifies the call in the process. */
  readonly callId?: number;
  /** The label of the client. */
  readonly label?: string;
}

interface CallEventBase extends CallEvent {
  /** The number of the attempt, from 1; the same for all addresses of an attempt. */
  readonly attempt: number;
}

interface AttemptEvent extends CallEventBase {
  /** The address, without its query. */
  readonly address: string;
}

/** An attempt begins. */
export interface RequestEvent extends AttemptEvent {
  readonly type: 'request';
  /** 0 if the length of a streamed body is unknown. */
  readonly requestBytes: number;
}

/** An attempt has succeeded. A streamed response has been read to its end, or the caller has stopped reading it. */
export interface ResponseEvent extends AttemptEvent {
  readonly type: 'response';
  readonly requestBytes: number;
  /** Without content coding. */
  readonly responseBytes: number;
  readonly status: number;
  /** From the request to the last byte of the response and its decoding. */
  readonly durationMs: number;
}

/** An attempt has failed, in transit or by the response of the gateway. */
export interface ErrorEvent extends AttemptEvent {
  readonly type: 'error';
  readonly requestBytes: number;
  readonly durationMs: number;
  /** The fate of the request. */
  readonly outcome: Outcome;
  /** The `code` of the error; `FOREIGN` if a custom transport threw another error. */
  readonly code: string;
  /** The code of the gateway, if there is one. */
  readonly result?: number;
  /** The HTTP status, if there was a response. */
  readonly status?: number;
}

/** The call is tried again after a pause. */
export interface RetryEvent extends CallEventBase {
  readonly type: 'retry';
  readonly delayMs: number;
  readonly outcome: Outcome;
  readonly code: string;
}

/**
 * The limits that the client has learned from the gateway have changed (`adaptiveLimit`); sent with the first request
 * under them. The limits then rise until the next event; without both, there is no limit.
 */
export interface LimitEvent extends CallEventBase {
  readonly type: 'limit';
  /** The most requests that may begin in a second. */
  readonly maxPerSecond?: number;
  /** The most requests that may be in flight at once. */
  readonly maxConcurrency?: number;
}

/**
 * A call has ended: its last event, also if no request was made. A call with a streamed response ends when the response
 * has been read, or when the caller stops reading.
 */
export interface DoneEvent extends CallEvent {
  readonly type: 'done';
  /** The attempts that were made, at all addresses. */
  readonly attempts: number;
  /** With all its waiting, attempts and pauses. */
  readonly durationMs: number;
  /** `ok`, or the effect that a call that failed may have had at the gateway. */
  readonly outcome: 'ok' | Outcome;
  /** The `code` of its error; `FOREIGN` for errors of other code. */
  readonly code?: string;
  /** The code of the gateway, if there is one. */
  readonly result?: number;
}

/** An event in the life of a call. */
export type SmsServiceEvent = RequestEvent | ResponseEvent | ErrorEvent | RetryEvent | LimitEvent | DoneEvent;

/** A failed attempt that is followed by another. */
export interface FailedAttempt {
  readonly operation: string;
  readonly callId?: number;
  readonly label?: string;
  /** The number of the failed attempt, from 1. */
  readonly attempt: number;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
  readonly error: unknown;
}

/** The limits that were learned from the gateway; `undefined` for none. */
export interface FoundLimits {
  readonly maxPerSecond: number | undefined;
  readonly maxConcurrency: number | undefined;
}

export const OBSERVE_OPTIONS = {
  /** Called synchronously with every event. An error that it throws becomes a warning of the process. */
  onEvent: optional<(event: SmsServiceEvent) => void>(checkFunction),
  /**
   * `console`, a pino logger or a similar object. It receives one line per event: `debug` for requests, responses and
   * completed calls, `info` for retries and limits, `warn` for failed attempts and calls.
   */
  logger: optional<Logger>(checkLogger),
};

/** Options of `observe`. */
export interface ObserveOptions extends OptionsOf<typeof OBSERVE_OPTIONS> {}

const LEVELS = {
  request: 'debug',
  response: 'debug',
  retry: 'info',
  limit: 'info',
  error: 'warn',
  done: 'debug',
} as const;

export type CallReporter = Reporter<SmsServiceEvent>;

/** Creates the reporter of a client; `undefined` if nothing listens. */
export function callReporter(options: ObserveOptions): CallReporter | undefined {
  const { onEvent, logger } = options;
  return onEvent === undefined && logger === undefined
    ? undefined
    : new Reporter(options, { levelOf, titleOf, factsOf });
}

function levelOf(event: SmsServiceEvent): keyof Logger {
  return event.type === 'done' && event.outcome !== 'ok' ? 'warn' : LEVELS[event.type];
}

/** Rounds a time that has passed since one of `performance.now()` to hundredths of a millisecond. */
export function durationSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

export function accountIn({ url, label }: Pick<TransportRequest, 'url' | 'label'>): string {
  const address = safeAddress(url);
  return label === undefined ? address : `${address}, ${label}`;
}

export function ownerOf({
  callId,
  label,
}: Pick<TransportRequest, 'callId' | 'label'>): Pick<CallEvent, 'callId' | 'label'> {
  return { ...(callId === undefined ? {} : { callId }), ...(label === undefined ? {} : { label }) };
}

function titleOf({ type, operation }: SmsServiceEvent): string {
  return `sms-service-client ${operation} ${type}`;
}

function factsOf({ type: _type, operation: _operation, ...facts }: SmsServiceEvent): object {
  return facts;
}

/** Returns an address without user, query and fragment, which may contain secrets. */
export function safeAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
