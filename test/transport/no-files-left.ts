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
/** Opens files until no further one can be opened; says whether one could. */
function useEveryFile(): boolean {
  let opened = false;
  try {
    for (;;) {
      openSync(process.execPath, 'r');
      opened = true;
    }
  } catch {
    return opened;
  }
}
useEveryFile();
for (const transport of transports) {
  for (const url of ['http://127.0.0.1:1/', 'http://localhost:1/']) {
    let error: unknown;
    // Where the loader of TypeScript, say, has closed a file meanwhile, the limit was not met.
    do error = await rejection(transport.send(requestFor('soap_X', { url })));
    while (useEveryFile());
    process.stdout.write(`${(error as Error).message}\n`);
  }
}
process.exit();
