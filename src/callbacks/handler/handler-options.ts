import { checkLogger, type Logger } from '../../calls/events/reporter.js';
import type { CallbackError } from '../../errors/incoming-error.js';
import {
  checkCount,
  checkFunction,
  checkMethods,
  checkPositive,
  checkSwitch,
  checkWhole,
  invalid,
} from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import type { CallbackEvent } from '../description/events.js';
import type { RawCallback } from '../reading/arrived.js';
import { parameterNames, READING_OPTIONS } from '../reading/reading-options.js';
import type { CallbackStore } from '../stores/store.js';
import { type AddressList, checkAddressList } from './admission/addresses.js';
import {
  checkParameterName,
  checkSecret,
  type PathSecret,
  type QuerySecret,
  type SecretCheck,
} from './admission/secret.js';
import { checkNotifyKeys } from './admission/signed-reports.js';
import type { CallbackNotice } from './running/notices.js';
import type { EventContext, OnError, OnEvent } from './running/on-event.js';

/** Called with an event that failed too often. */
export type OnGivenUp<Transaction = undefined> = (
  event: CallbackEvent,
  context: EventContext<Transaction> & { readonly failures: number },
) => void | Promise<void>;

const MAX_CONCURRENCY = 10_000;

const INBOX_OPTIONS = {
  /** The maximum number of events that are handled concurrently, from 1 to 10,000. Default: 4. */
  concurrency: withDefault(4, (value: unknown, path: string): number => checkWhole(value, path, 1, MAX_CONCURRENCY)),
  /** The pause after the first failure of an event, in milliseconds. It doubles with each failure. Default: 1,000. */
  pauseMs: withDefault(1000, checkPositive),
  /** The longest pause, in milliseconds. Default: 600,000. */
  maxPauseMs: withDefault(600_000, checkPositive),
  /**
   * The number of failures after which an event is passed to `onGivenUp`, which is then required. Default: no limit. The
   * later events of the same message wait until it succeeds.
   */
  attempts: withDefault(Number.POSITIVE_INFINITY, checkCount),
  onGivenUp: optional<OnGivenUp<never>>(checkFunction),
};

/** How events of the inbox are handled. @typeParam Transaction - of the store */
export interface InboxOptions<Transaction = undefined> extends Omit<OptionsOf<typeof INBOX_OPTIONS>, 'onGivenUp'> {
  /**
   * Called with an event that failed too often, to store it for a person. If it resolves, the event counts as handled;
   * if it rejects, it is called again later.
   */
  readonly onGivenUp?: OnGivenUp<Transaction> | undefined;
}

export interface InboxValues {
  readonly concurrency: number;
  readonly attempts: number;
  readonly onGivenUp: OnGivenUp<never> | undefined;
  readonly retryAfterMs: (failures: number) => number;
}

function readInboxOptions(options: InboxOptions<never>, path: string): InboxValues {
  const { concurrency, pauseMs, maxPauseMs, attempts, onGivenUp } = readOptions(options, INBOX_OPTIONS, { path });
  if (attempts !== Number.POSITIVE_INFINITY && onGivenUp === undefined) {
    invalid(`${path}.onGivenUp`, 'is missing. It is required with `attempts`, so that no event is lost');
  }
  const retryAfterMs = (failures: number): number =>
    failures === attempts ? 0 : Math.min(maxPauseMs, pauseMs * 2 ** (failures - 1));
  return { concurrency, attempts, onGivenUp, retryAfterMs };
}

/**
 * Called with a request that does not match the specification. Returns `'OK'` to respond with it. Its signal is aborted
 * after `timeoutMs`, and when the handler is closed with `abort`.
 */
export type OnInvalid = (
  raw: RawCallback,
  error: CallbackError,
  context: { readonly signal: AbortSignal },
) => 'OK' | undefined | void | Promise<'OK' | undefined | void>;

/** A callback to record. */
export interface ReceivedCallback {
  /** Its events, in their order; all of one kind. */
  readonly events: readonly [CallbackEvent, ...CallbackEvent[]];
  readonly receivedAt: Date;
}

/** Records the callbacks of a handler, as `callbackRecorder` of `sms-service-client/replay` does. */
export interface CallbackRecorder {
  /**
   * Records a callback before it is handled, also a repeated one. It is not called for refused and invalid requests and
   * for the request that checks an address.
   */
  record(received: ReceivedCallback): Promise<void>;
}

export const HANDLER_OPTIONS = {
  ...READING_OPTIONS,
  /**
   * The names of query parameters that belong to the address, not to the callback. A field of the gateway is refused.
   * The parameters of a signature and of the option `secret` are known. Default: none.
   */
  ownParameters: parameterNames(checkParameterName),
  onEvent: required<OnEvent<never>>(checkFunction),
  /**
   * Called with a request that does not match the specification, and the error. The service repeats the request until
   * this function returns `'OK'`. Files in `filesFolder` are removed when it has ended. After `timeoutMs`, its signal is
   * aborted and the response is 503. `close()` waits for it. Default: the response is 400.
   */
  onInvalid: optional<OnInvalid>(checkFunction),
  /**
   * Called with errors of `onEvent`, `onInvalid`, `onGivenUp`, the store and the file system, and the event, if there
   * is one. Loggers and `observe` receive only the name of the error. An error in this function becomes a warning.
   */
  onError: optional<OnError>(checkFunction),
  /**
   * A secret in the address: `{ query: name, value }` in the query, or `{ path: true, value }` at the end of the path.
   * `value` may be a list while a secret is replaced. A request without it is refused with 403. Default: none.
   */
  secret: optional<QuerySecret | PathSecret, SecretCheck>(checkSecret),
  /**
   * The IPv4 and IPv6 addresses and networks (`192.0.2.0/24`) that callbacks may come from. Others are refused with 403.
   * The address is that of the socket's peer, unless the peer is one of the `trustedProxies`. Default: any.
   */
  allowedAddresses: optional<readonly string[], AddressList>(checkAddressList),
  /**
   * The addresses and networks of your proxies. Their `X-Forwarded-For` is read from the right, up to the first address
   * that is not a trusted proxy. An entry that is not a plain address (with a port, in brackets) is refused. Default:
   * none.
   */
  trustedProxies: optional<readonly string[], AddressList>(checkAddressList),
  /**
   * The key of signed addresses (`signedNotifyUrl`, `sms.send` with `notifyKey`), or a list while a key is replaced. With
   * it, a report is refused with 403 unless its idx and recipient have a valid signature. Other kinds need the `secret`
   * or, without one, an allowed address. Default: none.
   */
  notifyKey: optional<string | readonly string[], readonly string[]>(checkNotifyKeys),
  /**
   * The timeout in milliseconds of each step: reading a request (408), and recording it and handling its events (503).
   * Default: 30,000.
   */
  timeoutMs: withDefault(30_000, checkPositive),
  store: optional<CallbackStore<never>>((store: CallbackStore<never>, path) => checkMethods(store, ['once'], path)),
  inbox: withDefault<boolean | InboxOptions<never>, InboxValues | undefined>(undefined, checkInbox),
  /**
   * Records each callback before it is handled: `callbackRecorder` of `sms-service-client/replay`. If it fails, the
   * response is 500; if it takes longer than `timeoutMs`, 503. Default: none.
   */
  recorder: optional<CallbackRecorder>((recorder: CallbackRecorder, path) => checkMethods(recorder, ['record'], path)),
  /**
   * `console`, a pino logger or a similar object. It receives one line for each notice: `debug` for handled events,
   * `info` for refused callers, `warn` for failures.
   */
  logger: optional<Logger>(checkLogger),
  /** Called with each notice, synchronously. An error in this function becomes a warning. */
  observe: optional<(notice: CallbackNotice) => void>(checkFunction),
  /** The current time, by which signatures expire. Default: the clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};

function checkInbox(options: boolean | InboxOptions<never>, path: string): InboxValues | undefined {
  const inbox = checkSwitch(options, path);
  if (inbox === false) return undefined;
  return readInboxOptions(inbox === true ? {} : inbox, path);
}

/** {@link CallbackHandlerOptions}, checked and with their defaults. */
export type HandlerValues = OptionValues<typeof HANDLER_OPTIONS>;

/** Options of `callbackHandler`. @typeParam Transaction - that of the store, in which `onEvent` runs */
export interface CallbackHandlerOptions<Transaction = undefined>
  extends Omit<OptionsOf<typeof HANDLER_OPTIONS>, 'onEvent' | 'store' | 'inbox'> {
  /**
   * Handles an event. If it resolves, the event is handled and is not delivered again; if it rejects, the service
   * repeats the call. After `timeoutMs`, its signal is aborted; the repeated call waits for a function that is still
   * running, and uses its result.
   */
  readonly onEvent: OnEvent<Transaction>;
  /**
   * Remembers which events were handled. Default: `memoryStore()`, which is lost with the process and not shared with
   * other processes.
   */
  readonly store?: CallbackStore<Transaction> | undefined;
  /**
   * Stores events in the inbox of the store, responds with `OK`, and handles them afterwards: the events of one message
   * in their order, with pauses after failures. Default: false; the response is `OK` after the events are handled.
   */
  readonly inbox?: boolean | InboxOptions<Transaction> | undefined;
}
