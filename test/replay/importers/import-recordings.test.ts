import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, type ImportRecordingsReport, importRecordings, responseXml } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';
let folder = '';

beforeEach(() => {
  file = fileOf();
  folder = path.join(path.dirname(file), 'recorded');
  mkdirSync(folder);
});

function take(from: string): Promise<ImportRecordingsReport> {
  return importRecordings(from, { to: file });
}

function given(name: string, content: unknown): string {
  const to = path.join(folder, name);
  writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content));
  return to;
}

/** A client that replays the imported calls. */
function played(): SmsServiceClient {
  const transport = cassette(file, { mode: 'replay' });
  return new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'a', password: 'b' },
    transport,
    retry: false,
  });
}

/** A request of a third-party client. */
const REQUEST =
  '<?xml version="1.0" encoding="iso-8859-2"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
  '<q:soap_AddGroup xmlns:q="urn:sms-service"><client><username>demo</username><password>demo-password</password></client>' +
  '<group><name>Łódź</name><info/></group></q:soap_AddGroup></e:Body></e:Envelope>';
const RESPONSE = responseXml('soap_AddGroup', { result: 0, description: 'demo-password', id_group: 7 });
const XML = { 'Content-Type': 'text/xml; charset=iso-8859-2' };

const latin2 = (text: string): Uint8Array =>
  Buffer.from(text.replaceAll('Ł', '\u00a3').replaceAll('ó', '\u00f3').replaceAll('ź', '\u00bc'), 'latin1');

const headersOf = (headers: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

function harEntry(request: object = {}, response: object = {}): object {
  return {
    startedDateTime: '2026-03-01T10:00:00.000Z',
    time: 12.5,
    request: {
      method: 'POST',
      url: 'https://gateway.test/',
      headers: headersOf(XML),
      postData: { text: REQUEST },
      ...request,
    },
    response: { status: 200, headers: headersOf(XML), content: { text: RESPONSE }, ...response },
  };
}

async function expectPlayed(): Promise<void> {
  expect(await played().addGroup({ name: 'Łódź', info: '' })).toEqual({ groupId: 7 });
  const text = readFileSync(file, 'utf8');
  for (const secret of ['demo-password', '>demo<', 'gateway.test', 'hush']) expect(text).not.toContain(secret);
}

describe('HAR of browsers and proxies', () => {
  it('is imported with its times', async () => {
    const cookies = { ...XML, Cookie: 'hush', Authorization: 'hush', 'Content-Encoding': 'gzip' };
    const entry = harEntry({ headers: headersOf(cookies) });
    expect(await take(given('browser.har', { log: { version: '1.2', entries: [entry] } }))).toEqual({
      recorded: 1,
      skipped: [],
    });
    await expectPlayed();
    expect(readFileSync(file, 'utf8')).toContain('"startedDateTime": "2026-03-01T10:00:00.000Z"');
    expect(readFileSync(file, 'utf8')).toContain('"time": 13');
  });

  it('may have base64 bodies', async () => {
    const postData = { text: Buffer.from(latin2(REQUEST)).toString('base64'), encoding: 'base64' };
    const content = { text: Buffer.from(RESPONSE).toString('base64'), encoding: 'base64' };
    const entry = harEntry({ postData }, { content, headers: headersOf({ 'Content-Type': 'text/xml' }) });
    expect((await take(given('proxy.har', { log: { entries: [entry] } }))).recorded).toBe(1);
    await expectPlayed();
  });

  it('is skipped by entry, with the reason', async () => {
    const entries = [
      harEntry({ method: 'GET' }),
      harEntry({ postData: undefined }),
      harEntry({ postData: { text: '{"a": 1}' } }),
      harEntry({ postData: { text: REQUEST.replaceAll('AddGroup', 'Explode') } }),
      harEntry({}, { status: 0 }),
      harEntry({}, { content: { size: 5 } }),
      'hello',
      harEntry(),
    ];
    const { recorded, skipped } = await take(given('page.har', { log: { entries } }));
    expect(recorded).toBe(1);
    expect(skipped).toEqual([
      { place: 'log.entries[0]', reason: 'is no request: GET instead of POST' },
      { place: 'log.entries[1]', reason: 'request.postData: must be an object' },
      { place: 'log.entries[2]', reason: expect.stringMatching(/^is no request: \w/) },
      { place: 'log.entries[3]', reason: 'is no request: Unknown operation' },
      { place: 'log.entries[4]', reason: 'response.status: must be an HTTP status from 200 to 599' },
      { place: 'log.entries[5]', reason: 'response.content.text: must be a string' },
      { place: 'log.entries[6]', reason: 'content: must be an object' },
    ]);
  });
});

describe('only invalid entries are skipped', () => {
  it('an impossible status', async () => {
    const statuses = [-1, 100, 200.5, 20_000, 'hunter22', null];
    const entries = statuses.map((status) => harEntry({}, { status }));
    const { recorded, skipped } = await take(given('broken.har', { log: { entries: [...entries, harEntry()] } }));
    expect(recorded).toBe(1);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      ...Array(6).fill('response.status: must be an HTTP status from 200 to 599'),
    ]);
    played();
  });
});

it('imported headers contain no address, no secret and no line break', async () => {
  const request = {
    'Content-Type': 'text/xml; charset=iso-8859-2; action="demo-password"',
    SOAPAction: '"https://gateway.test/?p=hush"',
  };
  const response = { 'Content-Type': 'text/xml; x=demo-password\r\nX: y', 'Retry-After': 'hush' };
  const entry = harEntry({ headers: headersOf(request) }, { headers: headersOf(response) });
  expect((await take(given('one.har', { log: { entries: [entry] } }))).recorded).toBe(1);
  await expectPlayed();
  const values = Array.from(readFileSync(file, 'utf8').matchAll(/"value": (.*)/g), ([, value]) => value);
  const [type, action] = ['"text/xml; charset=utf-8"', String.raw`"\"urn:sms-service#soap_AddGroup\""`];
  expect(values).toEqual([type, action, type]);
});

it('a multipart request is imported as its envelope', async () => {
  const part = `--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${REQUEST.replace('iso-8859-2', 'utf-8')}\r\n--b--\r\n`;
  const postData = { text: part };
  const headers = headersOf({ 'Content-Type': 'multipart/related; boundary=b' });
  const { recorded } = await take(given('one.har', { log: { entries: [harEntry({ postData, headers })] } }));
  expect(recorded).toBe(1);
  await expectPlayed();
});

describe('importRecordings', () => {
  it('adds nothing the second time', async () => {
    // Two equal calls with the same time are two calls.
    const from = given('one.har', { log: { entries: [harEntry(), harEntry()] } });
    expect((await take(from)).recorded).toBe(2);
    const before = readFileSync(file, 'utf8');
    expect((await take(from)).recorded).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each([
    ['from', 'does not exist', 'nowhere', undefined],
    ['from', 'is not JSON', 'text.har', 'hello demo-password'],
    ['from', 'is not HAR', 'other.json', { a: 1 }],
    ['from', 'is not HAR', 'list.json', []],
    ['from', 'is not HAR', 'null.json', 'null'],
    ['from', 'is already a cassette', 'calls.har', { log: { _cassette: 3, entries: [] } }],
    ['from', 'is nested deeper than 256 levels', 'deep.har', `{"log":{"entries":[${'['.repeat(100_000)}`],
    ['from', 'contains too many objects and lists', 'wide.har', `{"log":{"entries":[${'{},'.repeat(300_000)}{}]}}`],
  ])('rejects a file that is not HAR: %s %s', async (where, words, name, content) => {
    const from = content === undefined ? path.join(folder, name) : given(name, content);
    let error: unknown;
    try {
      await take(from);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'ValidationError', path: where, message: expect.stringContaining(words) });
    expect(String(error)).not.toContain('demo-password');
    expect(existsSync(file)).toBe(false);
  });

  it('rejects folders, pipes and files of more than 256 MiB', async () => {
    const pipe = path.join(folder, 'pipe.har');
    execFileSync('mkfifo', [pipe]);
    const large = given('large.har', '');
    truncateSync(large, 268_435_457);
    for (const [from, reason] of [
      [folder, 'is not a file'],
      [pipe, 'is not a file'],
      [large, 'has more than 256 MiB'],
    ] as const) {
      await expect(take(from)).rejects.toThrow(`from: ${reason}: ${from}`);
    }
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['"time": 1e999', '1970-01-01T00:00:00.000Z'],
    ['"time": 1e300, "startedDateTime": "+275760-09-13T00:00:00.000Z"', '1970-01-01T00:00:00.000Z'],
    ['"time": -5, "startedDateTime": "-000001-01-01T00:00:00.000Z"', '1970-01-01T00:00:00.000Z'],
    ['"time": 5, "startedDateTime": "2026-03-01T10:00:00.000Z"', '2026-03-01T10:00:00.000Z'],
  ])('writes valid times for %s', async (times, start) => {
    const { request, response } = harEntry() as { request: object; response: object };
    const entry = JSON.stringify({ request, response }).replace('{', `{${times},`);
    const from = given('a.har', `{"log":{"entries":[${entry},${entry}]}}`);
    expect((await take(from)).recorded).toBe(2);
    expect((await take(from)).recorded).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain(`"startedDateTime": "${start}"`);
  });
});
