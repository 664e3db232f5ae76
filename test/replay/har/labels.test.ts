import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { readHar } from '../../../src/replay/har/read-har.js';
import { fitLabel, labelFault, type Recording } from '../../../src/replay/har/recording.js';
import { entryText, harText } from '../../../src/replay/har/write-har.js';
import { type CassetteMode, cassette, redactCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

function open(mode: CassetteMode): SmsServiceClient {
  const transport = cassette(file, { mode, transport: createSandbox().transport() }, {});
  const credentials = { username: 'demo', password: 'demo-password' };
  return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
}

/** A cassette with one call, and these things beside it in its entry. */
async function recordedWith(labels: object): Promise<void> {
  await open('record').addGroup({ name: 'Customers' });
  const har = JSON.parse(readFileSync(file, 'utf8'));
  har.log.entries[0] = { ...har.log.entries[0], ...labels };
  writeFileSync(file, JSON.stringify(har));
}

const RECORDING: Recording = {
  request: { method: 'GET', target: 'status', headers: {} },
  response: { status: 200, headers: {}, text: 'OK' },
  startedAtMs: 0,
  durationMs: 1,
};

describe('the labels of a recording', () => {
  it.each([
    [{ track: 'groups > makes one', account: 'main', isUnfinished: true }],
    [{ track: 'groups > makes one' }],
    [{ account: 'main' }],
    [{}],
  ] as const)('are read as they were written: %j', (labels) => {
    const text = harText([entryText({ ...labels, ...RECORDING })], undefined);
    expect(readHar(text, file).entries[0]?.recording).toEqual({ ...labels, ...RECORDING });
  });

  it.each([
    ['_track', 5, 'must be a string'],
    ['_track', 'two\nlines', 'has a control character'],
    ['_track', 'x'.repeat(501), 'has more than 500 characters'],
    ['_account', null, 'must be a string'],
    ['_account', '\u202eniam', 'has a control character'],
    ['_unfinished', false, 'must be one of true'],
  ])('are refused where they are none: %s %j', async (name, value, reason) => {
    await recordedWith({ [name]: value });
    expect(() => open('replay')).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        path: `log.entries[0].${name}`,
        message: expect.stringContaining(reason),
      }),
    );
  });

  it('keep a recording from those who play another track', async () => {
    await recordedWith({ _track: 'makes one' });
    expect(await rejection(open('replay').addGroup({ name: 'Customers' }))).toMatchObject({ name: 'ReplayMissError' });
  });

  it('are cleaned with the rest of a cassette', async () => {
    await recordedWith({ _track: 'adds 48500100200 for hunter22', _account: 'hunter22' });
    const privacy = { numbers: true, key: 'a key of more than 16 characters' };
    await redactCassette(file, { privacy, secrets: ['hunter22'] });
    expect(readFileSync(file, 'utf8')).not.toMatch(/48500100200|hunter22/);
    expect(readFileSync(file, 'utf8')).toMatch(/"_track": "adds 48500\d{6} for /);
  });
});

describe('a label', () => {
  it('is one line of no more than 500 characters', () => {
    expect(labelFault('Łódź > „a” 😀')).toBeUndefined();
    expect(labelFault('a\tb')).toBe('has a control character');
    expect(labelFault('half \ud83d')).toBe('has a control character');
    expect(fitLabel('a\tb\r\nc')).toBe('a b  c');
    expect(fitLabel('x'.repeat(600))).toBe('x'.repeat(500));
    expect(labelFault(fitLabel(`${'x'.repeat(499)}😀`))).toBeUndefined();
  });
});
