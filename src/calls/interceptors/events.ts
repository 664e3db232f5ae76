import { channel } from 'node:diagnostics_channel';
import type { Outcome } from '../../errors/errors.js';
import { checkFunction } from '../../options/check.js';
import { type OptionsOf, optional } from '../../options/table.js';
import type { TransportRequest } from '../../transport/transport.js';
import { checkLogger, type Logger } from '../telling/logger.js';
import { Reporter } from '../telling/reporter.js';

/** The facts that every event has. They never hold a secret: no header, no body, no credential. */
interface CallEvent {
  /** The operation's name: `soap_SendSms` as in the WSDL, `sms.do` over HTTP. */
  readonly operation: string;
  /** Tells calls apart, in the whole process: all events of a call have the same. */
  readonly callId?: number;
  /** The label of the client, where it has one. */
  readonly label?: string;
}

interface EventBase extends CallEvent {
  /** The number of the attempt in its call, from 1; all addresses that it tries have the same. */
  readonly attempt: number;
}

interface AttemptEvent extends EventBase {
  /** The address of the attempt, without its query. */
  readonly address: string;
}

/** An attempt begins. */
export interface RequestEvent extends AttemptEvent {
  readonly type: 'request';
  /** 0 where the length of a body that is read while it is sent is not known. */
  readonly requestBytes: number;
}

/** An attempt has brought the response that was wished for. A stream's has been read to its end, or given up. */
export interface ResponseEvent extends AttemptEvent {
  readonly type: 'response';
  readonly requestBytes: number;
  /** Without content coding. */
  readonly responseBytes: number;
  readonly status: number;
  /** From the request to the last byte of the response and its decoding. */
  readonly durationMs: number;
}

/** An attempt has failed: on the way, or by what the gateway answered. */
export interface ErrorEvent extends AttemptEvent {
  readonly type: 'error';
  readonly requestBytes: number;
  readonly durationMs: number;
  /** The fate of the request. */
  readonly outcome: Outcome;
  /** The `code` of the error; `FOREIGN` where a transport made by others threw something of its own. */
  readonly code: string;
  /** The gateway's code, where it was one. */
  readonly result?: number;
  /** The HTTP status, where a response has come. */
  readonly status?: number;
}

/** The call is tried again after a pause. */
export interface RetryEvent extends EventBase {
  readonly type: 'retry';
  readonly delayMs: number;
  readonly outcome: Outcome;
  readonly code: string;
}

/**
 * The gateway takes less than it was asked, or more again (`adaptiveLimit`): the first request begins under other
 * limits. From here on they rise by themselves, until there is another event; without both there is none any more.
 */
export interface LimitEvent extends EventBase {
  readonly type: 'limit';
  /** The most requests that may begin in a second. */
  readonly maxPerSecond?: number;
  /** The most requests that may be in flight at once. */
  readonly maxConcurrency?: number;
}

/**
 * A call is over: the last event of it, also where it ended while it waited, and no request was made. One whose
 * response is read as it arrives is over when that has been read or given up.
 */
export interface DoneEvent extends CallEvent {
  readonly type: 'done';
  /** The attempts that were made, at all addresses. */
  readonly attempts: number;
  /** With all its waiting, attempts and pauses. */
  readonly durationMs: number;
  /** `ok`, or the effect that a call that failed may have had at the gateway. */
  readonly outcome: 'ok' | Outcome;
  /** The `code` of its error; `FOREIGN` where something else was thrown. */
  readonly code?: string;
  /** The gateway's code, where it was one. */
  readonly result?: number;
}

/** An event in the life of a call. */
export type SmsServiceEvent = RequestEvent | ResponseEvent | ErrorEvent | RetryEvent | LimitEvent | DoneEvent;

/** Options that say who is told of events, besides the subscribers of the channels. */
export const OBSERVE_OPTIONS = {
  /** Called with every event of requests and calls, at once. What it throws becomes a warning. */
  onEvent: optional<(event: SmsServiceEvent) => void>(checkFunction),
  /**
   * `console`, a pino logger or the like. It is given one line per event: `debug` for requests, responses and calls
   * that are done, `info` for retries and limits, `warn` for attempts and calls that failed.
   */
  logger: optional<Logger>(checkLogger),
};

/** Options of `observe`. */
export interface ObserveOptions extends OptionsOf<typeof OBSERVE_OPTIONS> {}

const CHANNELS = {
  request: channel('sms-service-client:request'),
  response: channel('sms-service-client:response'),
  error: channel('sms-service-client:error'),
  retry: channel('sms-service-client:retry'),
  limit: channel('sms-service-client:limit'),
  done: channel('sms-service-client:done'),
} as const;

const LEVELS = {
  request: 'debug',
  response: 'debug',
  retry: 'info',
  limit: 'info',
  error: 'warn',
  done: 'debug',
} as const;

/** Tells of requests, responses, retries, limits and calls. */
export type CallReporter = Reporter<SmsServiceEvent>;

/** Makes what tells of calls. */
export function callReporter(options: ObserveOptions): CallReporter {
  return new Reporter(options, { channels: CHANNELS, levelOf, titleOf, factsOf });
}

function levelOf(event: SmsServiceEvent): keyof Logger {
  return event.type === 'done' && event.outcome !== 'ok' ? 'warn' : LEVELS[event.type];
}

/** Rounds a time that has passed since one of `performance.now()` to hundredths of a millisecond. */
export function durationSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

/** Names the account of a request in words: its address, and its label where it has one. */
export function accountIn({ url, label }: Pick<TransportRequest, 'url' | 'label'>): string {
  const address = safeAddress(url);
  return label === undefined ? address : `${address}, ${label}`;
}

/** The facts that say whose event it is. */
export function ownerOf({
  callId,
  label,
}: Pick<TransportRequest, 'callId' | 'label'>): Pick<CallEvent, 'callId' | 'label'> {
  return { ...(callId === undefined ? {} : { callId }), ...(label === undefined ? {} : { label }) };
}

/** With its facts an event is a line for people: `soap_SendSms error attempt=1 outcome=unknown code=TIMEOUT`. */
function titleOf({ type, operation }: SmsServiceEvent): string {
  return `sms-service-client ${operation} ${type}`;
}

function factsOf({ type: _type, operation: _operation, ...facts }: SmsServiceEvent): object {
  return facts;
}

/** An address without what may hold a secret. */
export function safeAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
