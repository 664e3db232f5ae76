import type { Socket } from 'node:net';
import { hearChannel } from './hear-channel.js';

/** Told the connection to which a request is about to be written. */
type Tell = (socket: Socket) => void;

/** The request that is about to be written: undici tells of its connection in the same turn. */
let next: Tell | undefined;

/** Hears, from now on, to which connections undici writes. */
export const hearSockets: () => void = hearChannel('undici:client:sendHeaders', (message) => {
  const tell = next;
  next = undefined;
  tell?.((message as { readonly socket: Socket }).socket);
});

/** Tells of the connection of a request that has just been started, unless its dispatcher is none of undici. */
export function socketOfNext(tell: Tell): void {
  next = tell;
  queueMicrotask(() => {
    if (next === tell) next = undefined;
  });
}
