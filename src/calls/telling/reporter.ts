import type { Channel } from 'node:diagnostics_channel';
import { callHook } from './hook.js';
import { type Logger, structuredWrite } from './logger.js';

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
  /** What it is of, in a few words: `sms-service-client soap_SendSms done`. */
  titleOf(event: E): string;
  /** What its line says besides. */
  factsOf(event: E): object;
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
    if (logger !== undefined) callHook(() => this.#log(logger, event), undefined);
    this.#telling.channels[event.type as E['type']].publish(event);
  }

  #log(logger: Logger, event: E): void {
    const { levelOf, titleOf, factsOf } = this.#telling;
    const write = structuredWrite(logger);
    // A copy: what it does with it is its business.
    if (write !== undefined) write(levelOf(event), { ...event }, titleOf(event));
    else logger[levelOf(event)](`${titleOf(event)} ${factsLine(factsOf(event))}`);
  }
}

/** The facts of an event for a line: `attempt=1 status=200`. */
function factsLine(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}
