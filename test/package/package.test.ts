import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../scripts/build/manifest.js';
import { type Document, parseDocument } from '../docs/markdown.js';
import { packedLibrary } from '../support/installed-package.js';
import { ROOT, run, runBin } from '../support/run.js';

/** The public entries, and some names that each must export. */
const ENTRIES: readonly (readonly [string, string])[] = [
  [
    'sms-service-client',
    `SmsServiceClient isSmsServiceError countMessageParts SmsServiceError ValidationError TransportError ConnectionError
    TimeoutError TlsError RequestBodyError AbortedError HttpStatusError DecodeError SoapFaultError GatewayError AuthenticationError
    InsufficientPointsError NotAllowedError InvalidRequestError NotFoundError ConflictError RateLimitError
    GatewayInternalError ReplayMissError checkTrust normalizePhoneNumber isPhoneNumber`,
  ],
  ['sms-service-client/stub', 'SmsServiceStub'],
  ['sms-service-client/soap', 'operation service caller struct array lazy string int SoapFaultError isSmsServiceError'],
  ['sms-service-client/soap-server', 'startSoapServer'],
  [
    'sms-service-client/transport',
    'httpTransport fetchTransport checkTrust undiciTransport retry failover rateLimit observe',
  ],
  ['sms-service-client/http', 'SmsServiceHttpClient smil text tokens countMessageParts normalizePhoneNumber'],
  [
    'sms-service-client/callbacks',
    'CallbackError IncomingError callbackHandler memoryStore mergeStatus parseCallback signedNotifyUrl StoreError',
  ],
  ['sms-service-client/callbacks/postgres', 'postgresStore StoreError'],
  ['sms-service-client/callbacks/redis', 'redisStore StoreError'],
  ['sms-service-client/mail', 'composeMail parseMailReport MailReportError'],
  ['sms-service-client/prometheus', 'collectSmsServiceMetrics ValidationError'],
  ['sms-service-client/opentelemetry', 'instrumentSmsService ValidationError'],
  ['sms-service-client/contract', 'checkContract'],
  [
    'sms-service-client/replay',
    `cassette ReplayMissError responseXml faultXml requestOf replayWithNock startReplayServer startRecordingProxy
    importRecordings checkCassette redactCassette callbackRecorder replayCallbacks`,
  ],
  ['sms-service-client/sandbox', 'startSandbox createSandbox'],
  [
    'sms-service-client/address-book',
    `planMigration planRemoval planDedupe planEdits applyPlan verifyMigration diffAddressBooks readPlanInfo
    exportAddressBook importAddressBook readRecords writeRecords reportRun
    syncAddressBook restoreAddressBook`,
  ],
];

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
  await mkdir(join(folder, 'consumer'));
  await writeFile(join(folder, 'consumer', 'package.json'), '{"name":"consumer","private":true}\n');
  const install = ['install', '--silent', '--offline', '--no-audit', '--no-fund', packedLibrary(folder)];
  const installed = await run('npm', install, join(folder, 'consumer'));
  if (installed.code !== 0) throw new Error(installed.output);
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a script in the consumer's folder and returns its output. */
async function runScript(name: string, text: string, ...nodeOptions: string[]): Promise<string> {
  await writeFile(join(folder, 'consumer', name), text);
  const { code, output } = await run('node', [...nodeOptions, name], join(folder, 'consumer'));
  expect(code, output).toBe(0);
  return output;
}

describe('the packed package', () => {
  it('contains a declaration file of each entry for CommonJS and for ES modules, and a shared one', async () => {
    const files = await readdir(join(folder, 'consumer/node_modules/sms-service-client/dist/types'));
    const names = ENTRIES.map(([entry]) => entry.replace(/^sms-service-client\/?/, '').replace('/', '-') || 'client');
    const expected = ['shared.d.ts', ...names.flatMap((name) => [`${name}.d.mts`, `${name}.d.ts`])];
    expect(files.sort()).toEqual(expected.sort());
  });

  it('contains the docstring of each option, for editors', async () => {
    const file = join(folder, 'consumer/node_modules/sms-service-client/dist/types/shared.d.ts');
    const [, options = ''] =
      /^export declare interface RetryOptions \{\n(.*?)^\}/ms.exec(await readFile(file, 'utf8')) ?? [];
    const documented = options.match(/\*\/\n {4}readonly \w+\?:/g);
    expect(documented).toHaveLength(4);
    expect(documented).toHaveLength(options.match(/^ {4}readonly/gm)?.length ?? 0);
  });

  it('holds no sources, tests or tools', async () => {
    const files = await readdir(join(folder, 'consumer/node_modules/sms-service-client'));
    const documents = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'RELEASING.md', 'SECURITY.md'];
    expect(files.sort()).toEqual([...documents, 'dist', 'docs', 'llms.txt', 'package.json', 'wsdl']);
  });

  it('contains all linked files of its documents, except tests', async () => {
    const read = async (path: string): Promise<Document> =>
      parseDocument(path, await readFile(join(folder, 'consumer/node_modules/sms-service-client', path), 'utf8'));
    const documents = new Map([['README.md', await read('README.md')]]);
    const broken: string[] = [];
    for (const [path, { links }] of documents) {
      for (const { line, target } of links) {
        const [file = '', anchor] = target.split('#');
        const wanted = file === '' ? path : posix.join(posix.dirname(path), file);
        if (/^[a-z]+:/i.test(file) || wanted.startsWith('test/')) continue;
        const found = documents.get(wanted) ?? (await read(wanted).catch(() => undefined));
        if (found === undefined || (anchor !== undefined && !found.anchors.has(anchor))) {
          broken.push(`${path}:${line}: ${target}`);
        } else if (wanted.endsWith('.md')) documents.set(wanted, found);
      }
    }
    expect(broken).toEqual([]);
    expect([...documents.keys()]).toEqual(
      expect.arrayContaining(['docs/guide.md', 'docs/errors.md', 'docs/wire.md', 'CONTRIBUTING.md', 'RELEASING.md']),
    );
  });

  it.each(['sms-service', 'sms-service-client'])('contains the command %s for npx', async (name) => {
    const help = await run('npx', ['--offline', name, '--help'], join(folder, 'consumer'));
    expect(help.code, help.output).toBe(0);
    expect(help.output).toContain('Usage: sms-service [options] [command]');
    const { version } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
    const printed = await run('npx', ['--offline', name, '--version'], join(folder, 'consumer'));
    // npm may print other lines before.
    expect(printed.output.split('\n').slice(-2)).toEqual([version, '']);
  });

  it('contains each class of errors once: the command shares the files of the library', async () => {
    const scripts = join(folder, 'consumer/node_modules/sms-service-client/dist/js');
    const files = (await readdir(scripts)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map((name) => readFile(join(scripts, name), 'utf8')));
    const classes = texts.flatMap((text) => text.match(/\b\w+Error = (?=class\b)/g) ?? []);
    expect(classes).toEqual(expect.arrayContaining(['ValidationError = ', 'CommandError = ']));
    expect(classes.filter((name, at) => classes.indexOf(name) !== at)).toEqual([]);
  });

  it('contains the licences of bundled packages', async () => {
    const dist = join(folder, 'consumer/node_modules/sms-service-client/dist');
    const licences = await readFile(`${dist}/THIRD-PARTY.md`, 'utf8');
    const sections = licences.split(/^## /m).slice(1);
    const names = sections.map((section) => section.split(' ')[0]);
    expect(names).toEqual(expect.arrayContaining(['commander', 'jsonc-parser', 'postal-mime', 'yaml']));
    for (const section of sections)
      expect(section).toMatch(/Permission is hereby granted|Permission to use|Mozilla Public License/);
  });

  it('throws a clear error without nock', async () => {
    const script = `import { replayWithNock } from 'sms-service-client/replay';
      try { replayWithNock('calls.har'); } catch (error) { console.log(error.name, error.message); }`;
    expect(await runScript('nock.mjs', script)).toBe(
      'ValidationError nock: is not installed; replayWithNock() needs nock 14 or later\n',
    );
  });

  it('has exactly the promised entries', async () => {
    const { exports } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
    const entries = ENTRIES.map(([entry]) => entry.replace('sms-service-client', '.'));
    expect(Object.keys(exports).sort()).toEqual([...entries, './package.json'].sort());
    const script = "import('sms-service-client/dist/js/client.js').catch((error) => console.log(error.code));";
    expect((await runScript('private.mjs', script)).trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  it('can be required from CommonJS', async () => {
    const script = `
      const { SmsServiceClient, ValidationError } = require('sms-service-client');
      const client = new SmsServiceClient({ url: 'http://x', credentials: { username: 'a', password: 'b' } });
      client.sendSms({ to: 1, message: 'x' }).catch((error) => console.log(error instanceof ValidationError, error.path));`;
    expect((await runScript('require.cjs', script, '--no-warnings')).trim()).toBe('true to');
  });

  it('has ES modules that only re-export a CommonJS file', async () => {
    const scripts = join(folder, 'consumer/node_modules/sms-service-client/dist/js');
    const modules = (await readdir(scripts)).filter((name) => name.endsWith('.mjs'));
    expect(modules).toHaveLength(ENTRIES.length);
    for (const name of modules) {
      const text = await readFile(join(scripts, name), 'utf8');
      expect(text).toMatch(/^export \{\n( {2}\w+,\n)+\} from "\.\/[\w-]+\.js";\n$/);
    }
  });

  it.each(ENTRIES)(
    '%s loads only this package and Node.js, and is the same required or imported',
    async (entry, names) => {
      const script = `import { createRequire } from 'node:module';
      import * as imported from '${entry}';
      const require = createRequire(import.meta.url);
      const loaded = Object.keys(require.cache);
      const required = require('${entry}');
      const names = Object.keys(imported);
      const same = names.filter((name) => required[name] === imported[name]);
      console.log(JSON.stringify({ loaded, same, more: Object.keys(required).length - names.length }));`;
      const { loaded, same, more } = JSON.parse(await runScript('entry.mjs', script));
      expect(same).toEqual(expect.arrayContaining(names.split(/\s+/)));
      expect(more).toBe(0);
      const own = loaded.filter((file: string) => file.includes('/node_modules/sms-service-client/dist/js/'));
      expect(own.length).toBeGreaterThan(0);
      expect(loaded).toEqual(own);
      // Built-in packages are loaded on first use.
      expect(own.filter((file: string) => file.includes('/third-party/'))).toEqual([]);
    },
  );

  it('throws the same classes of errors from every entry', async () => {
    const script = `
      import { ConnectionError, ValidationError } from 'sms-service-client';
      import { SmsServiceStub } from 'sms-service-client/stub';
      import { httpTransport } from 'sms-service-client/transport';
      const transport = httpTransport();
      await transport.close();
      const closed = await transport.send({ operation: 'soap_X' }).catch((error) => error);
      let refused;
      try { new SmsServiceStub({ transport, url: 'x' }); } catch (error) { refused = error; }
      console.log(closed instanceof ConnectionError, refused instanceof ValidationError);`;
    expect((await runScript('classes.mjs', script)).trim()).toBe('true true');
  });

  it('serves an embedded gateway to a program of ten lines', async () => {
    const script = `
      import { SmsServiceClient } from 'sms-service-client';
      import { startSandbox } from 'sms-service-client/sandbox';
      const sandbox = await startSandbox({ port: 0 });
      const credentials = { username: 'demo', password: 'demo-password' };
      const client = new SmsServiceClient({ url: sandbox.url, credentials });
      const { messages } = await client.sendSms({ to: '48500100200', message: 'Hi' });
      console.log(messages.length, (await fetch(sandbox.wsdlUrl).then((r) => r.text())).includes('soap_SendSms'));
      await client.close();
      await sandbox.close();`;
    expect((await runScript('ten-lines.mjs', script)).trim()).toBe('1 true');
  });

  it.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('type-checks a consumer under %s', async (name, resolution) => {
    const source = `
      import { SmsServiceClient, type SmsRecord } from 'sms-service-client';
      import { SmsServiceStub } from 'sms-service-client/stub';
      import { httpTransport, type Transport } from 'sms-service-client/transport';
      import { startSandbox } from 'sms-service-client/sandbox';
      import { type AddressBookRecord, planMigration } from 'sms-service-client/address-book';
      import { type CassetteOptions, cassette } from 'sms-service-client/replay';
      const transport: Transport = httpTransport();
      export const stub = new SmsServiceStub({ transport, url: 'http://x' });
      export async function history(): Promise<SmsRecord[]> {
        const sandbox = await startSandbox();
        const client = new SmsServiceClient({ url: sandbox.url, credentials: { username: 'a', password: 'b' } });
        return client.getSmsByIds(['1']);
      }
      export const others: [typeof planMigration, typeof cassette] = [planMigration, cassette];
      export const types: [AddressBookRecord[], CassetteOptions] = [[], {}];
      // @ts-expect-error proves that the types exist
      export const wrong: number = new SmsServiceClient({ url: 1 });`;
    await writeFile(join(folder, 'consumer', `${name}.mts`), source);
    const compilerOptions = {
      ...resolution,
      target: 'es2023',
      lib: ['es2023'],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
      typeRoots: [`${ROOT}node_modules/@types`],
    };
    const config = { compilerOptions, files: [`${name}.mts`] };
    await writeFile(join(folder, 'consumer', `tsconfig.${name}.json`), JSON.stringify(config));
    const { output } = await runBin('tsc', ['-p', `tsconfig.${name}.json`], join(folder, 'consumer'));
    expect(output).toBe('');
  });

  it('passes the tests of the public types with its declaration files', async () => {
    const types = join(folder, 'consumer', 'types');
    await mkdir(types, { recursive: true });
    for (const file of (await readdir(`${ROOT}test/types`)).filter((name) => /^public-.*types\.ts$/.test(name))) {
      const text = readManifest().entries.reduce(
        (written, { name, source }) => written.replaceAll(`'../../${source.replace('.ts', '.js')}'`, `'${name}'`),
        await readFile(`${ROOT}test/types/${file}`, 'utf8'),
      );
      expect(text).not.toContain('../../');
      await writeFile(join(types, file), text);
    }
    const compilerOptions = {
      ...{ paths: {}, rootDir: '/', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
      typeRoots: [`${ROOT}node_modules/@types`],
    };
    const config = { extends: `${ROOT}tsconfig.json`, compilerOptions, include: ['*.ts'] };
    await writeFile(join(types, 'tsconfig.json'), JSON.stringify(config));
    await symlink(`${ROOT}node_modules`, join(types, 'node_modules'));
    expect((await runBin('tsc', ['-p', '.'], types)).output).toBe('');
  });
});
