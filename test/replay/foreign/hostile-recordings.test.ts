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
  it.each(['1.request.xml', '1.response.http', 'mappings/a.json'])(
    'whose %s is a link that leads out of it',
    async (name) => {
      given('1.request.xml.kept', REQUEST);
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      if (name !== '1.request.xml') given('1.request.xml', REQUEST);
      if (name !== '1.response.http') given('1.response.xml', RESPONSE);
      symlinkSync(outside, path.join(folder, name));
      expect(await refusal(folder)).toContain(`ValidationError: ${name}: ${OUT}`);
    },
  );

  it.each(['1.request.xml', 'a.json'])('whose %s is a pipe', async (name) => {
    given('1.response.xml', RESPONSE);
    pipe(name);
    expect(await refusal(folder)).toContain(`ValidationError: ${name}: ${NO_FILE}`);
  });

  it('with links in a circle, and pipes and links that nobody asks for', async () => {
    given('sub/1.request.xml', REQUEST);
    given('sub/1.response.xml', RESPONSE);
    for (const name of ['sub/up', 'sub/on', 'down']) symlinkSync(folder, path.join(folder, name));
    symlinkSync('self', path.join(folder, 'self'));
    symlinkSync(outside, path.join(folder, 'notes.txt'));
    pipe('commands');
    expect(await take()).toEqual({
      recorded: 1,
      skipped: [
        { place: 'commands', reason: 'is neither a request nor a response by its name' },
        { place: 'notes.txt', reason: 'is neither a request nor a response by its name' },
      ],
    });
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
  it('interim responses one after the other', async () => {
    given('1.request.xml', REQUEST);
    given('1.response.http', `${'HTTP/1.1 100 \n\n'.repeat(8000)}HTTP/1.1 200 OK\n\n${RESPONSE}`);
    expect(await take()).toEqual({
      recorded: 0,
      skipped: [{ place: '1.request.xml', reason: 'has more than 20 interim responses' }],
    });
  });

  it('a head without an end', async () => {
    given('1.request.xml', REQUEST);
    given('1.response.http', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}\r\n${RESPONSE}`);
    expect((await take()).skipped).toEqual([
      {
        place: '1.request.xml',
        reason: 'holds neither a message of HTTP nor XML',
      },
    ]);
  });

  const MUCH = /^holds, with what stands before it, bodies of more than \d+ MiB in all/;

  it('what is compressed', async () => {
    given('1.request.xml', REQUEST);
    const packed = gzipSync(Buffer.alloc(60_000_000, 0x20));
    expect(packed.length).toBeLessThan(60_000);
    given('1.response.http', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n'), packed]));
    await expect(take()).rejects.toThrow(
      expect.objectContaining({ path: '1.request.xml', message: expect.stringMatching(MUCH.source.slice(1)) }),
    );
    expect(existsSync(file)).toBe(false);
  });

  it('what is compressed, in many pieces', async () => {
    const packed = gzipSync(Buffer.alloc(1_000_000, 0x20)).toString('hex');
    const call = { method: 'POST', status: 200, body: REQUEST, response: [packed] };
    const calls = Array.from({ length: 60 }, () => ({ ...call, headers: { 'Content-Encoding': 'gzip' } }));
    const from = given('nock.json', calls);
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
    given('1.request.xml', REQUEST.replaceAll('AddGroup', 'GetGroups').replace(/<group>.*<\/group>/, ''));
    given('1.response.http', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n'), packed]));
    expect((await take()).recorded).toBe(1);
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
      nothing: () => given('nothing/1.response.http', 'HTTP/1.1 200 OK\n\n<x/>'),
      interim: () => given('interim/1.response.http', `${'HTTP/1.1 100 \n\n'.repeat(8000)}HTTP/1.1 200 OK\n\n<x/>`),
      gzip: () => {
        const packed = gzipSync(`<x>${'y'.repeat(100_000_000)}</x>`);
        const head = 'HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n';
        given('gzip/1.response.http', Buffer.concat([Buffer.from(head), packed]));
      },
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
      if (kind !== 'shared') given(`${kind}/1.request.xml`, REQUEST);
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
