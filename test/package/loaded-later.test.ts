import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/build/bundle.js';
import { laterModule } from '../../scripts/build/later.js';
import { run } from '../support/run.js';

/** How programs begin: a client over a transport that gives one response, and `forget`, as a test runner does. */
const BEGINNING = `
  const loaded = () => Object.keys(require.cache).map((file) => require('node:path').basename(file));
  const forget = () => { for (const file of Object.keys(require.cache)) delete require.cache[file]; };
  const isLater = (file) => file.startsWith('later-');
  const library = require('./js/client.js');
  const respond = (body) => ({ send: async () => ({ status: 200, headers: { 'content-type': 'text/xml' }, body: Buffer.from(body) }) });
  const clientOver = (transport, url = 'http://127.0.0.1:9/') =>
    new library.SmsServiceClient({ url, retry: false, transport, credentials: { username: 'demo', password: 'demo-password' } });
  const envelope = (content) =>
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' + content + '</e:Body></e:Envelope>';
  const failure = (call) => call.then(() => { throw new Error('no error'); }, (error) => error);
  const classesOf = (error) => Object.keys(library).filter((name) => /Error$/.test(name) && error instanceof library[name]);`;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loaded-later-'));
  await bundle(join(folder, 'js'));
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program in a process of its own, and gives what it prints as JSON. */
async function printed(program: string): Promise<unknown> {
  const file = join(folder, 'program.cjs');
  await writeFile(file, `${BEGINNING}\n(async () => { ${program} })();`);
  const { code, output } = await run('node', [file], folder);
  expect(code, output).toBe(0);
  return JSON.parse(output);
}

describe('what a program may never need', () => {
  it('is not loaded with a client, and neither is node:http', async () => {
    const program = `
      const before = new Set(process.moduleLoadList);
      clientOver(undefined);
      console.log(JSON.stringify({ later: loaded().filter(isLater), http: process.moduleLoadList.includes('NativeModule http') }));`;
    expect(await printed(program)).toEqual({ later: [], http: false });
  });

  it('is loaded when it is called for, in files of its own', async () => {
    const program = `
      const before = loaded().filter(isLater);
      library.normalizePhoneNumber('48500100200');
      for await (const each of clientOver(respond('')).addNumbers(1, [])) void each;
      console.log(JSON.stringify({ before, after: loaded().filter(isLater) }));`;
    expect(await printed(program)).toEqual({ before: [], after: ['later-batches.js'] });
  });

  it('is there before a request goes out, where its call may come to need it', async () => {
    const program = `
      let there;
      const transport = { send: async () => { there = loaded().filter(isLater).sort(); throw new Error('lost'); } };
      await failure(clientOver(transport).getGroups());
      console.log(JSON.stringify(there));`;
    expect(await printed(program)).toEqual([
      'later-causes.js',
      'later-codes.js',
      'later-failures.js',
      'later-redact.js',
      'later-responses.js',
    ]);
  });
});

/** Responses that end a call in each way, and the classes of its error. */
const ENDINGS: readonly (readonly [what: string, transport: string, classes: readonly string[]])[] = [
  ['a connection that is refused', 'undefined', ['ConnectionError', 'SmsServiceError', 'TransportError']],
  ['a page in place of a response', `respond('<html/>')`, ['HttpStatusError', 'SmsServiceError']],
  [
    'a Fault',
    `respond(envelope('<e:Fault><faultcode>x</faultcode><faultstring>y</faultstring></e:Fault>'))`,
    ['SmsServiceError', 'SoapFaultError'],
  ],
  [
    'a value of the wrong type',
    `respond(envelope('<r><result>many</result></r>'))`,
    ['DecodeError', 'SmsServiceError'],
  ],
  [
    'a code of the gateway',
    `respond(envelope('<r><result>103</result></r>'))`,
    ['GatewayError', 'InsufficientPointsError', 'SmsServiceError'],
  ],
];

describe('a package whose files are replaced while a request is in flight', () => {
  it.each(ENDINGS.slice(1))('still tells what became of it: %s', async (_, transport, classes) => {
    const program = `
      const { renameSync } = require('node:fs');
      const answering = ${transport};
      const replacing = { send: (request) => { renameSync('js', 'gone'); return answering.send(request); } };
      const error = await failure(clientOver(replacing).getGroups()).finally(() => renameSync('gone', 'js'));
      console.log(JSON.stringify({ classes: classesOf(error).sort(), outcome: error.outcome, shown: String(error).length > 20 }));`;
    const outcome = transport.includes('Fault') || transport.includes('103') ? 'rejected' : 'unknown';
    expect(await printed(program)).toEqual({ classes, outcome, shown: true });
  });
});

describe('a test runner that forgets all modules between loading and calling', () => {
  it.each(ENDINGS)('gets errors of the classes that it has: %s', async (_, transport, classes) => {
    const program = `
      const client = clientOver(${transport});
      forget();
      console.log(JSON.stringify(classesOf(await failure(client.getGroups())).sort()));`;
    expect(await printed(program)).toEqual(classes);
  });
});

describe('the files of the build', () => {
  it('never lead back to themselves, at once or later: bundlers warn of that', async () => {
    const names = (await readdir(join(folder, 'js'))).filter((name) => name.endsWith('.js'));
    const required = new Map<string, readonly string[]>();
    for (const name of names) {
      const text = await readFile(join(folder, 'js', name), 'utf8');
      required.set(
        name,
        Array.from(text.matchAll(/\brequire\("\.\/([^"/]+)"\)/g), ([, file = '']) => file),
      );
    }
    const backTo = (name: string): boolean => {
      const reached = new Set(required.get(name));
      for (const each of reached) for (const next of required.get(each) ?? []) reached.add(next);
      return reached.has(name);
    };
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter(backTo)).toEqual([]);
  });
});

describe('a module that is loaded later', () => {
  it('is refused where it exports more than functions', () => {
    expect(() => laterModule('src/soap/decoder/decoder.ts', 'later-responses')).toThrow(
      /^src\/soap\/decoder\/decoder\.ts is loaded later and exports more than functions: export /,
    );
  });
});
