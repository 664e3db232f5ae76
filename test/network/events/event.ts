import type { RunningSandbox } from '../../../src/sandbox/index.js';
import type { Sent } from '../sends.js';
import type { Open } from '../transports.js';

/** An event during sends. Returns the results of the sends that it may have affected. */
export type Event = (open: Open, gateway: RunningSandbox) => Promise<readonly Sent[]>;

/** Cleanups after an event, in reverse order. */
export class Cleanups {
  readonly #all: (() => Promise<unknown>)[] = [];

  add<T extends { stop(): Promise<void> } | { close(): Promise<unknown> }>(one: T): T {
    this.#all.push(() => ('stop' in one ? one.stop() : one.close()));
    return one;
  }

  async run(): Promise<void> {
    for (const cleanup of this.#all.reverse()) await cleanup();
  }
}

/** Runs what needs cleaning up. */
export async function cleaning<T>(act: (cleanups: Cleanups) => Promise<T>): Promise<T> {
  const cleanups = new Cleanups();
  try {
    return await act(cleanups);
  } finally {
    await cleanups.run();
  }
}
