/**
 * A program that records calls until it is killed, and says after each that it has seen its response: `FOLDER NAME
 * PADDING`. A call that was kept waiting for too long is no response.
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
      // The first ones only: what is opened by the next process is to be large, and not to take it all its time.
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
