/** A program that records calls until it is killed, and says after each that it has seen its response. */

import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';

const [file = '', from = '0', padding = '0'] = process.argv.slice(2);
const credentials = { username: 'demo', password: 'demo-password' };
const transport = cassette(file, { transport: createSandbox().transport() }, {});
const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
for (let index = Number(from); ; index++) {
  const name = `group-${index}`;
  await client.addGroup({ name, info: 'x'.repeat(Number(padding)) });
  process.stdout.write(`${name}\n`);
}
