import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { CASSETTE_VERSION } from '../../src/replay/har/har.js';
import { type CassetteMode, cassette } from '../../src/replay/index.js';
import { rejection } from '../support/collect.js';
import { ROOT } from '../support/run.js';
import { cassetteFile } from './cassette-folder.js';

const fileOf = cassetteFile();
const FOLDER = `${ROOT}test/replay/versions/`;

it('a cassette of the current version exists', () => {
  expect(readdirSync(FOLDER)).toContain(`${CASSETTE_VERSION}.har`);
});

it.each(readdirSync(FOLDER))('a cassette of version %s is replayed with its failures', async (name) => {
  const file = fileOf();
  cpSync(FOLDER + name, file);
  const open = (mode: CassetteMode): SmsServiceClient => {
    const transport = cassette(file, { mode, privacy: { numbers: true, key: 'the key of the tests' } });
    const credentials = { username: 'a', password: 'b' };
    return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
  };
  const client = open('locked');
  expect(await client.addGroup({ name: 'Łódź', info: 'a & b' })).toEqual({ groupId: 1 });
  for (const _time of [1, 2]) await client.addNumber({ groupId: 1, number: '48500100200', name: 'Żółć' });
  const numbers = await client.getNumbers(1);
  expect(numbers).toMatchObject([{ name: 'Żółć' }, { name: 'Żółć', number: numbers[0]?.number }]);
  expect(numbers[0]?.number).toMatch(/^48500\d{6}$/);
  expect(await rejection(client.getNumbers(7))).toMatchObject({ name: 'NotFoundError', result: 40 });
  expect(await rejection(client.checkPoints())).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  await client.close();
  const before = readFileSync(file, 'utf8');
  await open('auto').close();
  expect(readFileSync(file, 'utf8')).toBe(before);
});
