import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../support/run.js';
import { FOLDER } from './install.js';

const PROJECTS = path.join(FOLDER, 'projects');
const BIN = path.join(FOLDER, 'node_modules/.bin');
const DONE = 'all is well\n';

const elsewhere = mkdtempSync(path.join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

describe('the packed package, in a test of', () => {
  it.each([
    ['jest at its defaults', 'jest', ['jest', '--rootDir', '.'], 'Tests:       6 passed'],
    ['jest with ts-jest', 'ts-jest', ['jest'], 'Tests:       1 passed'],
    ['jest with swc', 'swc', ['jest'], 'Tests:       1 passed'],
    ['vitest', 'vitest', ['vitest', 'run'], 'Tests  1 passed'],
  ])('%s', async (_, folder, [command = '', ...args], passed) => {
    const { code, output } = await run(path.join(BIN, command), args, path.join(PROJECTS, folder));
    expect(code, output).toBe(0);
    expect(stripVTControlCharacters(output)).toContain(passed);
  });

  it('node:test, as CommonJS and as ES modules', async () => {
    const { code, output } = await run(process.execPath, ['--test'], path.join(PROJECTS, 'node-test'));
    expect(code, output).toBe(0);
    expect(output).toContain('pass 4');
  });
});

describe('the packed package, in TypeScript with moduleResolution', () => {
  it.each(['node10', 'node16', 'nodenext'])('%s, as CommonJS', async (name) => {
    const at = path.join(PROJECTS, 'typescript');
    expect(await run(path.join(BIN, 'tsc'), ['-p', `${name}.json`], at)).toEqual({ code: 0, output: '' });
    const built = path.join(PROJECTS, `built-${name}`);
    cpSync(path.join(PROJECTS, 'shared/scenario.cjs'), path.join(built, 'shared/scenario.cjs'));
    expect(await run(process.execPath, ['typescript/main.js'], built)).toEqual({ code: 0, output: DONE });
  });

  it('nodenext, with the types of a later Node.js and none of any peer', async () => {
    const at = path.join(elsewhere, 'later');
    mkdirSync(path.join(at, 'node_modules/@types'), { recursive: true });
    for (const [name, target] of [
      ['sms-service-client', 'sms-service-client'],
      ['@types/node', 'types-node-26'],
      ['undici-types', 'types-node-26/node_modules/undici-types'],
    ] as const) {
      symlinkSync(path.join(FOLDER, 'node_modules', target), path.join(at, 'node_modules', name));
    }
    const entries = [
      '',
      '/http',
      '/stub',
      '/soap',
      '/soap-server',
      '/transport',
      '/sandbox',
      '/replay',
      '/address-book',
    ];
    writeFileSync(path.join(at, 'all.mts'), entries.map((each) => `import 'sms-service-client${each}';\n`).join(''));
    const options = ['--module', 'nodenext', '--strict', '--preserveSymlinks', '--types', 'node', '--noEmit'];
    const { code, output } = await run(path.join(BIN, 'tsc'), [...options, 'all.mts'], at);
    expect({ code, output }).toEqual({ code: 0, output: '' });
  });

  it('bundler, bundled by esbuild', async () => {
    const at = path.join(PROJECTS, 'typescript');
    expect(await run(path.join(BIN, 'tsc'), ['-p', 'bundler.json', '--noEmit'], at)).toEqual({ code: 0, output: '' });
    const file = path.join(elsewhere, 'typescript.cjs');
    const args = ['../bundlers/bundle.mjs', 'esbuild', 'cjs', 'main.ts', file];
    expect(await run(process.execPath, args, at)).toEqual({ code: 0, output: '' });
    expect(await run(process.execPath, [file], elsewhere)).toEqual({ code: 0, output: DONE });
  });
});

describe('the packed package, in a service of', () => {
  it.each(['express.cjs', 'fastify.mjs'])('%s', async (name) => {
    const at = path.join(PROJECTS, 'services');
    expect(await run(process.execPath, [name], at)).toEqual({ code: 0, output: DONE });
  });
});

describe('a bundle, alone in a folder, made by', () => {
  const bundlers = ['esbuild', 'webpack', 'rollup'];
  const ways = [
    ['cjs', 'for-bundlers-required.cjs'],
    ['esm', 'for-bundlers.mjs'],
    ['esm', 'for-bundlers-required.cjs'],
  ] as const;
  it.each(bundlers.flatMap((bundler) => ways.map(([format, entry]) => [bundler, format, entry] as const)))(
    '%s as %s of %s',
    async (bundler, format, entry) => {
      const name = `${bundler}-${format}-${entry.includes('required') ? 'required' : 'imported'}`;
      const file = path.join(elsewhere, name, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`);
      const args = ['bundlers/bundle.mjs', bundler, format, `runs/${entry}`, file];
      expect(await run(process.execPath, args, PROJECTS)).toEqual({ code: 0, output: '' });
      expect(await run(process.execPath, [file], path.dirname(file))).toEqual({ code: 0, output: DONE });
    },
  );
});
