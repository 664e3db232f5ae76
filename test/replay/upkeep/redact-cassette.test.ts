import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassettePrivacy, cassette, redactCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const KEY = 'a key of more than 16 characters';
const OTHER = 'another key of many characters';
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

async function session(client: SmsServiceClient): Promise<unknown> {
  const { groupId } = await client.addGroup({ name: 'Łódź', info: 'the secret of hunter22 & co' });
  await client.addNumber({ groupId, number: '48500100200', name: 'Żółć' });
  const { messages } = await client.sendSms({ to: '48500100200', message: 'Hello hunter22' });
  return [await client.getNumbers(groupId), await client.getSmsByIds([messages[0]?.id ?? ''])];
}

function open(mode: 'record' | 'locked', privacy: CassettePrivacy = {}): SmsServiceClient {
  const transport = cassette(file, { mode, privacy, transport: createSandbox().transport() });
  return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
}

const text = (): string => readFileSync(file, 'utf8');

describe('a cassette without pseudonyms', () => {
  it('gets pseudonyms and is replayed with them', async () => {
    await session(open('record'));
    expect(await redactCassette(file, { privacy: { numbers: true, names: true, texts: true, key: KEY } })).toEqual({
      recordings: 5,
      changed: 5,
    });
    for (const value of ['48500100200', 'Łódź', 'Żółć', 'Hello', 'hunter22']) expect(text()).not.toContain(value);
    const redacted = await session(open('locked', { numbers: true, names: true, texts: true, key: KEY }));
    expect(redacted).toMatchObject([[{ number: expect.stringMatching(/^48500\d{6}$/) }], [{ to: expect.any(String) }]]);
  });

  it('loses given secrets', async () => {
    await session(open('record'));
    // In forms that redaction must also find.
    writeFileSync(file, text().replace('<description', '<!-- HUNTER22 aHVudGVyMjI= --><description'));
    expect((await redactCassette(file, { secrets: ['hunter22'] })).changed).toBeGreaterThan(2);
    expect(text()).not.toMatch(/hunter22|aHVudGVyMjI/i);
    expect(text()).toContain('48500100200');
  });

  it('is unchanged in a dry run, which counts the changes', async () => {
    await session(open('record'));
    // Headers, a request and a field as other programs write them.
    const har = JSON.parse(text());
    const [first, second, third] = har.log.entries;
    first.request.headers.push({ name: 'cookie', value: 'hunter22' });
    first.response.headers.push({ name: 'x-made-by', value: 'hunter22' });
    second.request.postData.text += '\n';
    third._note = 'hunter22';
    writeFileSync(file, JSON.stringify(har));
    const before = text();
    const options = { secrets: ['hunter22'] };
    const told = await redactCassette(file, { ...options, dryRun: true });
    expect(text()).toBe(before);
    expect(told).toEqual({
      recordings: 5,
      changed: 5,
    });
    expect(await redactCassette(file, options)).toEqual(told);
    expect(text()).not.toContain('hunter22');
  });
});

it.each([
  ['privacy.key', 'is not the one that the cassette', { privacy: { numbers: true, key: OTHER } }],
  ['privacy', 'was recorded with pseudonyms for numbers', { privacy: { names: true, key: KEY } }],
  ['secrets[1]', 'is empty', { secrets: ['hunter22', ''] }],
  ['secrets[1]', 'has fewer than 4 characters', { secrets: ['hunter22', 'abc'] }],
  ['dryRun', 'must be true or false', { dryRun: 'yes' }],
  ['to', 'is unknown', { to: 'x' }],
])('invalid options leave the cassette unchanged: %s %s', async (path, words, options) => {
  await session(open('record', { numbers: true, key: KEY }));
  const before = text();
  await expect(redactCassette(file, options as never, {})).rejects.toThrow(
    expect.objectContaining({ name: 'ValidationError', path, message: expect.stringContaining(words) }),
  );
  expect(text()).toBe(before);
  await expect(redactCassette(`${file}x`)).rejects.toThrow(expect.objectContaining({ path: 'file' }));
});
