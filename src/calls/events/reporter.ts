import type { Channel } from 'node:diagnostics_channel';
import { isSmsServiceError, type Outcome } from '../../errors/errors.js';
import { checkMethods } from '../../options/check.js';

interface Listeners<E> {
  readonly onEvent?: ((event: E) => void) | undefined;
  readonly logger?: Logger | undefined;
}

interface EventFormat<E> {
  /** Publishes the events to the whole process. Default: none. */
  readonly channel?: Channel;
  levelOf(event: E): keyof Logger;
  titleOf(event: E): string;
  factsOf(event: E): object;
}

export class Reporter<E extends { readonly type: string }> {
  readonly #listeners: Listeners<E>;
  readonly #format: EventFormat<E>;

  constructor(listeners: Listeners<E>, format: EventFormat<E>) {
    this.#listeners = listeners;
    this.#format = format;
  }

  get isWanted(): boolean {
    const { onEvent, logger } = this.#listeners;
    return onEvent !== undefined || logger !== undefined || this.#format.channel?.hasSubscribers === true;
  }

  report(event: E): void {
    const { onEvent, logger } = this.#listeners;
    callHook(onEvent, event);
    if (logger !== undefined) callHook(() => this.#log(logger, event), undefined);
    this.#format.channel?.publish(event);
  }

  #log(logger: Logger, event: E): void {
    const { levelOf, titleOf, factsOf } = this.#format;
    logger[levelOf(event)](`${titleOf(event)} ${factsLine(factsOf(event))}`);
  }
}

function factsLine(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

interface Failure {
  readonly outcome: Outcome;
  readonly code: string;
  readonly result?: number;
}

export function failureOf(error: unknown): Failure {
  if (!isSmsServiceError(error)) return { outcome: 'unknown', code: 'FOREIGN' };
  const { outcome, code } = error;
  return 'result' in error && typeof error.result === 'number'
    ? { outcome, code, result: error.result }
    : { outcome, code };
}

/**
 * Calls an observing function of the user. Its errors and rejections become process warnings and do not change the
 * request.
 */
export function callHook<T>(hook: ((event: T) => unknown) | undefined, argument: T): void {
  if (hook === undefined) return;
  try {
    const result = hook(argument);
    if (result instanceof Promise) result.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  // Only its name: the message of a foreign error may contain anything.
  const name = error instanceof Error ? error.name : typeof error;
  process.emitWarning(`onEvent or the logger failed (${name}); the error was ignored`, {
    type: 'SmsServiceWarning',
  });
}

/** The methods of `console`, pino and most other loggers that are used. Each receives one line of text. */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}

export function checkLogger(logger: Logger, path: string): Logger {
  return checkMethods(logger, ['debug', 'info', 'warn'], path);
}
