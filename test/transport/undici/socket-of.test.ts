import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { observeSockets, socketOfNext } from '../../../src/transport/undici/undici-signals.js';

/** Publishes, like undici, that a request will be written to a connection. */
const writing = (socket: unknown): void => channel('undici:client:sendHeaders').publish({ socket });
const socket = new PassThrough() as unknown as Socket;

/** The notified requests with their connections. */
let reported: unknown[];

beforeEach(() => {
  reported = [];
  observeSockets();
});

const request =
  (name: string) =>
  (connection: Socket): void =>
    void reported.push([name, connection]);

it('the request that was just started gets its connection, once', async () => {
  socketOfNext(request('one'));
  writing(socket);
  writing(new PassThrough());
  await Promise.resolve();
  writing(socket);
  expect(reported).toEqual([['one', socket]]);
});

it('a request without a connection in the same turn gets none later', async () => {
  socketOfNext(request('one'));
  await Promise.resolve();
  writing(socket);
  expect(reported).toEqual([]);
});

it('of two requests the later one is meant, also when it was started before the turn of the first is over', async () => {
  // Started after the first one, and before that stops listening.
  queueMicrotask(() => socketOfNext(request('two')));
  socketOfNext(request('one'));
  await new Promise<void>((resolve) => {
    queueMicrotask(() => {
      writing(socket);
      resolve();
    });
  });
  expect(reported).toEqual([['two', socket]]);
});
