import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassetteMode, cassette, redactCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
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

/** Writes a cassette with one call and these labels in its entry. */
async function recordedWith(labels: object): Promise<void> {
  await open('record').addGroup({ name: 'Customers' });
  const har = JSON.parse(readFileSync(file, 'utf8'));
  har.log.entries[0] = { ...har.log.entries[0], ...labels };
  writeFileSync(file, JSON.stringify(har));
}

describe('the labels of a recording', () => {
  it.each([
    ['_track', 5, 'must be a string'],
    ['_track', 'two\nlines', 'has a control character'],
    ['_track', 'x'.repeat(501), 'has more than 500 characters'],
    ['_account', null, 'must be a string'],
    ['_account', '\u202eniam', 'has a control character'],
    ['_unfinished', false, 'must be one of true'],
  ])('are rejected if they are invalid: %s %j', async (name, value, reason) => {
    await recordedWith({ [name]: value });
    expect(() => open('replay')).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        path: `log.entries[0].${name}`,
        message: expect.stringContaining(reason),
      }),
    );
  });

  it('are redacted with the rest of a cassette', async () => {
    await recordedWith({ _track: 'adds 48500100200 for hunter22', _account: 'hunter22' });
    const privacy = { numbers: true, key: 'a key of more than 16 characters' };
    await redactCassette(file, { privacy, secrets: ['hunter22'] });
    expect(readFileSync(file, 'utf8')).not.toMatch(/48500100200|hunter22/);
    expect(readFileSync(file, 'utf8')).toMatch(/"_track": "adds 48500\d{6} for /);
  });
});
