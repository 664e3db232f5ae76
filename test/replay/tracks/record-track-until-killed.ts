/**
 * A program that records its track over and over until it is killed, and says after each time that it has seen the end:
 * `FILE TRACK MODE FROM`. The calls of a time have its number in their names.
 */
import { writeSync } from 'node:fs';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassetteMode, cassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';

const [file = '', name = '', mode = 'record', from = '0'] = process.argv.slice(2);
const credentials = { username: 'demo', password: 'demo-password' };
for (let time = Number(from); ; time++) {
  const tape = cassette(file, { mode: mode as CassetteMode, transport: createSandbox().transport() }, {});
  const track = tape.track(name);
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: track });
  // In mode 'update' the first call stays as it was.
  await client.addGroup({ name: 'always' });
  for (const part of ['a', 'b', 'c']) await client.addGroup({ name: `${time} ${part}` });
  await track.close();
  await tape.close();
  writeSync(1, `${time}\n`);
}
