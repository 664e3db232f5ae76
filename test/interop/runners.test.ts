import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../scripts/build/bundle.js';
import { ROOT } from '../support/run.js';
import { phpServer } from './peers/php-server.js';

/** Number of runs of the thirty tests in each runner. `RUNNER_RUNS=200` is the long form. */
const RUNS = Number(process.env['RUNNER_RUNS'] ?? '5');
/** Timeout of one run, which takes a few seconds, or longer on a busy machine. */
const MS = 30_000;

/** A test runner with one test file for each part. */
interface Runner {
  readonly name: string;
  readonly command: readonly string[];
  /** The options that run both files at the same time, on any machine. */
  readonly atOnce: readonly string[];
  /** The file name ending of its test files. */
  readonly ending: '.test.js' | '.test.mjs';
  file(part: number): string;
}

const JEST = `${ROOT}node_modules/jest/bin/jest.js`;
// The second option prevents Jest from running fast tests in one process.
const JEST_AT_ONCE = ['--maxWorkers=2', '--workerIdleMemoryLimit=4GB'];

const RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    command: [`${ROOT}node_modules/vitest/vitest.mjs`, 'run', '--globals', '--root', '.', '--config', 'none.mjs'],
    atOnce: ['--maxWorkers=2'],
    ending: '.test.mjs',
    file: (part) => `import { define } from './vitest.mjs';\ndefine(${part});\n`,
  },
  {
    name: 'jest',
    command: [
      '--experimental-vm-modules',
      '--no-warnings',
      JEST,
      '--config={"testEnvironment":"node","transform":{},"testMatch":["**/*.test.mjs"]}',
    ],
    atOnce: JEST_AT_ONCE,
    ending: '.test.mjs',
    file: (part) => `import { define } from './jest.mjs';\ndefine(${part}, import.meta.jest);\n`,
  },
  {
    name: 'jest-common-js',
    // With default options.
    command: [JEST],
    atOnce: JEST_AT_ONCE,
    ending: '.test.js',
    file: (part) => `const { define } = require('./jest.js');\ndefine(${part}, jest);\n`,
  },
  {
    name: 'node',
    command: ['--test'],
    atOnce: ['--test-concurrency=2'],
    ending: '.test.mjs',
    file: (part) => `import { define } from './node.mjs';\ndefine(${part});\n`,
  },
];

/** The ways in which tests are run. */
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
  // Not the folder of the package, because another suite may be packing it.
  const dist = path.join(folder, 'dist');
  await bundle(path.join(dist, 'js'));
  writeFileSync(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  for (const { name, ending, file } of RUNNERS) {
    const at = path.join(folder, name);
    const library = path.join(at, 'node_modules/sms-service-client');
    mkdirSync(library, { recursive: true });
    cpSync(dist, path.join(library, 'dist'), { recursive: true });
    for (const part of ['package.json', 'wsdl']) {
      cpSync(path.join(ROOT, part), path.join(library, part), { recursive: true });
    }
    const scripts = path.join(import.meta.dirname, 'runners');
    if (ending === '.test.js') {
      // The same tests with `require` for each `import`, as from a compiler.
      // Without the paths of this tsconfig.json, which point to the sources.
      const made = { bundle: true, packages: 'external', platform: 'node', format: 'cjs', tsconfigRaw: '{}' } as const;
      await build({ ...made, entryPoints: [path.join(scripts, 'jest.mjs')], outfile: path.join(at, 'jest.js') });
    } else
      for (const script of ['thirty.mjs', `${name}.mjs`]) cpSync(path.join(scripts, script), path.join(at, script));
    for (const part of [0, 1]) writeFileSync(path.join(at, `part-${part}${ending}`), file(part));
    writeFileSync(path.join(at, 'none.mjs'), 'export default {};');
    writeFileSync(path.join(at, 'package.json'), '{"private":true}');
  }
}, 120_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs both files of a runner. @returns its exit code and its output */
async function runTests(runner: Runner, given: Readonly<Record<string, string>>): Promise<[number, string]> {
  const { command, atOnce, ending } = runner;
  const cwd = path.join(folder, runner.name);
  const { CI: _, NODE_OPTIONS: __, VITEST: ___, ...rest } = process.env;
  const env = { ...rest, TAPE: path.join(cwd, 'tests.har'), VALUES: path.join(cwd, 'values'), ...given };
  // Some runners fail for a file without tests.
  const files = given['ONLY'] === undefined ? [] : [`part-${Number(given['ONLY']) % 2}${ending}`];
  const options = given['AT_ONCE'] === undefined ? [] : atOnce;
  const child = spawn('node', [...command, ...options, ...files], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => void (output += String(piece)));
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)));
  return [code, output];
}

/** The way of a run, and sometimes the only test to run. */
function wayOf(index: number): Readonly<Record<string, string>> {
  const way = { TAPE_MODE: 'locked', ORDER: String(index), ...WAYS[index % WAYS.length] };
  return index % 7 === 3 ? { ...way, ONLY: String((index * 11) % 30) } : way;
}

it.each(RUNNERS)(
  'a recording of PHP is replayed to thirty tests of $name, in any order and selection',
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
    for (let index = 0; index < RUNS; index++) {
      const [code, output] = await runTests(runner, wayOf(index));
      expect(code, `${JSON.stringify(wayOf(index))}\n${output}`).toBe(0);
    }
    console.log(`${runner.name}: ${RUNS} runs in ${Math.round((performance.now() - start) / 1000)} s`);
    expect(readFileSync(path.join(at, 'tests.har'), 'utf8')).toBe(tape);
    // A changed recorded value makes the run fail.
    writeFileSync(path.join(at, 'tests.har'), tape.replace('>12.5</points>', '>77777.5</points>'));
    const [code, output] = await runTests(runner, { TAPE_MODE: 'locked' });
    expect([code === 0, output.includes('77777.5')]).toEqual([false, true]);
  },
);
