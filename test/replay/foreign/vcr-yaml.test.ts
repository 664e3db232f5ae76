import { mkdirSync, readFileSync } from 'node:fs';
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
const take = (yaml: string): Promise<ImportRecordingsReport> =>
  importRecordings(writeForeign(folder, 'vcr.yml', yaml), { to: file });

async function expectPlayed(times = 1): Promise<void> {
  const transport = cassette(file, { mode: 'locked' });
  const credentials = { username: 'a', password: 'b' };
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
  for (let time = 0; time < times; time++) {
    expect(await client.addGroup({ name: 'Kraków', info: '' })).toEqual({ groupId: 7 });
  }
  await transport.close();
}

/** A text as Psych writes one of several lines: indented, with no line end behind it. */
const block = (text: string, indent: number): string =>
  `|-\n${text
    .split('\n')
    .map((line) => ' '.repeat(indent) + line)
    .join('\n')}`;
/** In one line, or as a block where it has several. */
const quoted = (text: string): string =>
  text.includes('\n') ? block(text.trimEnd(), 8) : `'${text.replaceAll("'", "''")}'`;
const base64 = (bytes: Uint8Array): string =>
  `!binary |-\n${(
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,60}/g) ?? []
  )
    .map((line) => `        ${line}`)
    .join('\n')}`;

/** A call as VCR 6 writes it. */
const call = (request: string, response: string, more = ''): string => `- request:
    method: post
    uri: http://gateway.test/soap
    body:
      encoding: UTF-8
      string: ${request}
    headers:
      User-Agent:
      - Ruby
      Content-Type:
      - text/xml; charset=utf-8
  response:
    status:
      code: 200
      message: OK
    headers:
      Date:
      - Sun, 01 Mar 2026 10:00:00 GMT
      Content-Type:
      - text/xml; charset=utf-8
${more}    body:
      encoding: UTF-8
      string: ${response}
    http_version:
  recorded_at: Sun, 01 Mar 2026 10:00:00 GMT
`;
const cassetteOf = (...calls: readonly string[]): string =>
  `---\nhttp_interactions:\n${calls.join('')}recorded_with: VCR 6.2.0\n`;

describe('cassettes of VCR in YAML, as the Ruby gem writes them', () => {
  it('are taken over with their times', async () => {
    const indented = RESPONSE.replaceAll('><', '>\n<');
    const yaml = cassetteOf(call(quoted(REQUEST), block(indented, 8)), call(JSON.stringify(REQUEST), quoted(RESPONSE)));
    expect(await take(yaml)).toEqual({ recorded: 2, skipped: [] });
    expect(readFileSync(file, 'utf8')).toContain('"startedDateTime": "2026-03-01T10:00:00.000Z"');
    await expectPlayed(2);
  });

  it('may have bodies in bytes, as they went over the wire', async () => {
    const coding = '      Content-Encoding:\n      - gzip\n';
    const yaml = cassetteOf(call(base64(Buffer.from(REQUEST)), base64(gzipSync(RESPONSE)), coding));
    expect(await take(yaml)).toEqual({ recorded: 1, skipped: [] });
    await expectPlayed();
  });

  it('may have exact bytes in base64', async () => {
    const exact = (text: string): string => `|\n        ${Buffer.from(text).toString('base64')}`;
    const yaml = cassetteOf(call(exact(REQUEST), exact(RESPONSE))).replaceAll(' string: ', ' base64_string: ');
    expect(await take(yaml)).toEqual({ recorded: 1, skipped: [] });
    await expectPlayed();
  });

  it('may name a value again that was there before', async () => {
    const first = call(quoted(REQUEST), quoted(RESPONSE))
      .replace('uri: ', 'uri: &1 ')
      .replace('string: ', 'string: &2 ');
    const second = call('*2', quoted(RESPONSE)).replace('uri: http://gateway.test/soap', 'uri: *1');
    expect(await take(cassetteOf(first, second))).toEqual({ recorded: 2, skipped: [] });
    await expectPlayed(2);
  });

  it('may have ends of lines of Windows, and a byte order mark', async () => {
    const yaml = cassetteOf(call(quoted(REQUEST), quoted(RESPONSE)));
    expect(await take(`\ufeff${yaml.replaceAll('\n', '\r\n')}`)).toEqual({ recorded: 1, skipped: [] });
    await expectPlayed();
  });

  it('keep texts that look like something else', async () => {
    const yaml = cassetteOf(call('12', 'no'), call("''", '~'));
    const { skipped } = await take(yaml);
    expect(skipped).toEqual([
      { place: 'interactions[0]', reason: 'is no request: is a text, and no XML' },
      { place: 'interactions[1]', reason: 'has no response.body' },
    ]);
  });
});

it('cassettes of VCR.py in YAML are taken over', async () => {
  const yaml = `interactions:
- request:
    body: ${quoted(REQUEST)}
    headers:
      Content-Type:
      - text/xml
    method: POST
    uri: http://gateway.test/
  response:
    body:
      string: !!binary |
        ${Buffer.from(RESPONSE).toString('base64')}
    headers:
      Content-Type: [text/xml]
    status: {code: 200, message: OK}
- request: {body: null, headers: {}, method: GET, uri: 'http://gateway.test/other'}
  response: {body: {string: ''}, headers: {}, status: {code: 200, message: OK}}
version: 1
`;
  expect(await take(yaml)).toEqual({
    recorded: 1,
    skipped: [{ place: 'interactions[1]', reason: expect.stringContaining('is no request') }],
  });
  await expectPlayed();
});

describe('of a cassette of VCR in YAML', () => {
  it.each([
    [
      'a tag',
      (text: string) => text.replace('message: OK', 'message: !ruby/symbol OK'),
      'has a tag that is not known here, on line 17',
    ],
    [
      'an alias',
      (text: string) => text.replace('message: OK', 'message: *none'),
      'has an alias of what is not there, on line 17',
    ],
    ['a merge', (text: string) => text.replace('message: OK', '<<: {}'), 'merges another object, on line 17'],
    ['a key twice', (text: string) => text.replace('message: OK', 'code: 200'), 'has a key twice, on line 17'],
    [
      'a key that is none',
      (text: string) => text.replace('message: OK', '? [a]\n      : b'),
      'has a key that is no text, on line 17',
    ],
    [
      'too many levels',
      (text: string) => text.replace('message: OK', `message: ${'['.repeat(40)}${']'.repeat(40)}`),
      'is nested deeper than 32 levels, on line 17',
    ],
  ])('%s concerns only the call that has it', async (_what, spoil, reason) => {
    const good = call(quoted(REQUEST), quoted(RESPONSE));
    expect(await take(cassetteOf(spoil(good), good))).toEqual({
      recorded: 1,
      skipped: [{ place: 'interactions[0]', reason }],
    });
    await expectPlayed();
  });

  it.each([
    ['a bracket is missing', 'http_interactions: [\n- request:\n', /^from: is not YAML as VCR writes it, on line \d: /],
    ['there is no list', 'http_interactions:\n  secret: word\n', /^from: is YAML, and no cassette of VCR: /],
    ['it is nested too deep', `http_interactions:\n- request: ${'['.repeat(200_000)}`, /^from: is n/],
    ['it is too large', `http_interactions:\n${'#\n'.repeat(9_000_000)}`, /^from: has more than 16777216 bytes/],
  ])('nothing is taken over, and nothing quoted, where %s', async (_what, yaml, words) => {
    await expect(take(yaml)).rejects.toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'from', message: expect.stringMatching(words) }),
    );
    await expect(take(yaml)).rejects.not.toThrow(/secret|word/);
  });

  it('aliases of aliases multiply nothing', async () => {
    const levels = Array.from(
      { length: 28 },
      (_, level) => `    l${level}: &l${level} [*l${level - 1}, *l${level - 1}]`,
    );
    const laughs = levels.join('\n').replace('[*l-1, *l-1]', 'x');
    const good = call(quoted(REQUEST), quoted(RESPONSE));
    const start = performance.now();
    expect(await take(cassetteOf(good.replace('    method: post', `    method: post\n${laughs}`)))).toEqual({
      recorded: 1,
      skipped: [],
    });
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
