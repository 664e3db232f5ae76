import { execFile, execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ImportRecordingsReport, importRecordings, responseXml } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';
import { requestXml } from './requests.js';
import { writeForeign } from './write-foreign.js';

const fileOf = cassetteFile();
let file = '';
let folder = '';
let outside = '';

beforeEach(() => {
  file = fileOf();
  folder = path.join(path.dirname(file), 'recorded');
  mkdirSync(folder);
  outside = path.join(path.dirname(file), 'passwd');
  writeFileSync(outside, 'root:hunter22:0:0');
});

function take(from: string = folder): Promise<ImportRecordingsReport> {
  return importRecordings(from, { to: file });
}

const given = (name: string, content: unknown): string => writeForeign(folder, name, content);

const REQUEST = requestXml('Kraków');
const RESPONSE = responseXml('soap_AddGroup', { result: 0, id_group: 7 });

const mapping = (response: object, more: object = {}, name = 'Kraków'): object => ({
  request: { method: 'POST', bodyPatterns: [{ equalTo: requestXml(name) }] },
  response,
  ...more,
});

/** What is said where nothing at all is taken over. */
async function refusal(from: string = folder): Promise<string> {
  try {
    return `took over ${(await take(from)).recorded}`;
  } catch (error) {
    if (existsSync(file)) return 'left a cassette';
    return String(error);
  }
}

const OUT = 'leads out of the folder';
const NO_FILE = 'is neither a file nor a link to one';

/** Makes a named pipe, which nobody writes to. */
function pipe(name: string): void {
  execFileSync('mkfifo', [path.join(folder, name)]);
}

describe('a file that a mapping of WireMock names', () => {
  const FIELD = 'mappings/a.json: response.bodyFileName';

  it.each([
    ['..', '../../passwd'],
    ['.. that would come back', 'sub/../body.xml'],
    ['.. with the other slash', '..\\..\\passwd'],
    ['an absolute name', '/etc/passwd'],
    ['an absolute name of Windows', 'C:\\passwd'],
  ])('is not read by %s', async (_what, bodyFileName) => {
    given('__files/body.xml', RESPONSE);
    given('mappings/a.json', mapping({ bodyFileName }));
    expect(await refusal(folder)).toContain(`ValidationError: ${FIELD}: ${OUT}`);
  });

  it.each([
    ['given with its folder', () => folder],
    ['given by the folder of the mappings', () => path.join(folder, 'mappings')],
  ])('is not read through a link: %s', async (_what, from) => {
    given('__files/body.xml', RESPONSE);
    symlinkSync(outside, path.join(folder, '__files/link.xml'));
    given('mappings/a.json', mapping({ bodyFileName: 'link.xml' }));
    const place = from() === folder ? 'mappings/a.json' : 'a.json';
    expect(await refusal(from())).toContain(`ValidationError: ${place}: response.bodyFileName: ${OUT}`);
  });

  it('is not read through a link to a folder, or where __files is one', async () => {
    given('mappings/a.json', mapping({ bodyFileName: 'sub/passwd' }));
    mkdirSync(path.join(folder, '__files'));
    symlinkSync(path.dirname(outside), path.join(folder, '__files/sub'));
    expect(await refusal(folder)).toContain(`ValidationError: ${FIELD}: ${OUT}`);
    given('other/mappings/a.json', mapping({ bodyFileName: 'passwd' }));
    symlinkSync(path.dirname(outside), path.join(folder, 'other/__files'));
    expect(await refusal(path.join(folder, 'other'))).toContain(`ValidationError: ${FIELD}: ${OUT}`);
  });

  it('is not read where it is outside of a file of several', async () => {
    given('__files/body.xml', RESPONSE);
    const all = given('all.json', {
      mappings: [mapping({ body: RESPONSE }), mapping({ bodyFileName: '../../passwd' })],
    });
    expect(await refusal(all)).toContain(`ValidationError: mappings[1]: response.bodyFileName: ${OUT}`);
  });

  it('is not read where it is a pipe, a socket, a device or a folder', async () => {
    given('__files/sub/body.xml', RESPONSE);
    pipe('__files/pipe');
    const server = net.createServer().listen(path.join(folder, '__files/socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    for (const bodyFileName of ['pipe', 'socket', 'sub']) {
      given('mappings/a.json', mapping({ bodyFileName }));
      expect(await refusal(folder)).toContain(`ValidationError: ${FIELD}: ${NO_FILE}`);
    }
    symlinkSync('/dev/zero', path.join(folder, '__files/zero'));
    given('mappings/a.json', mapping({ bodyFileName: 'zero' }));
    expect(await refusal(folder)).toContain(`ValidationError: ${FIELD}: ${OUT}`);
  });

  it('is read where it is a link to another one inside, or one of two names', async () => {
    given('__files/sub/body.xml', RESPONSE);
    symlinkSync('sub/body.xml', path.join(folder, '__files/link.xml'));
    linkSync(path.join(folder, '__files/sub/body.xml'), path.join(folder, '__files/hard.xml'));
    given('mappings/a.json', mapping({ bodyFileName: 'link.xml' }));
    given('mappings/b.json', mapping({ bodyFileName: 'hard.xml' }, {}, 'Łódź'));
    given('mappings/c.json', mapping({ bodyFileName: './sub/body..xml' }, {}, 'Gdynia'));
    expect(await take()).toEqual({
      recorded: 2,
      skipped: [{ place: 'mappings/c.json', reason: 'its response is in ./sub/body..xml, which does not exist' }],
    });
  });

  it.each(['no\0body.xml', 'x'.repeat(5000), 'loop', 'body.xml/x'])(
    'does not exist by the name %j',
    async (bodyFileName) => {
      given('__files/body.xml', RESPONSE);
      symlinkSync('loop', path.join(folder, '__files/loop'));
      given('mappings/a.json', mapping({ bodyFileName }));
      expect(await take()).toMatchObject({
        recorded: 0,
        skipped: [{ reason: expect.stringContaining('does not exist') }],
      });
    },
  );
});

describe('a folder', () => {
  it('whose mapping is a link that leads out of it', async () => {
    given('mappings/b.json', mapping({ body: RESPONSE }));
    symlinkSync(outside, path.join(folder, 'mappings/a.json'));
    expect(await refusal(folder)).toContain(`ValidationError: mappings/a.json: ${OUT}`);
  });

  it('whose mapping is a pipe', async () => {
    pipe('a.json');
    expect(await refusal(folder)).toContain(`ValidationError: a.json: ${NO_FILE}`);
  });

  it('with links in a circle, and with pipes and links that are no JSON', async () => {
    given('sub/a.json', mapping({ body: RESPONSE }));
    for (const name of ['sub/up', 'sub/on', 'down']) symlinkSync(folder, path.join(folder, name));
    symlinkSync('self', path.join(folder, 'self'));
    symlinkSync(outside, path.join(folder, 'notes.txt'));
    pipe('commands');
    expect(await take()).toEqual({ recorded: 1, skipped: [] });
  });

  it('is itself a pipe or a device', async () => {
    pipe('1.har');
    expect(await refusal(path.join(folder, '1.har'))).toContain(
      'ValidationError: from: is neither a file nor a folder',
    );
    expect(await refusal('/dev/null')).toContain('ValidationError: from: is neither a file nor a folder');
  });
});

describe('what is made of little costs little', () => {
  const packedCall = (packed: Uint8Array, body = REQUEST): object => ({
    ...{ method: 'POST', status: 200, body, response: [Buffer.from(packed).toString('hex')] },
    headers: { 'Content-Encoding': 'gzip' },
  });

  it('what is compressed', async () => {
    const packed = gzipSync(Buffer.alloc(60_000_000, 0x20));
    expect(packed.length).toBeLessThan(60_000);
    await expect(take(given('nock.json', [packedCall(packed)]))).rejects.toThrow(
      expect.objectContaining({
        path: '[0]',
        message: expect.stringMatching(/holds, with what stands before it, bodies of more than \d+ MiB in all/),
      }),
    );
    expect(existsSync(file)).toBe(false);
  });

  it('what is compressed, in many pieces', async () => {
    const call = packedCall(gzipSync(Buffer.alloc(1_000_000, 0x20)));
    const from = given('nock.json', Array(60).fill(call));
    expect(readFileSync(from).length).toBeLessThan(200_000);
    await expect(take(from)).rejects.toThrow(expect.objectContaining({ path: expect.stringMatching(/^\[\d+\]$/) }));
  });

  it('a file that many mappings name', async () => {
    given('__files/body.xml', `<a>${'x'.repeat(100_000)}</a>`);
    for (let call = 0; call < 200; call++) given(`mappings/${call}.json`, mapping({ bodyFileName: 'body.xml' }));
    await expect(take()).rejects.toThrow(
      expect.objectContaining({ path: expect.stringMatching(/^mappings\/\d+\.json$/) }),
    );
  });

  it('and what a gateway has compressed is taken over', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `group ${index * 7919}`);
    const arGroups = names.map((name, index) => ({ id: String(index), name, info: '', num_count: 0 }));
    const response = responseXml('soap_GetGroups', { result: 0, arGroups });
    const packed = gzipSync(response);
    expect(response.length).toBeGreaterThan(2_000_000);
    const request = REQUEST.replaceAll('AddGroup', 'GetGroups').replace(/<group>.*<\/group>/, '');
    expect((await take(given('nock.json', [packedCall(packed, request)]))).recorded).toBe(1);
  });

  const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it.each([
    ['HAR', (text: string) => given('a.har', `{"log":{"entries":[${text}]}}`), 'from'],
    ['nock', (text: string) => given('a.json', `[${text}]`), 'from'],
    ['WireMock', (text: string) => given('a.json', `{"mappings":[${text}]}`), 'from'],
    ['a folder of WireMock', (text: string) => path.dirname(given('m.json', `{"request":${text}}`)), 'm.json'],
  ])('JSON that is deep: %s', async (_what, make, where) => {
    expect(await refusal(make(deep(100_000)))).toContain(
      `ValidationError: ${where}: is nested deeper than 256 levels, at character `,
    );
  });

  it.each([
    ['HAR', (text: string) => given('a.har', `{"log":{"entries":${text}}}`), 'from'],
    ['a folder of WireMock', (text: string) => path.dirname(given('m.json', `{"request":${text}}`)), 'm.json'],
  ])('JSON of nothing but empty values: %s', async (_what, make, where) => {
    expect(await refusal(make(`[${'{},'.repeat(300_000)}{}]`))).toContain(
      `ValidationError: ${where}: contains too many objects and lists for its length`,
    );
  });

  it('in memory, too', async () => {
    const kinds: Readonly<Record<string, () => void>> = {
      nothing: () => given('nothing', []),
      gzip: () => given('gzip', [packedCall(gzipSync(`<x>${'y'.repeat(100_000_000)}</x>`))]),
      shared: () => {
        given('shared/__files/body', `<x>${'y'.repeat(100_000)}</x>`);
        for (let call = 0; call < 400; call++) {
          given(`shared/mappings/${call}.json`, mapping({ bodyFileName: 'body' }, {}, `group ${call}`));
        }
      },
      wide: () => given('wide/a.json', `[${'{},'.repeat(300_000)}{}]`),
    };
    const program = fileURLToPath(new URL('import-memory.ts', import.meta.url));
    const peaks = new Map<string, number>();
    for (const [kind, make] of Object.entries(kinds)) {
      make();
      const args = ['--import', 'tsx', program, path.join(folder, kind), path.join(folder, `${kind}.har`)];
      peaks.set(kind, Number((await promisify(execFile)(process.execPath, args)).stdout));
    }
    const least = peaks.get('nothing') ?? 0;
    expect(least).toBeGreaterThan(0);
    for (const [kind, peak] of peaks) expect(peak - least, kind).toBeLessThan(160_000_000);
  }, 60_000);
});

describe('the order of scenarios', () => {
  it('is found in names without end', async () => {
    const states = ['Started', '1'.repeat(80_000), `${'1'.repeat(80_000)}x`, '__proto__', 'state-2'];
    for (const index of [4, 2, 0, 3, 1]) {
      const response = { body: RESPONSE.replace('>7<', `>${index}<`) };
      const scenario = {
        scenarioName: 'constructor',
        requiredScenarioState: states[index],
        newScenarioState: states[index + 1],
      };
      given(`mappings/${9 - index}.json`, mapping(response, scenario));
    }
    expect((await take()).recorded).toBe(5);
    const ids = Array.from(readFileSync(file, 'utf8').matchAll(/id_group[^>]*>(\d+)</g), ([, id]) => id);
    expect(ids).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('values of JSON that are not what they should be', () => {
  const strange = { toString: 1, valueOf: 1 };

  it('are skipped, or passed over', async () => {
    const nock = { method: 'POST', status: 200, body: REQUEST, response: RESPONSE };
    const calls = [
      // JSON, as nock keeps it: no request of SOAP.
      { ...nock, body: [strange] },
      { ...nock, body: 5 },
      { ...nock, response: 5 },
      { ...nock, rawHeaders: [strange, 'x', 'a', strange, 'content-type'] },
      { ...nock, headers: { 'content-type': strange, a: ['b', 'c'], d: [strange], e: 5 }, reqheaders: 'abc' },
    ];
    expect(await take(given('nock.json', calls))).toEqual({
      recorded: 2,
      skipped: [
        { place: '[0]', reason: 'is no request: is a JSON body' },
        { place: '[1]', reason: 'has no text as its body' },
        { place: '[2]', reason: 'has no text as its response' },
      ],
    });
    const mappings = [
      mapping({ status: strange, body: RESPONSE }),
      mapping({ headers: { a: strange, b: ['c', strange] }, body: RESPONSE, fixedDelayMilliseconds: -1 }),
    ];
    expect(await take(given('all.json', { mappings }))).toMatchObject({
      skipped: [{ place: 'mappings[0]', reason: 'has a status that is none of HTTP' }],
    });
  });

  it.each([
    ['"time": 1e999', '1970-01-01T00:00:00.000Z'],
    ['"time": 1e300, "startedDateTime": "+275760-09-13T00:00:00.000Z"', '1970-01-01T00:00:00.000Z'],
    ['"time": -5, "startedDateTime": "-000001-01-01T00:00:00.000Z"', '1970-01-01T00:00:00.000Z'],
    ['"time": 5, "startedDateTime": "2026-03-01T10:00:00.000Z"', '2026-03-01T10:00:00.000Z'],
  ])('make a cassette that can be read again: %s', async (times, start) => {
    const texts = { request: { method: 'POST', postData: { text: REQUEST } } };
    const response = { status: 200, headers: [], content: { text: RESPONSE } };
    const entry = JSON.stringify({ ...texts, response }).replace('{', `{${times},`);
    const from = given('a.har', `{"log":{"entries":[${entry},${entry}]}}`);
    expect((await take(from)).recorded).toBe(2);
    expect((await take(from)).recorded).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain(`"startedDateTime": "${start}"`);
  });
});

it('a value that has slid into the place of a name is not shown', async () => {
  const body = '<?xml version="1.0"?><password>hunter2hunter2</password>';
  given('mappings/a.json', mapping({ bodyFileName: body }));
  given('mappings/b.json', mapping({ fault: body }));
  given('mappings/c.json', mapping({ body: 'x', headers: { 'Content-Encoding': body } }));
  const { skipped } = await take();
  expect(skipped.length).toBeGreaterThan(0);
  expect(JSON.stringify(skipped)).not.toContain('hunter2');
});
