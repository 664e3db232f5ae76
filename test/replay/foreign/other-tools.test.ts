import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportRecordingsReport, importRecordings, responseXml } from '../../../src/replay/index.js';
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
    ['<a/>', 'text/xml', 'is no request: The document is not a SOAP envelope'],
    [REQUEST.replaceAll('AddGroup', 'Explode'), 'text/xml', 'is no request: Unknown operation'],
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
