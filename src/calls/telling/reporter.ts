import type { Channel } from 'node:diagnostics_channel';
import { checkMethods } from '../../options/check.js';
import { callHook } from './hook.js';

/** The methods of `console`, pino and most other loggers that are used: each is given one line of text. */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}

/** Refuses what is no logger. */
export function checkLogger(logger: Logger, path: string): Logger {
  return checkMethods(logger, ['debug', 'info', 'warn'], path);
}

/** Whoever is told of events, besides the subscribers of the channels. */
export interface Listeners<E> {
  readonly onEvent?: ((event: E) => void) | undefined;
  readonly logger?: Logger | undefined;
}

/** The forms in which events are told. */
export interface Telling<E extends { readonly type: string }> {
  /** The channel of each kind of event. */
  readonly channels: Readonly<Record<E['type'], Channel>>;
  /** The level of its line. */
  levelOf(event: E): keyof Logger;
  /** Its line, for people. */
  lineOf(event: E): string;
}

/** Tells events to whoever wants to know: a function, a logger, and the subscribers of their channels. */
export class Reporter<E extends { readonly type: string }> {
  readonly #listeners: Listeners<E>;
  readonly #telling: Telling<E>;
  readonly #channels: readonly Channel[];

  constructor(listeners: Listeners<E>, telling: Telling<E>) {
    this.#listeners = listeners;
    this.#telling = telling;
    this.#channels = [...new Set(Object.values<Channel>(telling.channels))];
  }

  /** Tells whether anybody listens; where nobody does, events are not even made. */
  get isWanted(): boolean {
    const { onEvent, logger } = this.#listeners;
    if (onEvent !== undefined || logger !== undefined) return true;
    for (const channel of this.#channels) if (channel.hasSubscribers) return true;
    return false;
  }

  report(event: E): void {
    const { onEvent, logger } = this.#listeners;
    callHook(onEvent, event);
    const { channels, levelOf, lineOf } = this.#telling;
    if (logger !== undefined) callHook((line: string) => logger[levelOf(event)](line), lineOf(event));
    channels[event.type as E['type']].publish(event);
  }
}

/** The facts of an event for a line: `attempt=1 status=200`. */
export function factsLine(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}
