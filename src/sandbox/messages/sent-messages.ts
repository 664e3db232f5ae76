import timers from 'node:timers';
import { AbortedError, TimeoutError } from '../../errors/errors.js';
import { checkSignal, checkWhole, invalid, MAX_TIMER_MS } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import type { SandboxInterface } from '../faces/face.js';
import { type GivenFilter, MESSAGE_FILTER, misfits, type SandboxMessageFilter } from './message-filter.js';
import type { LoggedMessage, MessageLog } from './message-log.js';
import { type SandboxMessage, viewOfLogged } from './sandbox-message.js';

/** Those of the time of import: a test that has put others in their place, here or globally, waits all the same. */
const { setTimeout, clearTimeout } = timers;

const WAITING = {
  ...MESSAGE_FILTER,
  /** The longest that it waits, in milliseconds of real time, also where timers are faked. Default: 5000. */
  timeoutMs: withDefault(5000, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_TIMER_MS)),
  /** Ends the waiting. Default: none. */
  signal: optional((signal: AbortSignal, path: string) => checkSignal(signal, path)),
};

/** The message that is waited for: the first that fits all that is given. */
export interface WaitForMessageOptions extends SandboxMessageFilter, OptionsOf<typeof WAITING> {}

/** The facts of a gateway that a message is shown with. */
interface Showing {
  readonly interfaceOf: (operation: string) => SandboxInterface;
  readonly nowMs: () => number;
  /** The account of a token. */
  readonly usernameOf: (token: string) => string | undefined;
}

/** The end of waiting without a message. */
type End = 'timeout' | 'aborted' | 'reset' | 'closed';

interface Waiting {
  readonly filter: GivenFilter;
  end(how: End): void;
}

/** The messages that were sent, for those who ask, and those who wait for one. */
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

  /** Ends waiting. @param usernames - of accounts, for those who wait for their messages alone. Default: all */
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
          // Of `where`, which is the caller's.
          stop();
          reject(error);
        }
      });
      this.#waiting.add(waiting);
    });
  }

  /** Says what came instead: no number, name or text, since errors end up in logs. */
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
