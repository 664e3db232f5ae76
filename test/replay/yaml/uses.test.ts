import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { callbackHandler } from '../../../src/callbacks/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import {
  callbackRecorder,
  cassette,
  checkCassette,
  redactCassette,
  replayCallbacks,
} from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile('yaml');
const credentials = { username: 'demo', password: 'demo-password' };
let file = '';

beforeEach(async () => {
  file = fileOf();
  const transport = cassette(file, { transport: createSandbox().transport() }, {});
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
  await client.addGroup({ name: 'Customers' });
  await client.addNumber({ groupId: 1, number: '48500100200', name: 'Ania' });
  await client.getGroups();
  await client.close();
  await transport.close();
});

it('a cassette in YAML contains callbacks and replays them', async () => {
  const recorder = callbackRecorder(file, { mode: 'add' }, {});
  const recording = callbackHandler({ onEvent: () => undefined, recorder });
  const url =
    'http://127.0.0.1/?MsgId=1&status=404&status_name=DELIVERED&idx=a1&donedate=1772000000&username=demo&to=48500100200';
  const answer = await recording.fetch(new Request(url), { peer: '127.0.0.1' });
  expect(await answer.text()).toBe('OK');
  const seen: string[] = [];
  const handler = callbackHandler({ onEvent: ({ type }) => void seen.push(type) });
  expect(await replayCallbacks(file, { to: handler })).toMatchObject([{ kind: 'sms-report', isOk: true }]);
  expect(seen).toEqual(['sms-report']);
  expect(readFileSync(file, 'utf8')).toContain('\n    GET: callback/sms-report?');
});

it('a cassette in YAML is checked and redacted', async () => {
  expect(checkCassette(file)).toMatchObject({ checked: 3, isBreaking: false });
  const key = 'the key of the tests';
  expect(await redactCassette(file, { privacy: { numbers: true, key } }, {})).toMatchObject({ recordings: 3 });
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('48500100200');
  expect(text).toMatch(/^privacy: \{kinds: \[numbers\], key: "?[0-9a-f]{16}"?\}$/m);
});
