import { checkMethods, oneOf } from '../../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';

/**
 * The methods of `console`, pino and most other loggers that are used: each is given one line of text. Those of
 * `structuredLogger` write the facts as fields.
 */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}

/** Refuses what is no logger. */
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
export function structuredWrite(logger: Logger): Write | undefined {
  return (logger as { readonly [WRITE]?: Write })[WRITE];
}
