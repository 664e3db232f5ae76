import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, ROOT, run } from '../support/run.js';

type Packages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
  await mkdir(join(folder, 'node_modules'));
  await cp(`${ROOT}scripts/prepare.mjs`, join(folder, 'scripts/prepare.mjs'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the script in a temporary repository, with an npm that only records its calls. */
async function prepare(locked?: Packages, installed?: Packages, npm = 'exit 0'): Promise<CommandResult> {
  const write = (path: string, packages: Packages) => writeFile(join(folder, path), JSON.stringify({ packages }));
  if (locked !== undefined) await write('package-lock.json', locked);
  if (installed !== undefined) await write('node_modules/.package-lock.json', installed);
  await writeFile(join(folder, 'npm'), `#!/bin/sh\necho "$1" >> "${folder}/calls"\n${npm}\n`);
  await chmod(join(folder, 'npm'), 0o755);
  return run('env', [`PATH=${folder}:/usr/bin:/bin`, process.execPath, join(folder, 'scripts/prepare.mjs')]);
}

/** The commands that npm was called with. */
async function npmCalls(): Promise<string[]> {
  const calls = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
  return calls.split('\n').filter((call) => call !== '');
}

const root = { '': { devDependencies: { tool: '^1.0.0' } } };
const tool = { 'node_modules/tool': { version: '1.2.0', dev: true } };
const part = { 'node_modules/part': { version: '3.0.0', dev: true } };
const darwin = { 'node_modules/@tool/darwin-arm64': { version: '1.2.0', dev: true, optional: true } };

describe('preparing the development packages', () => {
  it.each([
    ['everything is installed', { ...root, ...tool, ...part }, { ...tool, ...part }],
    ['only packages for other platforms are missing', { ...root, ...tool, ...darwin }, tool],
  ])('does nothing if %s', async (_, locked, installed) => {
    expect(await prepare(locked, installed)).toEqual({ code: 0, output: '' });
    expect(await npmCalls()).toEqual([]);
  });

  it.each([
    ['nothing is installed', { ...root, ...tool }, undefined],
    ['a development package is missing', { ...root, ...tool }, {}],
    ['a dependency of one is missing', { ...root, ...tool, ...part }, tool],
    ['one has another version', { ...root, ...tool }, { 'node_modules/tool': { version: '1.1.0' } }],
    ['an installed package is not in the lock file', { ...root, ...tool }, { ...tool, ...part }],
  ])('installs with npm ci if %s', async (_, locked, installed) => {
    expect((await prepare(locked, installed)).code).toBe(0);
    expect(await npmCalls()).toEqual(['ci']);
  });

  it('explains what to do if npm cannot install', async () => {
    const { code, output } = await prepare({ ...root, ...tool }, undefined, 'echo ECONNREFUSED >&2; exit 7');
    expect(output).toContain('ECONNREFUSED');
    expect(output).toContain('npm ci ended with exit code 7');
    expect(output).toContain('npm config get registry');
    expect(output).toContain('npm install');
    expect(code).toBe(1);
  });

  it.each([
    ['it is missing', undefined],
    ['it names no packages', '{"lockfileVersion":1}'],
  ])('reports an unreadable lock file if %s', async (_, text) => {
    if (text !== undefined) await writeFile(join(folder, 'package-lock.json'), text);
    const { code, output } = await prepare();
    expect(output).toContain('package-lock.json cannot be read');
    expect(output).not.toContain('    at ');
    expect(code).toBe(1);
    expect(await npmCalls()).toEqual([]);
  });
});
