import { symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ForeignCall, Skipped } from '../../../src/replay/foreign/foreign-call.js';
import { Amounts } from '../../../src/replay/foreign/given-folder.js';
import { readRecordings } from '../../../src/replay/foreign/read-recordings.js';
import { importRecordings } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';
import { writeForeign } from './write-foreign.js';

const fileOf = cassetteFile();
let folder = '';

beforeEach(() => {
  folder = path.join(path.dirname(fileOf()), 'recorded');
});

const given = (name: string, content: unknown): string => writeForeign(folder, name, content);
const read = (from: string): readonly (ForeignCall | Skipped)[] => [
  ...readRecordings(from, new Set(['GET', 'POST'] as const)),
];
const refused = (message: string): unknown =>
  expect.objectContaining({ name: 'ValidationError', path: 'from', message: `from: ${message}` });

const MAPPING = { request: { method: 'GET', url: '/profile' }, response: { status: 200, body: 'OK' } };

describe('recordings of other tools', () => {
  it.each<readonly [string, unknown, readonly string[]]>([
    ['nock', [{ status: 200, body: 'a', response: 'b' }, 5], ['[0]', '[1]']],
    ['WireMock, one', MAPPING, ['calls.json']],
    ['WireMock, several', { mappings: [MAPPING, 5] }, ['mappings[0]', 'mappings[1]']],
    ['HAR', { log: { entries: [5, 6] } }, ['log.entries[0]', 'log.entries[1]']],
  ])('are told by what stands in the file, and each named by its place: %s', (_tool, content, places) => {
    expect(read(given('calls.json', content)).map(({ place }) => place)).toEqual(places);
  });

  it('of WireMock may be a folder, in which only JSON is a mapping', () => {
    given('mappings/a.json', MAPPING);
    given('mappings/b.request.txt', MAPPING);
    given('mappings/c.json', 'no JSON');
    expect(read(folder).map(({ place }) => place)).toEqual(['mappings/a.json']);
  });

  it('of WireMock have their bodies in __files beside them, or beside their folder', () => {
    const mapping = { ...MAPPING, response: { status: 200, bodyFileName: 'a.txt' } };
    given('mappings/a.json', mapping);
    given('__files/a.txt', 'beside the folder');
    const bodies = (from: string): readonly unknown[] =>
      read(from).map((call) => ('response' in call ? Buffer.from(call.response?.body ?? []).toString() : call));
    for (const from of ['', 'mappings', 'mappings/a.json']) {
      expect(bodies(path.join(folder, from))).toEqual(['beside the folder']);
    }
    given('mappings/__files/a.txt', 'beside it');
    expect(bodies(path.join(folder, 'mappings'))).toEqual(['beside it']);
  });
});

describe('what holds no recordings', () => {
  it.each<readonly [unknown, string]>([
    [{ a: 1 }, 'is neither HAR, nor of nock or WireMock'],
    [{ log: {} }, 'is neither HAR, nor of nock or WireMock'],
    ['5', 'is neither HAR, nor of nock or WireMock'],
    ['hush', 'is not JSON'],
    [
      { log: { _cassette: 3, entries: [] } },
      'is a cassette already; redactCassette() (sms-service cassette redact) makes it clean',
    ],
    ['['.repeat(300), expect.stringContaining('256') as never],
  ])('is refused by its path, and quoted in nothing: %j', (content, reason) => {
    const from = given('other.json', content);
    const open = (): unknown => read(from);
    if (typeof reason === 'string') expect(open).toThrow(refused(`${reason}: ${from}`));
    expect(open).toThrow(expect.objectContaining({ path: 'from', message: expect.stringMatching(/other\.json$/) }));
    expect(open).not.toThrow('hush');
  });

  it('is refused where it is not there, or neither a file nor a folder', () => {
    expect(() => read(folder)).toThrow(refused(`does not exist: ${folder}`));
    given('notes.txt', 'hush');
    expect(() => read(folder)).toThrow(refused(`contains no mapping of WireMock: ${folder}`));
    expect(() => read('/dev/null')).toThrow(refused('is neither a file nor a folder: /dev/null'));
  });

  it('is refused as a file of more than 256 MiB', () => {
    const from = given('large.har', '');
    truncateSync(from, 268_435_457);
    expect(() => read(from)).toThrow(refused('has more than 256 MiB'));
  });

  it('is refused in a folder by its name there, where it is nested too deep', () => {
    given('mappings/deep.json', '['.repeat(300));
    const deep = { name: 'ValidationError', path: 'mappings/deep.json' };
    expect(() => read(folder)).toThrow(expect.objectContaining(deep));
    expect(() => read(folder)).toThrow(/^mappings\/deep\.json: .* 256 [\w ,]+$/);
  });

  it('is found through a link', () => {
    const from = given('calls.json', [5]);
    symlinkSync(from, `${from}.link`);
    expect(read(`${from}.link`)).toEqual([{ place: '[0]', reason: 'has no content' }]);
  });
});

it.each([
  [0, 4],
  [1024 * 1024, 36],
  [268_435_456, 128],
])('bodies may have 32 bytes for each that was read, and what is too much is said: %d', (bytes, mebibytes) => {
  const amounts = new Amounts();
  amounts.read(bytes);
  amounts.hold(mebibytes * 1024 * 1024, '[0]');
  const message = `[1]: holds, with what stands before it, bodies of more than ${mebibytes} MiB in all`;
  expect(() => amounts.hold(1, '[1]')).toThrow(expect.objectContaining({ path: '[1]', message }));
});

describe('taking over', () => {
  it('says of a call that is none why, whatever its protocol is', async () => {
    const request = { method: 'POST', headers: [{ name: 'Content-Type', value: 'application/json' }] };
    const response = { status: 200, headers: [], content: { text: 'OK' } };
    const entries = [
      { request: { ...request, url: 'http://x/sms.do', postData: { text: '{"to":' } }, response },
      { request: { ...request, url: 'http://x/', headers: [], postData: { text: '<a><b></a>' } }, response },
    ];
    const { skipped } = await importRecordings(given('a.har', { log: { entries } }), { to: fileOf() });
    expect(skipped).toEqual([
      { place: 'log.entries[0]', reason: expect.stringMatching(/^is no request: /) },
      { place: 'log.entries[1]', reason: expect.stringMatching(/^is no request: is not well-formed: (?!is no)/) },
    ]);
  });

  it('writes no cassette whose name holds a telephone number that is not to be kept', async () => {
    const to = path.join(folder, '48500100200.har');
    const privacy = { numbers: true, key: 'a key of more than 16 characters' };
    await expect(importRecordings(given('a.har', { log: { entries: [] } }), { to, privacy })).rejects.toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'to' }),
    );
  });
});
