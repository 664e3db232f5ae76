import { readFileSync, rmSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { normalizePhoneNumber } from '../../../src/domain/phone-number.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import { type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'zażółć-account', password: 'pa&s<w"ó>rd-7' };
const url = 'https://gateway.test/soap';
const PRIVACY = { numbers: true, names: true, texts: true, key: 'a key of many characters' };
const NUMBERS = ['48500100200', '500100201', '+48 500-100-202'];
const NAME = 'Ängström & Łoś';
const TEXT = 'Zażółć gęślą jaźń <7>';
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

/** A session that sends and receives every secret. */
async function session(client: SmsServiceClient): Promise<unknown> {
  const { groupId } = await client.addGroup({ name: NAME, info: NAME });
  for (const number of NUMBERS) await client.addNumber({ number, name: NAME, groupId });
  await client.sendSms({ to: NUMBERS[0] ?? '', message: TEXT });
  const { messages } = await client.sendMulti({
    to: NUMBERS,
    message: '[%1%]',
    params: NUMBERS.map((to) => [TEXT + to]),
  });
  const history = await client.getSmsByIds(messages.flatMap(({ id }) => (id === null ? [] : [id])));
  const refused = await rejection(client.sendSms({ to: '12', message: TEXT }));
  return { numbers: await client.getNumbers(groupId), groups: await client.getGroups(), messages, history, refused };
}

function open(options: CassetteOptions): SmsServiceClient {
  const transport = cassette(file, options, {});
  return new SmsServiceClient({ url, credentials, transport, retry: false });
}

function recorder(privacy: CassetteOptions['privacy']): SmsServiceClient {
  const sandbox = createSandbox({ accounts: [{ ...credentials, points: 50 }], responseForm: 'ok' });
  return open({ transport: sandbox.transport(), privacy });
}

it('requests match by pseudonyms, and responses contain pseudonyms of the same form', async () => {
  await session(recorder(PRIVACY));
  const played = (await session(open({ mode: 'replay', privacy: PRIVACY }))) as {
    readonly numbers: readonly { readonly number: string; readonly name: string }[];
    readonly groups: readonly { readonly name: string; readonly info: string }[];
    readonly history: readonly { readonly to: string; readonly message: string }[];
    readonly messages: readonly { readonly number?: string }[];
  };
  const [first, second, third] = played.numbers;
  expect(first?.number).toMatch(/^48500\d{6}$/);
  expect(second?.number).toMatch(/^500\d{6}$/);
  expect(third?.number).toMatch(/^\+48 500-\d{3}-\d{3}$/);
  expect(new Set(played.numbers.map(({ name }) => name)).size).toBe(1);
  expect(played.groups).toMatchObject([{ name: first?.name, info: first?.name }]);
  expect(played.history).toHaveLength(NUMBERS.length);
  expect(played.history[0]?.to).toBe(first?.number);
  // The response names the submitted numbers, because the client rejects other numbers.
  expect(played.messages.map(({ number }) => number)).toEqual(NUMBERS.map(normalizePhoneNumber));
  for (const [index, { message }] of played.history.entries()) {
    expect(message).toHaveLength((TEXT + (NUMBERS[index] ?? '')).length);
    expect(message).toContain('ż');
  }
});

it.each([
  ['privacy.key', 'is not the one that the cassette', { ...PRIVACY, key: 'another key of many characters' }],
  ['privacy', 'is pseudonyms for numbers, but the cassette', { numbers: true, key: PRIVACY.key }],
  ['privacy', 'was recorded with pseudonyms for numbers, names, texts', {}],
])('a cassette is not opened with other pseudonyms: %s %s', async (path, words, privacy) => {
  await session(recorder(PRIVACY));
  for (const mode of ['replay', 'auto', 'update'] as const) {
    expect(() => open({ mode, privacy })).toThrow(
      expect.objectContaining({ name: 'ValidationError', path, message: expect.stringContaining(words) }),
    );
  }
  const sandbox = createSandbox({ accounts: [{ ...credentials }] });
  await open({ mode: 'record', privacy, transport: sandbox.transport() }).checkPoints();
  expect(await open({ mode: 'replay', privacy }).checkPoints()).toBe(100);
});

it('the cassette depends only on the key', async () => {
  await session(recorder(PRIVACY));
  const once = readFileSync(file, 'utf8');
  rmSync(file);
  await session(recorder({ ...PRIVACY, key: 'another key of many characters' }));
  const numbersIn = (text: string): readonly string[] => text.match(/48500\d{6}/g) ?? [];
  const [one, other] = [numbersIn(once), numbersIn(readFileSync(file, 'utf8'))];
  expect(one.length).toBeGreaterThan(2);
  expect(other.some((number) => one.includes(number))).toBe(false);
  rmSync(file);
  await session(recorder(PRIVACY));
  const timeless = (text: string): string =>
    text.replace(/"(?:startedDateTime|time|wait)": .*|<(\w*date)[^/]*\/\1>/g, '');
  expect(timeless(readFileSync(file, 'utf8'))).toBe(timeless(once));
});

it('values of other kinds are unchanged', async () => {
  await session(recorder({}));
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('48500100200');
  expect(text).toContain('Ängström &amp; Łoś');
  expect(await open({ mode: 'replay' }).addGroup({ name: NAME, info: NAME })).toEqual({ groupId: 1 });
});

it.each([
  [{ texts: true, key: 'too short' }, 'privacy.key'],
  [{ names: 'yes' }, 'privacy.names'],
  [{ colour: true }, 'privacy.colour'],
])('invalid options are rejected: %o', (privacy, where) => {
  expect(() => open({ privacy: privacy as CassetteOptions['privacy'] })).toThrow(
    expect.objectContaining({ name: 'ValidationError', path: where }),
  );
});

/** The recording of an unusual response. */
async function keptOf(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  privacy: CassetteOptions['privacy'] = {},
  contentType = 'text/xml',
): Promise<string> {
  const transport: Transport = { send: async () => ({ status: 200, headers: { 'content-type': contentType }, body }) };
  await open({ transport, privacy, mode: 'record' })
    .getNumbers(7)
    .catch(() => undefined);
  return readFileSync(file, 'utf8');
}

const bodyOf = (inside: string): Buffer =>
  Buffer.from(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inside}</e:Body></e:Envelope>`,
  );
const numbers = (items: string): string =>
  `<soap_GetNumbersResponse><result>0</result><arNumbers>${items}</arNumbers></soap_GetNumbersResponse>`;
const item = (name: string): string =>
  `<i><number>${NUMBERS[0]}</number><name>${name}</name><id_group>7</id_group></i>`;

it('an incomplete or malformed response is recorded without its text', async () => {
  const whole = bodyOf(numbers(item(NAME.replace('&', '&amp;')))).toString();
  const cut = whole.slice(0, whole.indexOf('Łoś') + 2);
  async function* brokenOff(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(cut);
    throw new ConnectionError('lost', 'unknown');
  }
  for (const body of [brokenOff(), Buffer.from(cut), Buffer.from(whole.replace('</name>', '</nome>'))]) {
    const text = await keptOf(body, PRIVACY);
    expect(text).toContain('soap_GetNumbers');
    expect(text).not.toContain('arNumbers');
    expect(text).not.toContain('ngstr');
    expect(text).not.toContain('48500100200');
    rmSync(file);
  }
});

it('a multipart response is recorded as its envelope', async () => {
  const part = bodyOf(numbers(item('Łoś'))).toString();
  const body = Buffer.from(`--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${part}\r\n--b--\r\n`);
  const text = await keptOf(body, PRIVACY, 'multipart/related; boundary=b');
  expect(text).not.toContain('Łoś');
  expect(text).toMatch(/<name xsi:type=\\"xsd:string\\">name-[0-9a-f]{12}<\/name>/);
  const [played] = await open({ mode: 'replay', privacy: PRIVACY }).getNumbers(7);
  expect(played).toMatchObject({ groupId: 7, name: expect.stringMatching(/^name-/) });
});

it.each(['soap', 'string', 'Envelope-7', 'urn:sms-service'])(
  'a user name that occurs in every response does not damage recordings: %s',
  async (username) => {
    const account = { username, password: `${username}-pass` };
    const sandbox = createSandbox({ accounts: [account] });
    const client = (options: CassetteOptions): SmsServiceClient =>
      new SmsServiceClient({ url, credentials: account, transport: cassette(file, options, {}), retry: false });
    const recording = client({ transport: sandbox.transport() });
    const { groupId } = await recording.addGroup({ name: 'Łódź' });
    await recording.getGroups();
    await recording.getNumbers(groupId);
    await rejection(recording.getNumbers(99));
    const playing = client({ mode: 'locked' });
    expect(await playing.addGroup({ name: 'Łódź' })).toEqual({ groupId: 1 });
    expect(await playing.getGroups()).toMatchObject([{ id: 1, numberCount: 0 }]);
    expect(await playing.getNumbers(groupId)).toEqual([]);
    expect(await rejection(playing.getNumbers(99))).toMatchObject({ name: 'NotFoundError' });
    const responses = JSON.parse(readFileSync(file, 'utf8')) as {
      log: { entries: { response: { content: { text: string } } }[] };
    };
    for (const { response } of responses.log.entries) {
      expect(response.content.text).toContain('xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"');
      expect(response.content.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>/);
    }
  },
);
