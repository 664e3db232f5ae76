import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, type ImportRecordingsReport, importRecordings, responseXml } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';
import { requestXml } from './requests.js';
import { writeForeign } from './write-foreign.js';

const fileOf = cassetteFile();
let file = '';
let folder = '';

beforeEach(() => {
  file = fileOf();
  folder = path.join(path.dirname(file), 'recorded');
  mkdirSync(folder);
});

const REQUEST = requestXml('Kraków');
const RESPONSE = responseXml('soap_AddGroup', { result: 0, id_group: 7 });
const given = (name: string, content: unknown): string => writeForeign(folder, name, content);
const take = (from: string): Promise<ImportRecordingsReport> => importRecordings(from, { to: file });

async function expectPlayed(): Promise<void> {
  const transport = cassette(file, { mode: 'replay' });
  const credentials = { username: 'a', password: 'b' };
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
  expect(await client.addGroup({ name: 'Kraków', info: '' })).toEqual({ groupId: 7 });
}

describe('cassettes of VCR in JSON', () => {
  const type = { 'Content-Type': ['text/xml; charset=utf-8'] };

  it('are taken over with their times', async () => {
    const interaction = {
      request: {
        method: 'post',
        uri: 'http://gateway.test/soap',
        body: { encoding: 'UTF-8', string: REQUEST },
        headers: type,
      },
      response: { status: { code: 200, message: 'OK' }, headers: type, body: { encoding: 'UTF-8', string: RESPONSE } },
      recorded_at: 'Sun, 01 Mar 2026 10:00:00 GMT',
    };
    const from = given('vcr.json', { http_interactions: [interaction, { request: {} }], recorded_with: 'VCR 6.2.0' });
    expect(await take(from)).toEqual({
      recorded: 1,
      skipped: [{ place: 'interactions[1]', reason: 'has no response' }],
    });
    await expectPlayed();
    expect(readFileSync(file, 'utf8')).toContain('"startedDateTime": "2026-03-01T10:00:00.000Z"');
  });

  it('may have bodies in base64, as they went over the wire', async () => {
    const body = { base64_string: gzipSync(RESPONSE).toString('base64') };
    const headers = { ...type, 'Content-Encoding': ['gzip'] };
    const request = {
      method: 'post',
      uri: '',
      body: { base64_string: Buffer.from(REQUEST).toString('base64') },
      headers: type,
    };
    const interactions = [{ request, response: { status: { code: 200 }, headers, body } }];
    expect(await take(given('vcr.json', { http_interactions: interactions }))).toEqual({ recorded: 1, skipped: [] });
    await expectPlayed();
  });

  it('may be of VCR.py', async () => {
    const interactions = [
      {
        request: { method: 'POST', uri: 'http://gateway.test/', body: REQUEST, headers: type },
        response: { status: { code: 200, message: 'OK' }, headers: type, body: { string: RESPONSE } },
      },
    ];
    expect(await take(given('vcrpy.json', { version: 1, interactions }))).toEqual({ recorded: 1, skipped: [] });
    await expectPlayed();
  });
});

describe('what other tools write and nobody reads here is refused by its name', () => {
  const files: readonly (readonly [string, unknown, string])[] = [
    [
      'project.xml',
      '<?xml version="1.0"?>\n<con:soapui-project name="shop" xmlns:con="http://eviware.com/soapui/config">',
      'is a SoapUI project',
    ],
    ['traffic.flow', '1234:9:websocket;0:~8:response;', 'is a flow file of mitmproxy'],
    ['traffic.saz', Buffer.from('PK\x03\x04', 'latin1'), 'is an archive'],
  ];

  it.each([
    ...files,
    ['postman.json', { info: { name: 'shop' }, item: [] }, 'is a collection of Postman'],
    ['imposters.json', { imposters: [] }, 'is a file of mountebank'],
    ['simulation.json', { data: { pairs: [] }, meta: {} }, 'is a simulation of Hoverfly'],
  ] as const)('%s', async (name, content, words) => {
    await expect(take(given(name, content))).rejects.toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'from', message: expect.stringContaining(words) }),
    );
    expect(existsSync(file)).toBe(false);
  });

  it('and in a folder it is skipped by its name', async () => {
    for (const [name, content] of files) given(name, content);
    const { skipped } = await take(folder);
    const reasons = new Map(skipped.map(({ place, reason }) => [place, reason]));
    for (const [name, , words] of files) expect(reasons.get(name)).toContain(words);
  });
});

describe('a request that is none is skipped for the true reason', () => {
  it.each([
    ['{"a": 1}', 'application/json', 'is no request: is a JSON body'],
    ['[1]', 'text/xml', 'is no request: is a JSON body'],
    ['', 'text/xml', 'is no request: has no body'],
    ['<!DOCTYPE html><p>', 'text/html', 'is no request: is a page of HTML'],
    ['to=1&message=2', '', 'is no request: is a form'],
    ['hello', 'text/plain', 'is no request: is a text, and no XML'],
    ['<a><b></a>', 'text/xml', expect.stringMatching(/^is no request: is not well-formed: /)],
    ['<a/>', 'text/xml', 'is no request: The document is no SOAP envelope'],
    [REQUEST.replaceAll('AddGroup', 'Explode'), 'text/xml', 'is no request: The operation is not known here'],
  ])('%s', async (text, type, reason) => {
    const request = {
      method: 'POST',
      url: 'http://x/',
      headers: type === '' ? [] : [{ name: 'Content-Type', value: type }],
      postData: { text },
    };
    const entry = { request, response: { status: 200, headers: [], content: { text: RESPONSE } } };
    expect((await take(given('a.har', { log: { entries: [entry] } }))).skipped).toEqual([
      { place: 'log.entries[0]', reason },
    ]);
  });
});
