import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassettePrivacy, cassette, redactCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const key = 'W3k9-qTz7-Lm2p-Xv8r-Hd5s-Nb4g';
const ALL: CassettePrivacy = { numbers: true, names: true, texts: true, key };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const NAMES = ['Ania', 'home 500 731 942', 'office 500-731-943', 'Łódź', 'Opole', 'Ełk', 'Hel', 'Żory'];

/** Calls with numbers in names and texts, too. */
async function session(client: SmsServiceClient): Promise<void> {
  for (const name of NAMES) {
    await client.addGroup({ name, info: `call +48 500 731 942 for ${name}` });
    await client.sendSms({ to: '48500731942', message: `${name}: call 500731942, or 48500731943` });
  }
  await client.getGroups();
}

function open(mode: 'record' | 'locked', privacy: CassettePrivacy): { run(): Promise<void> } {
  const tape = cassette(file, { mode, privacy, transport: createSandbox({ now: () => new Date(0) }).transport() }, {});
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: tape, retry: false });
  return {
    run: async () => {
      await session(client);
      await tape.close();
    },
  };
}

const timeless = (): string => readFileSync(file, 'utf8').replace(/"(?:startedDateTime|time|wait)": .*/g, '');

describe('a cassette that is cleaned in steps is the one that is recorded so', () => {
  it.each<readonly [string, CassettePrivacy, CassettePrivacy]>([
    ['numbers behind names and texts', { names: true, texts: true, key }, { numbers: true, key }],
    ['names and texts behind numbers', { numbers: true, key }, { names: true, texts: true, key }],
    ['all behind names', { names: true, key }, ALL],
    ['all again', ALL, ALL],
  ])('%s', async (_order, first, second) => {
    await open('record', ALL).run();
    const whole = timeless();
    await open('record', first).run();
    await redactCassette(file, { privacy: second });
    await open('locked', ALL).run();
    const requests = (text: string): readonly string[] =>
      text.match(/<soap_(?:AddGroup|SendSms) [^]*?<\/soap_\w+>/g) ?? [];
    expect(requests(timeless())).toEqual(requests(whole));
  });
});

it('what was put into it in the clear, by hand, is found by its form', async () => {
  await open('record', ALL).run();
  const har = JSON.parse(readFileSync(file, 'utf8')) as {
    log: { entries: { request: { postData: { text: string } }; response: object }[] };
  };
  const [first, second] = har.log.entries;
  if (first === undefined || second === undefined) throw new Error('there are calls');
  first.request.postData.text = first.request.postData.text.replace(/name-[0-9a-f]{12}/, 'Wieczorkowska');
  second.response = { ...second.response, status: 502, content: { text: '<html>Wieczorkowska 500731942</html>' } };
  writeFileSync(file, JSON.stringify(har));
  expect((await redactCassette(file, { privacy: ALL })).changed).toBeGreaterThan(0);
  expect(readFileSync(file, 'utf8')).not.toMatch(/Wieczorkowska|500731942/);
});
