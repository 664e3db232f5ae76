import type { Socket } from 'node:net';
import { hearChannel } from './hear-channel.js';

/** Told the connection to which a request is about to be written. */
type Tell = (socket: Socket) => void;

/** The request that is about to be written: undici tells of its connection in the same turn. */
const NEXT: { tell: Tell | undefined } = { tell: undefined };

/** Hears, from now on, to which connections undici writes. */
export const hearSockets: () => void = hearChannel('undici:client:sendHeaders', (message) => {
  const { tell } = NEXT;
  NEXT.tell = undefined;
  tell?.((message as { readonly socket: Socket }).socket);
});

/** Tells of the connection of a request that has just been started, unless its dispatcher is none of undici. */
export function socketOfNext(tell: Tell): void {
  NEXT.tell = tell;
  queueMicrotask(() => {
    if (NEXT.tell === tell) NEXT.tell = undefined;
  });
}
