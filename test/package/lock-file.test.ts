import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, ROOT, run } from '../support/run.js';

type Entry = Readonly<Record<string, unknown>>;
type Packages = Readonly<Record<string, Entry>>;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the script on a package.json and the packages of a lock file. */
async function check(manifest: Entry, packages: Packages, ...options: string[]): Promise<CommandResult> {
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  return run('node', [`${ROOT}scripts/lock-file.mjs`, ...options, folder]);
}

/** What the script found, a line each. */
function findingsIn({ output }: CommandResult): string[] {
  const lines = output.split('\n').filter((line) => line.startsWith('  '));
  return lines.map((line) => line.trim());
}

async function packagesNow(): Promise<Packages> {
  return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;
}

const root = { devDependencies: { tool: '^1.0.0' } };
const linux = { version: '1.2.0', os: ['linux'], cpu: ['x64'], optional: true };
const tool = {
  version: '1.2.0',
  dev: true,
  optionalDependencies: { '@tool/linux-x64': '1.2.0', '@tool/darwin-arm64': '1.2.0' },
};

describe('the check of the lock file', () => {
  it('passes the lock file of this repository', async () => {
    const { code, output } = await run('node', [`${ROOT}scripts/lock-file.mjs`]);
    expect(output).toMatch(/^package-lock\.json names all \d+ packages\n$/);
    expect(code).toBe(0);
  });

  const complete: readonly (readonly [string, Entry, Packages])[] = [
    ['nothing is wanted', {}, { '': {} }],
    [
      'every optional package has an entry, beside or inside the one that wants it',
      root,
      {
        '': root,
        'node_modules/tool': tool,
        'node_modules/@tool/linux-x64': linux,
        'node_modules/tool/node_modules/@tool/darwin-arm64': linux,
      },
    ],
    [
      'an optional peer has none',
      root,
      {
        '': root,
        'node_modules/tool': {
          version: '1.0.0',
          peerDependencies: { x: '1' },
          peerDependenciesMeta: { x: { optional: true } },
        },
      },
    ],
    [
      'a package stands further out',
      root,
      {
        '': root,
        'node_modules/tool': { version: '1.0.0', dependencies: { '@a/b': '^2.0.0' } },
        'node_modules/tool/node_modules/@a/b': { version: '2.0.0', dependencies: { c: '^3.0.0' } },
        'node_modules/c': { version: '3.1.0' },
      },
    ],
  ];
  it.each(complete)('passes where %s', async (_, manifest, packages) => {
    const result = await check(manifest, packages);
    expect(result.output).toBe(`package-lock.json names all ${Object.keys(packages).length - 1} packages\n`);
    expect(result.code).toBe(0);
  });

  const incomplete: readonly (readonly [string, Entry, Packages, readonly string[]])[] = [
    [
      'an optional package of another platform',
      root,
      { '': root, 'node_modules/tool': tool, 'node_modules/@tool/linux-x64': linux },
      ['@tool/darwin-arm64@1.2.0 is missing: optionalDependencies of node_modules/tool'],
    ],
    [
      'every one of them',
      root,
      { '': root, 'node_modules/tool': tool },
      [
        '@tool/linux-x64@1.2.0 is missing: optionalDependencies of node_modules/tool',
        '@tool/darwin-arm64@1.2.0 is missing: optionalDependencies of node_modules/tool',
      ],
    ],
    [
      'a package that stands only inside another',
      root,
      {
        '': root,
        'node_modules/tool': tool,
        'node_modules/@tool/linux-x64': linux,
        'node_modules/other/node_modules/@tool/darwin-arm64': linux,
      },
      ['@tool/darwin-arm64@1.2.0 is missing: optionalDependencies of node_modules/tool'],
    ],
    ['a direct dependency', root, { '': root }, ['tool@^1.0.0 is missing: devDependencies of package.json']],
    [
      'a dependency of a dependency, and a peer that is not optional',
      root,
      {
        '': root,
        'node_modules/tool': { version: '1.0.0', dependencies: { a: '^2.0.0' }, peerDependencies: { b: '>=3' } },
      },
      [
        'a@^2.0.0 is missing: dependencies of node_modules/tool',
        'b@>=3 is missing: peerDependencies of node_modules/tool',
      ],
    ],
    [
      'the wanted version',
      root,
      {
        '': root,
        'node_modules/tool': tool,
        'node_modules/@tool/linux-x64': linux,
        'node_modules/@tool/darwin-arm64': { version: '1.1.0' },
      },
      ['@tool/darwin-arm64@1.2.0 is there as 1.1.0: optionalDependencies of node_modules/tool'],
    ],
    [
      'what package.json has, or has what it has not',
      { devDependencies: { tool: '^2.0.0', fresh: '^1.0.0' } },
      { '': { devDependencies: { tool: '^1.0.0', gone: '1' } }, 'node_modules/tool': { version: '1.0.0' } },
      [
        'tool@^2.0.0 of package.json is tool@^1.0.0 in the lock file: devDependencies',
        'fresh@^1.0.0 of package.json is not in the lock file: devDependencies',
        'gone@1 of the lock file is not in package.json: devDependencies',
        'gone@1 is missing: devDependencies of package.json',
      ],
    ],
  ];
  it.each(incomplete)('names what is missing: %s', async (_, manifest, packages, wanted) => {
    const result = await check(manifest, packages);
    expect(findingsIn(result)).toEqual(wanted);
    expect(result.code).toBe(1);
  });

  it.each([
    ['no JSON', 'lock', 'is not JSON'],
    ['no list of packages', '{"lockfileVersion":1}', 'has no "packages"'],
    ['something else in the place of the packages', '{"packages":[1]}', 'has no "packages"'],
  ])('says that the file holds %s', async (_, text, wanted) => {
    await check({}, {});
    await writeFile(join(folder, 'package-lock.json'), text);
    const { code, output } = await run('node', [`${ROOT}scripts/lock-file.mjs`, folder]);
    expect(output).toContain(`${join(folder, 'package-lock.json')} ${wanted}`);
    expect(output).not.toContain('    at ');
    expect(code).toBe(2);
  });

  it('says which file it cannot read, and which option it does not know', async () => {
    const absent = await run('node', [`${ROOT}scripts/lock-file.mjs`, join(folder, 'absent')]);
    expect(absent.output).toContain(join(folder, 'absent', 'package.json'));
    expect(absent.code).toBe(2);
    const unknown = await run('node', [`${ROOT}scripts/lock-file.mjs`, '--repair']);
    expect(unknown.output).toContain('--repair');
    expect(unknown.code).toBe(2);
  });
});

describe('the check of the lock file with --fix', () => {
  it('adds what a name and a version tell, and leaves the rest as it was', async () => {
    const packages = { '': root, 'node_modules/tool': tool, 'node_modules/@tool/linux-x64': linux };
    const { code, output } = await check(root, packages, '--fix');
    expect(output).toContain('@tool/darwin-arm64@1.2.0');
    expect(code).toBe(0);
    expect(await packagesNow()).toEqual({
      ...packages,
      'node_modules/@tool/darwin-arm64': {
        version: '1.2.0',
        os: ['darwin'],
        cpu: ['arm64'],
        dev: true,
        optional: true,
      },
    });
    const order = Object.keys(await packagesNow());
    expect(order).toEqual(['', 'node_modules/@tool/darwin-arm64', 'node_modules/@tool/linux-x64', 'node_modules/tool']);
  });

  it('puts a second version inside the package that wants it', async () => {
    const other = { version: '1.0.0', optional: true };
    const packages = {
      '': root,
      'node_modules/tool': tool,
      'node_modules/@tool/linux-x64': linux,
      'node_modules/@tool/darwin-arm64': other,
    };
    expect((await check(root, packages, '--fix')).code).toBe(0);
    const fixed = await packagesNow();
    expect(fixed['node_modules/@tool/darwin-arm64']).toEqual(other);
    expect(fixed['node_modules/tool/node_modules/@tool/darwin-arm64']).toMatchObject({ version: '1.2.0' });
  });

  it.each([
    [
      'a platform that the name does not tell',
      { optionalDependencies: { '@tool/native': '1.0.0' } },
      '@tool/native@1.0.0',
    ],
    ['a version that is a range', { optionalDependencies: { '@tool/linux-arm': '^1.0.0' } }, '@tool/linux-arm@^1.0.0'],
    ['a package that has to be there', { dependencies: { '@tool/linux-x64': '1.0.0' } }, '@tool/linux-x64@1.0.0'],
  ])('does not guess: %s stays missing', async (_, wants, missing) => {
    const packages = { '': root, 'node_modules/tool': { version: '1.0.0', ...wants } };
    const result = await check(root, packages, '--fix');
    expect(findingsIn(result)).toEqual([expect.stringContaining(`${missing} is missing`)]);
    expect(result.code).toBe(1);
    expect(await packagesNow()).toEqual(packages);
  });

  it('gives each platform package of this repository the os and cpu that it states itself', async () => {
    const { packages } = JSON.parse(await readFile(`${ROOT}package-lock.json`, 'utf8')) as { packages: Packages };
    const manifest = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
    const platforms = Object.entries(packages).filter(
      ([path, { cpu }]) => cpu !== undefined && path.includes('node_modules'),
    );
    expect(platforms.length).toBeGreaterThan(100);
    const rest = Object.entries(packages).filter(([path]) => !platforms.some(([platform]) => platform === path));
    expect((await check(manifest, Object.fromEntries(rest), '--fix')).code).toBe(0);
    const fixed = await packagesNow();
    for (const [path, { version, os, cpu, dev }] of platforms) {
      expect({ path, ...fixed[path] }).toMatchObject({ path, version, cpu, dev, optional: true });
      expect({ path, os: fixed[path]?.['os'] }).toEqual({ path, os });
    }
    expect(fixed['node_modules/@oxlint/binding-linux-x64-musl']?.['libc']).toEqual(['musl']);
    expect(fixed['node_modules/@oxlint/binding-linux-x64-gnu']?.['libc']).toEqual(['glibc']);
    expect(Object.keys(fixed)).toEqual(Object.keys(packages));
  });
});
