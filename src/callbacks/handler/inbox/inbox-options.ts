import { checkCount, checkFunction, checkPositive, checkWhole, invalid } from '../../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../../options/table.js';
import type { CallbackEvent } from '../../description/events.js';
import type { EventContext } from '../running/on-event.js';

/** Given an event that has failed too often. */
export type OnGivenUp<Transaction = undefined> = (
  event: CallbackEvent,
  context: EventContext<Transaction> & { readonly failures: number },
) => void | Promise<void>;

/** Each of them asks the store. */
const MOST_AT_ONCE = 10_000;

const INBOX_OPTIONS = {
  /** The most events that are handled at once, at most 10,000. Default: 4. */
  concurrency: withDefault(4, (value: unknown, path: string): number => checkWhole(value, path, 1, MOST_AT_ONCE)),
  /**
   * The pause after the first failure of an event, in milliseconds; each further one is twice as long. Default: 1,000.
   */
  pauseMs: withDefault(1000, checkPositive),
  /** The longest pause, in milliseconds. Default: 600,000. */
  maxPauseMs: withDefault(600_000, checkPositive),
  /**
   * The number of failures after which an event is given up: it goes to `onGivenUp`, which has to be there then.
   * Default: never; until it succeeds, the events of the same message behind it wait.
   */
  attempts: withDefault(Number.POSITIVE_INFINITY, checkCount),
  /**
   * Called with an event that failed too often, to store it for a person. If it resolves, the event counts as handled;
   * if it rejects, it is called again later.
   */
  onGivenUp: optional<OnGivenUp<never>>(checkFunction),
};

/** The way in which events of the inbox are handled. @typeParam Transaction - of the store */
export interface InboxOptions<Transaction = undefined> extends Omit<OptionsOf<typeof INBOX_OPTIONS>, 'onGivenUp'> {
  /**
   * Called with an event that failed too often, to store it for a person. If it resolves, the event counts as handled;
   * if it rejects, it is called again later.
   */
  readonly onGivenUp?: OnGivenUp<Transaction> | undefined;
}

/** {@link InboxOptions}, checked and with their defaults. */
export interface InboxValues {
  readonly concurrency: number;
  readonly attempts: number;
  readonly onGivenUp: OnGivenUp<never> | undefined;
  /** The pause by the number of failures so far. */
  readonly retryAfterMs: (failures: number) => number;
}

/** Reads the options of the inbox. */
export function readInboxOptions(given: InboxOptions<never>, path: string): InboxValues {
  const { concurrency, pauseMs, maxPauseMs, attempts, onGivenUp } = readOptions(given, INBOX_OPTIONS, { path });
  if (attempts !== Number.POSITIVE_INFINITY && onGivenUp === undefined) {
    invalid(`${path}.onGivenUp`, 'is missing: what is given up after `attempts` must not be lost');
  }
  const retryAfterMs = (failures: number): number =>
    failures === attempts ? 0 : Math.min(maxPauseMs, pauseMs * 2 ** (failures - 1));
  return { concurrency, attempts, onGivenUp, retryAfterMs };
}
