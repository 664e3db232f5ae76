import timers from 'node:timers';
import { text } from '../../domain/check-values.js';
import { internationalNumber } from '../../domain/phone-number.js';
import { AbortedError, TimeoutError } from '../../errors/errors.js';
import {
  checkFilled,
  checkFunction,
  checkSignal,
  checkString,
  checkWhole,
  invalid,
  MAX_TIMER_MS,
  oneOf,
} from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import { type MessageView, viewOfMessage } from './account-view.js';
import type { SandboxInterface } from './gateway-interface.js';
import type { LoggedMessage, MessageLog } from './logs.js';

/** The timers at the time of import: waiting uses real time even if a test fakes the timers later. */
const { setTimeout, clearTimeout } = timers;

/** An accepted message with its state at one time. */
export interface SandboxMessage extends MessageView {
  /** The username of the sending account. */
  readonly username: string;
  /** The interface that received it. */
  readonly interface: SandboxInterface;
  /** The operation that sent it: `soap_SendSms` as in the WSDL, `sms.do` over HTTP, `mail`. */
  readonly operation: string;
  /** The cursor after this message. Pass it as `after` to get later messages. */
  readonly cursor: number;
}

const MESSAGE_FILTER = {
  /**
   * A cursor: only messages accepted after it match. Default: messages since the start or the last `reset()`, if they
   * are kept.
   */
  after: optional((cursor: number, path: string) =>
    Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : invalid(path, 'must be a result of cursor()'),
  ),
  /** The username of the sending account. Default: all. */
  username: optional(checkFilled),
  /** A token of the sending account. The account may be created later. Default: all. */
  token: optional(checkFilled),
  /** The recipient's number, in any format. Default: all. */
  to: optional(phoneNumber),
  /** The sender name. Default: all. */
  from: optional(text),
  /** Default: all. */
  kind: optional(oneOf('sms', 'mms', 'vms')),
  /** The complete text, or a regular expression that matches part of it. Default: all. */
  text: optional((input: string | RegExp, path: string) =>
    input instanceof RegExp ? input : checkString(input, path),
  ),
  /** The caller's own value. Default: all. */
  idx: optional(text),
  /** Returns true if a message matches. It is called only for messages that meet all other conditions. Default: all. */
  where: optional<(message: SandboxMessage) => boolean>(checkFunction),
};

/** Selects messages. A message must meet all conditions. */
export interface SandboxMessageFilter extends OptionsOf<typeof MESSAGE_FILTER> {}

type MessageFilter = OptionValues<typeof MESSAGE_FILTER>;

const WAITING = {
  ...MESSAGE_FILTER,
  /** The timeout, in milliseconds of real time, also with fake timers. Default: 5000. */
  timeoutMs: withDefault(5000, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_TIMER_MS)),
  /** Cancels the wait. Default: none. */
  signal: optional((signal: AbortSignal, path: string) => checkSignal(signal, path)),
};

/** Selects the message to wait for: the first that meets all conditions. */
export interface WaitForMessageOptions extends SandboxMessageFilter, OptionsOf<typeof WAITING> {}

interface MessageContext {
  readonly interfaceOf: (operation: string) => SandboxInterface;
  readonly nowMs: () => number;
  readonly usernameOf: (token: string) => string | undefined;
}

type End = 'timeout' | 'aborted' | 'reset' | 'closed';

const OPERATION = 'waitForMessage';
const MAX_SHOWN = 10;

const END_MESSAGES: Readonly<Record<Exclude<End, 'timeout'>, string>> = {
  aborted: 'the wait was aborted',
  reset: 'the gateway was reset',
  closed: 'the gateway was closed',
};

export class SentMessages {
  readonly #log: MessageLog;
  readonly #context: MessageContext;
  readonly #waiters = new Set<(reason: End) => void>();
  #isClosed = false;

  constructor(log: MessageLog, context: MessageContext) {
    this.#log = log;
    this.#context = context;
  }

  list(input: SandboxMessageFilter): readonly SandboxMessage[] {
    const filter = readOptions(input, MESSAGE_FILTER, { what: 'the filter' });
    return this.#since(filter).filter((message) => differences(message, filter).length === 0);
  }

  async next(options: WaitForMessageOptions): Promise<SandboxMessage> {
    const { timeoutMs, signal, ...filter } = readOptions(options, WAITING, {
      what: 'the filter',
      operation: OPERATION,
    });
    const existing = this.#since(filter).find((message) => differences(message, filter).length === 0);
    const result = existing ?? (await this.#wait(filter, timeoutMs, signal));
    if (typeof result !== 'string') return result;
    const context = { operation: OPERATION };
    if (result === 'timeout') {
      const reason = `no matching message was accepted within ${timeoutMs} ms; ${this.#receivedInstead(filter)}`;
      throw new TimeoutError(reason, timeoutMs, 'not-sent', context);
    }
    throw new AbortedError(END_MESSAGES[result], 'not-sent', {
      ...context,
      cause: signal?.reason,
      reason: result === 'closed' ? 'closed' : 'signal',
    });
  }

  end(reason: 'reset' | 'closed'): void {
    if (reason === 'closed') this.#isClosed = true;
    for (const end of this.#waiters) end(reason);
  }

  #isOfAccount({ username }: LoggedMessage, filter: MessageFilter): boolean {
    if (filter.username !== undefined && filter.username !== username) return false;
    return filter.token === undefined || this.#context.usernameOf(filter.token) === username;
  }

  #view({ cursor, username, message }: LoggedMessage, nowMs: number): SandboxMessage {
    const { operation } = message;
    const view = viewOfMessage(message, nowMs);
    return { ...view, username, interface: this.#context.interfaceOf(operation), operation, cursor };
  }

  #since(filter: MessageFilter): readonly SandboxMessage[] {
    const { after } = filter;
    const { cursor, droppedUntil, startedAt } = this.#log;
    if (after !== undefined && after > cursor) invalid('after', 'must be a cursor of this gateway');
    if (after !== undefined && after < droppedUntil && droppedUntil > startedAt) {
      invalid('after', 'messages after this cursor are no longer kept. Increase maxKeptMessages');
    }
    const since = this.#log.since(after ?? startedAt).filter((logged) => this.#isOfAccount(logged, filter));
    if (since.length === 0) return [];
    const nowMs = this.#context.nowMs();
    return since.map((logged) => this.#view(logged, nowMs));
  }

  async #wait(
    filter: MessageFilter,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<SandboxMessage | End> {
    if (signal?.aborted) return 'aborted';
    if (this.#isClosed) return 'closed';
    let stop = (): void => {};
    try {
      return await new Promise((resolve, reject) => {
        const abort = (): void => resolve('aborted');
        const timer = setTimeout(() => resolve('timeout'), timeoutMs);
        const ignore = this.#log.listen((logged) => {
          if (!this.#isOfAccount(logged, filter)) return;
          try {
            const message = this.#view(logged, logged.message.acceptedAtMs);
            if (differences(message, filter).length === 0) resolve(message);
          } catch (error) {
            // The error of `where`, a function of the caller.
            reject(error);
          }
        });
        signal?.addEventListener('abort', abort, { once: true });
        this.#waiters.add(resolve);
        stop = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          ignore();
          this.#waiters.delete(resolve);
        };
      });
    } finally {
      stop();
    }
  }

  /** Describes the other messages. It contains no numbers, names or texts, because errors are often logged. */
  #receivedInstead(filter: MessageFilter): string {
    let all: readonly SandboxMessage[];
    try {
      all = this.#since(filter);
    } catch {
      return 'the received messages are no longer kept';
    }
    if (all.length === 0) {
      const isOfAccount = filter.username !== undefined || filter.token !== undefined;
      return `no message${isOfAccount ? ' of this account' : ''} was received`;
    }
    const shown = all.slice(-MAX_SHOWN).map((message) => {
      const different = differences(message, filter);
      const why = different.map((part) => (part === 'where' ? 'where returned false' : `different ${part}`)).join(', ');
      return `${message.kind} ${message.id} (${why})`;
    });
    const earlier = all.length - shown.length;
    return `received: ${earlier === 0 ? '' : `${earlier} earlier, `}${shown.join(', ')}. See messages()`;
  }
}

type FilterPart = 'to' | 'from' | 'kind' | 'text' | 'idx' | 'where';

function differences(message: SandboxMessage, filter: MessageFilter): readonly FilterPart[] {
  const different: FilterPart[] = (['to', 'from', 'kind', 'idx'] as const).filter(
    (name) => filter[name] !== undefined && filter[name] !== message[name],
  );
  if (!matchesText(message.message, filter.text)) different.push('text');
  // Call `where` only if the other conditions are met, so that it can rely on them.
  if (different.length === 0 && filter.where?.(message) === false) different.push('where');
  return different;
}

function matchesText(actual: string, expected: string | RegExp | undefined): boolean {
  if (expected === undefined) return true;
  // `search` ignores the `lastIndex` of the expression.
  return typeof expected === 'string' ? actual === expected : actual.search(expected) !== -1;
}

/** Checks a number. @returns it with its country prefix */
export function phoneNumber(value: string, path: string): string {
  return internationalNumber(checkString(value, path)) ?? invalid(path, 'must be a phone number');
}
