import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import { afterAll } from 'vitest';

/** State that all files of a process share. A file that changes it must restore it. */
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
  assert.deepEqual(shared(), before, 'This file leaves something changed: it puts it back, or stands in APART.');
});
