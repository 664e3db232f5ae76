/**
 * Records calls until it is killed, and prints a line for each response: `FOLDER NAME PADDING`. A call that waited too
 * long is not a response.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSmsServiceError, SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { standStillBetweenCalls } from './stalls.js';

const [folder = '', name = '', padding = '0'] = process.argv.slice(2);
const credentials = { username: 'demo', password: 'demo-password' };
const transport = cassette(path.join(folder, 'calls.har'), { transport: createSandbox().transport() }, {});
const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
let count = 0;

async function record(): Promise<never> {
  for (;;) {
    const group = `${name}-${count++}`;
    try {
      // Only the first calls are large, so that opening the cassette takes time but not all of it.
      await client.addGroup({ name: group, info: 'x'.repeat(count > 8 ? 0 : Number(padding)) });
      writeSync(1, `${group}\n`);
    } catch (error) {
      if (!isSmsServiceError(error) || !isSmsServiceError(error.cause) || error.cause.code !== 'FILE_LOCKED')
        throw error;
      writeSync(1, `refused: ${error.cause.message}\n`);
    }
    await sleep(Math.random() * 150);
  }
}

standStillBetweenCalls(0.3, 6);
await Promise.all([record(), record()]);
