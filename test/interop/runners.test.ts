import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT, run } from '../support/run.js';
import { phpServer } from './peers/php-server.js';

/** So often the thirty tests are played: `RUNNER_RUNS=200` is the long form. */
const RUNS = Number(process.env['RUNNER_RUNS'] ?? '15');
/** One run: a few seconds, and more on a machine with much to do. */
const MS = 30_000;

/** A runner, with a test file of each part. */
interface Runner {
  readonly name: string;
  readonly command: readonly string[];
  file(part: number): string;
}

const RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    command: [`${ROOT}node_modules/vitest/vitest.mjs`, 'run', '--globals', '--root', '.', '--config', 'none.mjs'],
    file: (part) => `import { define } from './vitest.mjs';\ndefine(${part});\n`,
  },
  {
    name: 'jest',
    command: [
      '--experimental-vm-modules',
      '--no-warnings',
      `${ROOT}node_modules/jest/bin/jest.js`,
      '--config={"testEnvironment":"node","transform":{},"testMatch":["**/*.test.mjs"]}',
    ],
    file: (part) => `import { define } from './jest.mjs';\ndefine(${part}, import.meta.jest);\n`,
  },
  { name: 'node', command: ['--test'], file: (part) => `import { define } from './node.mjs';\ndefine(${part});\n` },
];

/** The ways in which tests are played. */
const WAYS: readonly Readonly<Record<string, string>>[] = [
  {},
  { FLAKY: '1' },
  { AT_ONCE: '1' },
  { FAKE_TIMERS: '1' },
  { FAKE_TIMERS: '1', FLAKY: '1' },
];

let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'runners-'));
  const built = await run('npm', ['run', '--silent', 'build']);
  if (built.code !== 0) throw new Error(built.output);
  for (const { name, file } of RUNNERS) {
    const at = path.join(folder, name);
    const library = path.join(at, 'node_modules/sms-service-client');
    mkdirSync(library, { recursive: true });
    for (const part of ['package.json', 'dist', 'wsdl']) {
      cpSync(path.join(ROOT, part), path.join(library, part), { recursive: true });
    }
    for (const script of ['thirty.mjs', `${name}.mjs`]) {
      cpSync(path.join(import.meta.dirname, 'runners', script), path.join(at, script));
    }
    for (const part of [0, 1]) writeFileSync(path.join(at, `part-${part}.test.mjs`), file(part));
    writeFileSync(path.join(at, 'none.mjs'), 'export default {};');
    writeFileSync(path.join(at, 'package.json'), '{"private":true}');
  }
}, 120_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs both files of a runner. @returns its exit code, and what it has printed */
async function runTests({ name, command }: Runner, given: Readonly<Record<string, string>>): Promise<[number, string]> {
  const cwd = path.join(folder, name);
  const { CI: _, NODE_OPTIONS: __, VITEST: ___, ...rest } = process.env;
  const env = { ...rest, TAPE: path.join(cwd, 'tests.har'), VALUES: path.join(cwd, 'values'), ...given };
  // A runner may not like a file without tests.
  const files = given['ONLY'] === undefined ? [] : [`part-${Number(given['ONLY']) % 2}.test.mjs`];
  const child = spawn('node', [...command, ...files], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => void (output += String(piece)));
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)));
  return [code, output];
}

/** The way of a run, and the one test that is run alone, now and then. */
function wayOf(index: number): Readonly<Record<string, string>> {
  const way = { TAPE_MODE: 'locked', ORDER: String(index), ...WAYS[index % WAYS.length] };
  return index % 7 === 6 ? { ...way, ONLY: String((index * 11) % 30) } : way;
}

it.each(RUNNERS)(
  'what is recorded against PHP is played to thirty tests of $name, in whatever order and company',
  { timeout: 60_000 + RUNS * MS },
  async (runner) => {
    const at = path.join(folder, runner.name);
    const server = await phpServer.start();
    try {
      await server.reset();
      const [code, output] = await runTests(runner, { TAPE_MODE: 'record', URL_OF_GATEWAY: server.url, FLAKY: '1' });
      expect(code, output).toBe(0);
    } finally {
      await server.stop();
    }
    expect(readdirSync(path.join(at, 'values'))).toHaveLength(30);
    const tape = readFileSync(path.join(at, 'tests.har'), 'utf8');
    expect(new Set(tape.match(/"_track": .*/g))).toHaveProperty('size', 30);
    expect(tape).not.toContain('_unfinished');
    const start = performance.now();
    const runs = Math.ceil(RUNS / RUNNERS.length);
    for (let index = 0; index < runs; index++) {
      const [code, output] = await runTests(runner, wayOf(index));
      expect(code, `${JSON.stringify(wayOf(index))}\n${output}`).toBe(0);
    }
    console.log(`${runner.name}: ${runs} runs in ${Math.round((performance.now() - start) / 1000)} s`);
    expect(readFileSync(path.join(at, 'tests.har'), 'utf8')).toBe(tape);
    // And it can fail: a value that was another one is seen.
    const value = path.join(at, 'values/1.json');
    writeFileSync(value, readFileSync(value, 'utf8').replace(/\d+/, '77777'));
    expect((await runTests(runner, { TAPE_MODE: 'locked' }))[0]).not.toBe(0);
  },
);
