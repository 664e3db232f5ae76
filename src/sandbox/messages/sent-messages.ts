import timers from 'node:timers';
import { AbortedError, TimeoutError } from '../../errors/errors.js';
import { checkSignal, checkWhole, invalid, MAX_TIMER_MS } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import type { SandboxInterface } from '../interfaces/gateway-interface.js';
import {
  type GivenFilter,
  MESSAGE_FILTER,
  misfits,
  type SandboxMessage,
  type SandboxMessageFilter,
  viewOfLogged,
} from './message-filter.js';
import type { LoggedMessage, MessageLog } from './message-log.js';

/** The timers at the time of import: it waits in real time even if a test fakes the timers later. */
const { setTimeout, clearTimeout } = timers;

const WAITING = {
  ...MESSAGE_FILTER,
  /** The timeout, in milliseconds of real time, also with fake timers. Default: 5000. */
  timeoutMs: withDefault(5000, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_TIMER_MS)),
  /** Cancels the wait. Default: none. */
  signal: optional((signal: AbortSignal, path: string) => checkSignal(signal, path)),
};

/** Selects the message to wait for: the first that meets all conditions. */
export interface WaitForMessageOptions extends SandboxMessageFilter, OptionsOf<typeof WAITING> {}

/** The gateway data needed to show a message. */
interface Showing {
  readonly interfaceOf: (operation: string) => SandboxInterface;
  readonly nowMs: () => number;
  /** Returns the account of a token. */
  readonly usernameOf: (token: string) => string | undefined;
}

/** The reason why waiting ended without a message. */
type End = 'timeout' | 'aborted' | 'reset' | 'closed';

interface Waiting {
  readonly filter: GivenFilter;
  end(how: End): void;
}

/** Queries of the sent messages, and callers that wait for one. */
export class SentMessages {
  readonly #log: MessageLog;
  readonly #showing: Showing;
  readonly #waiting = new Set<Waiting>();
  #isClosed = false;

  constructor(log: MessageLog, showing: Showing) {
    this.#log = log;
    this.#showing = showing;
  }

  /** @throws ValidationError */
  list(given: SandboxMessageFilter): readonly SandboxMessage[] {
    const filter = readOptions(given, MESSAGE_FILTER, { what: 'the filter' });
    return this.#since(filter).filter((message) => misfits(message, filter).length === 0);
  }

  /** @throws ValidationError, TimeoutError, AbortedError; it rejects */
  async next(given: WaitForMessageOptions): Promise<SandboxMessage> {
    const { timeoutMs, signal, ...filter } = readOptions(given, WAITING, { what: 'the filter', operation: OPERATION });
    const there = this.#since(filter).find((message) => misfits(message, filter).length === 0);
    if (there !== undefined) return there;
    const found = await this.#wait(filter, timeoutMs, signal);
    if (typeof found !== 'string') return found;
    const context = { operation: OPERATION };
    if (found === 'timeout') {
      const what = `no message that fits was accepted within ${timeoutMs} ms of waiting; ${this.#arrived(filter)}`;
      throw new TimeoutError(what, timeoutMs, 'not-sent', context);
    }
    throw new AbortedError(ENDS[found], 'not-sent', {
      ...context,
      cause: signal?.reason,
      reason: found === 'closed' ? 'closed' : 'signal',
    });
  }

  /** Ends waiting. @param usernames - ends only the calls that wait for these accounts. Default: all */
  end(how: 'reset' | 'closed', usernames?: ReadonlySet<string>): void {
    if (how === 'closed') this.#isClosed = true;
    for (const waiting of this.#waiting) {
      const { username, token = '' } = waiting.filter;
      const awaited = username ?? this.#showing.usernameOf(token) ?? '';
      if (usernames === undefined || usernames.has(awaited)) waiting.end(how);
    }
  }

  #isOf({ username }: LoggedMessage, filter: GivenFilter): boolean {
    if (filter.username !== undefined && filter.username !== username) return false;
    return filter.token === undefined || this.#showing.usernameOf(filter.token) === username;
  }

  #since(filter: GivenFilter): readonly SandboxMessage[] {
    const { after } = filter;
    const { cursor, givenUpTo, startedAt } = this.#log;
    if (after !== undefined && after > cursor) invalid('after', 'is not a cursor of this gateway');
    if (after !== undefined && after < givenUpTo && givenUpTo > startedAt) {
      invalid('after', 'is behind messages that are not kept any more (maxKeptMessages)');
    }
    const since = this.#log.since(after ?? startedAt).filter((logged) => this.#isOf(logged, filter));
    if (since.length === 0) return [];
    const nowMs = this.#showing.nowMs();
    return since.map((logged) => viewOfLogged(logged, this.#showing.interfaceOf, nowMs));
  }

  async #wait(filter: GivenFilter, timeoutMs: number, signal: AbortSignal | undefined): Promise<SandboxMessage | End> {
    if (signal?.aborted) return 'aborted';
    if (this.#isClosed) return 'closed';
    return new Promise<SandboxMessage | End>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        ignore();
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        filter,
        end: (how) => {
          stop();
          resolve(how);
        },
      };
      const abort = (): void => waiting.end('aborted');
      const timer = setTimeout(() => waiting.end('timeout'), timeoutMs);
      signal?.addEventListener('abort', abort, { once: true });
      const ignore = this.#log.listen((logged) => {
        if (!this.#isOf(logged, filter)) return;
        try {
          const message = viewOfLogged(logged, this.#showing.interfaceOf, logged.message.acceptedAtMs);
          if (misfits(message, filter).length > 0) return;
          stop();
          resolve(message);
        } catch (error) {
          // The error of `where`, a function of the caller.
          stop();
          reject(error);
        }
      });
      this.#waiting.add(waiting);
    });
  }

  /** Describes the other messages. It contains no numbers, names or texts, because errors are often logged. */
  #arrived(filter: GivenFilter): string {
    let all: readonly SandboxMessage[];
    try {
      all = this.#since(filter);
    } catch {
      return 'those that came are not kept any more';
    }
    if (all.length === 0)
      return `none${filter.username === undefined && filter.token === undefined ? '' : ' of that account'} came at all`;
    const shown = all.slice(-MAX_SHOWN).map((message) => {
      const others = misfits(message, filter);
      const why = others.map((part) => (part === 'where' ? 'where said no' : `another ${part}`)).join(', ');
      return `${message.kind} ${message.id} (${why})`;
    });
    const left = all.length - shown.length;
    const more = left === 0 ? '' : `${left} before and `;
    return `what came is ${more}${shown.join(', ')}; messages() shows it`;
  }
}

const OPERATION = 'waitForMessage';
/** The most messages that an error lists. */
const MAX_SHOWN = 10;

const ENDS: Readonly<Record<Exclude<End, 'timeout'>, string>> = {
  aborted: 'the waiting was aborted',
  reset: 'the gateway was reset, and nothing is waited for any more',
  closed: 'the gateway was closed',
};
