import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, run } from '../support/run.js';
import { parseDocument } from './markdown.js';
import { allPrograms, buildPrograms, complaints, programsOf, writePrograms } from './programs.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function write(...programs: Parameters<typeof writePrograms>): string {
  const folder = writePrograms(...programs);
  folders.push(folder);
  return folder;
}

describe('the programs in the documents', () => {
  const programs = allPrograms();
  const toRun = programs.filter(({ prints }) => prints !== undefined);
  const folder = write(programs);
  const tests = programs.filter(({ isTest }) => isTest);
  beforeAll(() => buildPrograms(folder, [...toRun, ...tests]), 60_000);

  it('compile', { timeout: 60_000 }, async () => {
    expect(await complaints(folder)).toEqual([]);
  });

  it.each(toRun)('print the documented output: $where', { timeout: 60_000 }, async ({ file, prints }) => {
    // With CI set, programs cannot record.
    const { code, output } = await run('env', ['-u', 'CI', 'node', file.replace(/ts$/, 'js')], folder);
    expect({ output, code }).toEqual({ output: prints, code: 0 });
  });

  it('are tests that pass without recordings, and after an update of one test of each file', {
    timeout: 240_000,
  }, async () => {
    const files = tests.map(({ file }) => file.replace(/ts$/, 'js'));
    const vitest = [`${ROOT}node_modules/vitest/vitest.mjs`, 'run', '--root', '.', ...files];
    writeFileSync(`${folder}/vitest.config.js`, 'export default {};');
    const firsts = tests.map(({ text }) => /\bit\('([^']+)'/.exec(text)?.[1] ?? '');
    const record = ['-u', 'CI', 'node', ...vitest];
    const update = ['-u', 'CI', 'SMS_SERVICE_CASSETTE_MODE=update', 'node', ...vitest, '-t', firsts.join('|')];
    const play = ['-u', 'SMS_SERVICE_CASSETTE_MODE', 'CI=1', 'node', ...vitest];
    for (const words of [record, play, update, play]) {
      const { code, output } = await run('env', words, folder);
      expect(code, output).toBe(0);
      expect(output.replace(/\u001b\[[\d;]*m/g, '')).toMatch(/Test Files +5 passed/);
    }
  });

  it('include at least ten programs with output, and five test files', () => {
    expect(tests).toHaveLength(5);
    expect(toRun.length).toBeGreaterThanOrEqual(10);
  });
});

describe('the search for programs', () => {
  const programsIn = (text: string): ReturnType<typeof programsOf> =>
    programsOf(parseDocument('docs/a.md', text).codeBlocks);

  it('finds programs in TypeScript and their output', () => {
    const text = '```ts\na();\n```\n```js\nb();\n```\n\n```ts run\nc();\n```\n\n```text\nout\n```\n';
    expect(programsIn(text)).toEqual([
      { where: 'docs/a.md:1', file: 'a-1.ts', text: 'a();\n', prints: undefined, isTest: false },
      { where: 'docs/a.md:8', file: 'a-8.ts', text: 'c();\n', prints: 'out\n', isTest: false },
    ]);
  });

  it.each(['```ts run\na();\n```\n', '```ts runs\na();\n```\n', '```ts\na();\n'])('refuses %j', (text) => {
    expect(() => programsIn(text)).toThrow('docs/a.md:1: ');
  });

  it('finds compiler errors, with the file and the line', { timeout: 60_000 }, async () => {
    const wrong = 'const points: string = await client.checkPoints();\nclient.nothing();\n';
    const folder = write([{ where: 'a.md:1', file: 'a-1.ts', text: wrong, prints: undefined, isTest: false }]);
    expect(await complaints(folder)).toEqual([
      expect.stringMatching(/^a-1\.ts\(1,7\): error TS2322: /),
      expect.stringMatching(/^a-1\.ts\(2,8\): error TS2339: /),
    ]);
  });
});
