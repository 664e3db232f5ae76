import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, type ImportRecordingsReport, importRecordings, responseXml } from '../../../src/replay/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';
import { writeForeign } from './write-foreign.js';

const credentials = { username: 'demo', password: 'demo-password' };
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

const given = (name: string, content: unknown): string => writeForeign(folder, name, content);

/** A client that is served by what was taken over. */
function played(): SmsServiceClient {
  const transport = cassette(file, { mode: 'replay' });
  return new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'a', password: 'b' },
    transport,
    retry: false,
  });
}

/** A request of another client. */
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
  it('is taken over with its times', async () => {
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

  it('may have bodies in base64', async () => {
    const postData = { text: Buffer.from(latin2(REQUEST)).toString('base64'), encoding: 'base64' };
    const content = { text: Buffer.from(RESPONSE).toString('base64'), encoding: 'base64' };
    const entry = harEntry({ postData }, { content, headers: headersOf({ 'Content-Type': 'text/xml' }) });
    expect((await take(given('proxy.har', { log: { entries: [entry] } }))).recorded).toBe(1);
    await expectPlayed();
  });

  it('is skipped entry by entry, with the reason', async () => {
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
      { place: 'log.entries[1]', reason: 'has no request.postData' },
      { place: 'log.entries[2]', reason: 'is no request: is a JSON body' },
      { place: 'log.entries[3]', reason: 'is no request: Unknown operation' },
      { place: 'log.entries[4]', reason: 'has no response' },
      { place: 'log.entries[5]', reason: 'has no response.content.text' },
      { place: 'log.entries[6]', reason: 'has no content' },
    ]);
  });
});

describe('what nock has recorded', () => {
  afterEach(() => {
    nock.recorder.clear();
    nock.restore();
    nock.activate();
  });

  it('is taken over as its recorder gives it', async () => {
    const sandbox = await startSandbox();
    nock.recorder.rec({ output_objects: true, dont_print: true, enable_reqheaders_recording: true });
    const client = new SmsServiceClient({ url: sandbox.url, credentials });
    await client.addGroup({ name: 'Łódź', info: '' });
    await client.checkPoints();
    await rejection(client.getNumbers(99));
    const objects = nock.recorder.play();
    await client.close();
    await sandbox.close();
    expect(objects).toHaveLength(3);
    expect(await take(given('nock.json', objects))).toEqual({ recorded: 3, skipped: [] });
    expect(await played().addGroup({ name: 'Łódź', info: '' })).toEqual({ groupId: 1 });
    expect(await played().checkPoints()).toBe(100);
    expect(await rejection(played().getNumbers(99))).toMatchObject({ name: 'NotFoundError', result: 40 });
    expect(readFileSync(file, 'utf8')).not.toContain('demo-password');
  });

  it('may be compressed, or in another charset', async () => {
    const response = gzipSync(Buffer.from(RESPONSE)).toString('hex');
    const objects = [
      {
        scope: 'http://gateway.test:80',
        method: 'POST',
        path: '/hush',
        body: Buffer.from(latin2(REQUEST)).toString('hex'),
        reqheaders: { 'content-type': 'text/xml; charset=iso-8859-2' },
        status: 200,
        response: [response.slice(0, 40), response.slice(40)],
        rawHeaders: ['Content-Type', 'text/xml; charset=utf-8', 'Content-Encoding', 'gzip'],
      },
      { method: 'POST', status: 200, body: 7, response: 'x' },
      { method: 'POST', body: REQUEST, response: 'x' },
      { method: 'POST', status: 200, body: REQUEST, response: ['00'], headers: { 'content-encoding': 'gzip' } },
      { method: 'POST', status: 200, body: REQUEST, response: ['00'], headers: { 'content-encoding': 'zstd' } },
    ];
    expect(await take(given('nock.json', objects))).toEqual({
      recorded: 1,
      skipped: [
        { place: '[1]', reason: 'has no text as its body' },
        { place: '[2]', reason: 'has no status' },
        { place: '[3]', reason: 'its body is not gzip, as its header says' },
        { place: '[4]', reason: 'has the content coding zstd, which is not known here' },
      ],
    });
    await expectPlayed();
  });
});

describe('mappings of WireMock', () => {
  const mapping = (request: object = {}, response: object = {}, more: object = {}): object => ({
    request: { method: 'POST', urlPath: '/hush', bodyPatterns: [{ equalToXml: REQUEST }], ...request },
    response: { status: 200, body: RESPONSE, headers: { 'Content-Type': 'text/xml' }, ...response },
    ...more,
  });

  it('are taken over from a file of several', async () => {
    const mappings = [
      mapping(),
      mapping({ method: 'GET' }),
      mapping({ bodyPatterns: [{ matchesXPath: '//name' }] }),
      mapping({ bodyPatterns: undefined }),
      mapping({}, { body: undefined }),
      mapping({}, { fault: 'RANDOM_DATA_THEN_CLOSE' }),
    ];
    expect(await take(given('all.json', { mappings }))).toEqual({
      recorded: 1,
      skipped: [
        { place: 'mappings[1]', reason: 'is no request: GET instead of POST' },
        { place: 'mappings[2]', reason: 'its request is a pattern (matchesXPath), not a body' },
        { place: 'mappings[3]', reason: 'has no request body' },
        { place: 'mappings[4]', reason: 'has no response body' },
        { place: 'mappings[5]', reason: 'its fault RANDOM_DATA_THEN_CLOSE cannot be played' },
      ],
    });
    await expectPlayed();
  });

  it('are taken over from their folder, in the order of their scenario, with bodies in files and faults', async () => {
    const scenario = (from: string, to?: string): object => ({
      scenarioName: 'scenario-1-group',
      requiredScenarioState: from,
      newScenarioState: to,
    });
    const later = scenario('scenario-1-group-2', 'scenario-1-group-10');
    const first = scenario('Started', 'scenario-1-group-2');
    given('mappings/a.json', mapping({}, { body: responseXml('soap_AddGroup', { result: 4116 }) }, later));
    given('mappings/b.json', mapping({}, { body: undefined, bodyFileName: 'b.xml' }, first));
    given('__files/b.xml', RESPONSE);
    const last = scenario('scenario-1-group-10');
    given('mappings/c.json', mapping({}, { body: undefined, fault: 'CONNECTION_RESET_BY_PEER' }, last));
    given('mappings/d.json', mapping({}, { body: undefined, bodyFileName: 'gone.xml' }));
    const binary = Buffer.from(REQUEST.replace('iso-8859-2', 'utf-8').replace('Łódź', 'Kraków')).toString('base64');
    const inBase64 = { body: undefined, base64Body: Buffer.from(RESPONSE).toString('base64') };
    given('mappings/e.json', mapping({ bodyPatterns: [{ binaryEqualTo: binary }] }, inBase64));
    expect(await take(folder)).toEqual({
      recorded: 4,
      skipped: [{ place: 'mappings/d.json', reason: 'its response is in gone.xml, which does not exist' }],
    });
    const client = played();
    expect(await client.addGroup({ name: 'Łódź', info: '' })).toEqual({ groupId: 7 });
    expect(await rejection(client.addGroup({ name: 'Łódź', info: '' }))).toMatchObject({ result: 4116 });
    expect(await rejection(client.addGroup({ name: 'Łódź', info: '' }))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      cause: { code: 'ECONNRESET' },
    });
    expect(await client.addGroup({ name: 'Kraków', info: '' })).toEqual({ groupId: 7 });
  });

  it('are taken over from a file of one', async () => {
    expect(await take(given('one.json', mapping()))).toEqual({ recorded: 1, skipped: [] });
    await expectPlayed();
  });
});

describe('what is broken is skipped, and no more than that', () => {
  it('a status that no server can give', async () => {
    const statuses = [-1, 100, 200.5, 20_000, 'hunter22', null];
    const entries = statuses.map((status) => harEntry({}, { status }));
    const { recorded, skipped } = await take(given('broken.har', { log: { entries: [...entries, harEntry()] } }));
    expect(recorded).toBe(1);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      ...Array(4).fill('has a status that is none of HTTP'),
      'has no response',
      'has no response',
    ]);
    played();
  });

  it('mappings of WireMock that are none', async () => {
    const request = { method: 'POST', bodyPatterns: [null] };
    const strange = {
      request: { ...request, bodyPatterns: [{ equalTo: REQUEST }] },
      response: { status: 'abc', body: '' },
    };
    expect(await take(given('all.json', { mappings: [{ request, response: {} }, strange] }))).toEqual({
      recorded: 0,
      skipped: [
        { place: 'mappings[0]', reason: 'has no request body' },
        { place: 'mappings[1]', reason: 'has a status that is none of HTTP' },
      ],
    });
  });
});

it('headers are kept for what they say to everybody: no address, no secret, no line of their own', async () => {
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

it('a request with attachments is taken for its envelope', async () => {
  const part = `--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${REQUEST.replace('iso-8859-2', 'utf-8')}\r\n--b--\r\n`;
  const postData = { text: part };
  const headers = headersOf({ 'Content-Type': 'multipart/related; boundary=b' });
  const { recorded } = await take(given('one.har', { log: { entries: [harEntry({ postData, headers })] } }));
  expect(recorded).toBe(1);
  await expectPlayed();
});

describe('taking over', () => {
  it('adds nothing when it is done again', async () => {
    // Two equal calls of one moment are two.
    const from = given('one.har', { log: { entries: [harEntry(), harEntry()] } });
    expect((await take(from)).recorded).toBe(2);
    const before = readFileSync(file, 'utf8');
    expect((await take(from)).recorded).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('replaces what is private, by choice', async () => {
    const from = given('one.har', { log: { entries: [harEntry()] } });
    await importRecordings(
      from,
      { to: file, privacy: { names: true } },
      { SMS_SERVICE_CASSETTE_KEY: 'a key of enough length' },
    );
    expect(readFileSync(file, 'utf8')).not.toContain('Łódź');
    expect(readFileSync(file, 'utf8')).toMatch(/name-[0-9a-f]{12}/);
  });

  it.each([
    ['from', 'does not exist', 'nowhere', undefined],
    ['from', 'is not JSON', 'text.har', 'hello demo-password'],
    ['from', 'is neither HAR, nor of nock or WireMock', 'other.json', { a: 1 }],
    ['from', 'is neither HAR', 'null.json', 'null'],
    ['from', 'is a cassette already', 'calls.har', { log: { _cassette: 1, entries: [] } }],
  ])('refuses what it cannot read: %s %s', async (where, words, name, content) => {
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

  it('refuses a place that is none', async () => {
    await expect(importRecordings(folder, { to: '' })).rejects.toThrow(expect.objectContaining({ path: 'to' }));
    await expect(importRecordings('', { to: file })).rejects.toThrow(expect.objectContaining({ path: 'from' }));
    await expect(importRecordings(folder, { to: file, form: 'har' } as never)).rejects.toThrow(
      expect.objectContaining({ path: 'form' }),
    );
  });
});
