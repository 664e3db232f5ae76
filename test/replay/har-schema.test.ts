import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { cassetteFile } from './cassette-folder.js';
import { harValidator } from './har-validator.js';

const credentials = { username: 'demo', password: 'demo-password' };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

it('a cassette with responses, Faults and failures is valid HAR 1.2', async () => {
  const sandbox = createSandbox();
  const key = 'a key of more than 16 characters';
  const tape = cassette(file, { mode: 'record', transport: sandbox.transport(), privacy: { numbers: true, key } });
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: tape, retry: false });
  await client.addGroup({ name: 'Łódź' });
  await rejection(client.getNumbers(99));
  sandbox.failNext('*', { drop: 'after' });
  await rejection(client.getGroups());
  sandbox.failNext('*', { fault: { code: 'Server', string: 'sorry' } });
  await rejection(client.getGroups());
  sandbox.failNext('*', { delayMs: 1000 });
  await rejection(client.getSenders({ timeoutMs: 1 }));
  await tape.close();
  const har: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const validate = harValidator();
  expect(validate(har)).toEqual([]);
  expect((har as { readonly log: { readonly entries: readonly unknown[] } }).log.entries).toHaveLength(5);
  expect(
    validate({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [{ time: 'soon' }] } }),
  ).toContain('/log/entries/0/time must be number');
});
