/**
 * A program of its own, run by no-files-left.test.ts with a limit of open files: it reaches the limit, and prints what
 * a request says then.
 */
import { openSync } from 'node:fs';
import { Agent } from 'undici';
import { httpTransport, undiciTransport } from '../../src/calls/index.js';
import { rejection } from '../support/collect.js';
import { requestFor } from '../support/scripted-transport.js';

const transports = [httpTransport(), undiciTransport(new Agent())];
// Whatever is loaded at the first request of a kind.
for (const transport of transports)
  await rejection(transport.send(requestFor('soap_X', { url: 'http://127.0.0.1:1/' })));
try {
  for (;;) openSync(process.execPath, 'r');
} catch {
  // That was the last one.
}
for (const transport of transports) {
  for (const url of ['http://127.0.0.1:1/', 'http://localhost:1/']) {
    const error = await rejection(transport.send(requestFor('soap_X', { url })));
    process.stdout.write(`${(error as Error).message}\n`);
  }
}
process.exit();
