import type { Channel } from 'node:diagnostics_channel';
import { isSmsServiceError, type Outcome } from '../../errors/errors.js';
import { checkMethods, oneOf } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';

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
    const write = structuredWrite(logger);
    // A copy, because a logger may change the object.
    if (write !== undefined) write(levelOf(event), { ...event }, titleOf(event));
    else logger[levelOf(event)](`${titleOf(event)} ${factsLine(factsOf(event))}`);
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
  // Only its name: the words of a foreign error may hold anything.
  const name = error instanceof Error ? error.name : typeof error;
  process.emitWarning(`onEvent or the logger failed (${name}); the error was ignored`, {
    type: 'SmsServiceWarning',
  });
}

/**
 * The methods of `console`, pino and most other loggers that are used: each is given one line of text. Those of
 * `structuredLogger` write the facts as fields.
 */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}

export function checkLogger(logger: Logger, path: string): Logger {
  return checkMethods(logger, ['debug', 'info', 'warn'], path);
}

const WRITE: unique symbol = Symbol.for('sms-service-client.structured-logger');

type Write = (level: keyof Logger, fields: object, message: string) => void;

/** A logger whose methods take the fields before the message: of pino, of bunyan. */
export interface FieldsFirstLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A logger whose methods take the fields after the message: of winston, `console`. */
export interface FieldsLastLogger {
  debug(message: string, fields: object): void;
  info(message: string, fields: object): void;
  warn(message: string, fields: object): void;
}

const OPTIONS = {
  /**
   * Whether the methods expect the fields before the message (`'first'`, as pino and bunyan) or after it (`'last'`).
   * Default: `'first'`.
   */
  fields: withDefault('first', oneOf('first', 'last')),
};

interface StructuredLoggerOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Makes a logger, for the option `logger`, that hands the facts of each event over as fields: `operation`, `callId`,
 * `durationMs` and so on can then be searched for. The message is a few words: `sms-service-client soap_SendSms done`.
 *
 * @throws ValidationError when it is no logger
 *
 * @example
 * ```ts
 * import pino from 'pino';
 * import { SmsServiceClient } from 'sms-service-client';
 *
 * const client = new SmsServiceClient({ url, credentials, logger: structuredLogger(pino({ level: 'debug' })) });
 * ```
 */
export function structuredLogger(
  logger: FieldsFirstLogger,
  options?: { readonly fields?: 'first' | undefined },
): Logger;
/**
 * The same for a logger whose methods take the fields after the message.
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 * import winston from 'winston';
 *
 * const logger = structuredLogger(winston.createLogger(), { fields: 'last' });
 * const client = new SmsServiceClient({ url, credentials, logger });
 * ```
 */
export function structuredLogger(logger: FieldsLastLogger, options: { readonly fields: 'last' }): Logger;
export function structuredLogger(
  logger: FieldsFirstLogger | FieldsLastLogger,
  options: StructuredLoggerOptions = {},
): Logger {
  checkMethods(logger, ['debug', 'info', 'warn'], 'logger');
  const isFirst = readOptions(options, OPTIONS).fields === 'first';
  const write: Write = (level, fields, message) =>
    isFirst
      ? (logger as FieldsFirstLogger)[level](fields, message)
      : (logger as FieldsLastLogger)[level](message, fields);
  const line = (level: keyof Logger) => (text: string) => write(level, {}, text);
  return { debug: line('debug'), info: line('info'), warn: line('warn'), [WRITE]: write } as Logger;
}

/** What writes events with their facts as fields, of a logger that {@link structuredLogger} has made. */
function structuredWrite(logger: Logger): Write | undefined {
  return (logger as { readonly [WRITE]?: Write })[WRITE];
}
