import http from 'node:http';
import https from 'node:https';
import { afterAll, expect } from 'vitest';

/** What all files of a process share, and one that changes it for its tests has to put back. */
const shared = (): object => ({
  http: [http.request, http.get, http.ClientRequest, http.globalAgent],
  https: [https.request, https.get, https.globalAgent],
  timers: [setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, queueMicrotask, process.nextTick],
  clocks: [Date, Date.now, performance.now],
  others: [fetch, Math.random, process.emitWarning, console.debug],
  environment: { ...process.env },
  folder: process.cwd(),
  umask: process.umask(),
  listeners: ['warning', 'uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event)),
});

const before = shared();

afterAll(() => {
  expect(shared(), 'what was before the tests of this file: a file that cannot put it back stands apart').toEqual(
    before,
  );
});
