/**
 * A program that records calls until it is killed, and prints each received response: `FILE FROM PADDING AT_ONCE LAST`.
 * It makes AT_ONCE calls concurrently, and exits after the response LAST.
 */
import { writeSync } from 'node:fs';

import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';

const [file = '', from = '0', padding = '0', atOnce = '1', last = ''] = process.argv.slice(2);
const credentials = { username: 'demo', password: 'demo-password' };
const transport = cassette(file, { transport: createSandbox().transport() }, {});
const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
let index = Number(from);
async function record(): Promise<never> {
  for (;;) {
    const name = `group-${index++}`;
    await client.addGroup({ name, info: 'x'.repeat(Number(padding)) });
    // Synchronously, so that no output is lost when the process ends.
    writeSync(1, `${name}\n`);
    if (name === last) process.exit();
  }
}
await Promise.all(Array.from({ length: Number(atOnce) }, record));
