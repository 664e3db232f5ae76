import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/build/bundle.js';
import { run } from '../support/run.js';

/** What loading an entry may take: more is a decision, made here. A file costs about as much as 10 kB. */
interface Budget {
  readonly entry: string;
  readonly files: number;
  readonly bytes: number;
  /** Our own modules, of which the files are made. */
  readonly modules: number;
  /** Rooms of which it loads nothing. */
  readonly without: readonly string[];
}

const OF_OTHERS = ['replay', 'sandbox', 'address-book', 'contract-check', 'files', 'local-server', 'cli'];
const OF_SOAP = ['soap', 'xml', 'generated', 'client'];
const WITHOUT_CALLS = [...OF_OTHERS, ...OF_SOAP];

const BUDGETS: readonly Budget[] = [
  {
    entry: 'client',
    files: 7,
    bytes: 440_000,
    modules: 195,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'stub',
    files: 7,
    bytes: 425_000,
    modules: 195,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'soap',
    files: 7,
    bytes: 480_000,
    modules: 228,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'soap-server',
    files: 10,
    bytes: 450_000,
    modules: 215,
    without: ['replay', 'sandbox', 'address-book', 'contract-check', 'cli', 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'transport',
    files: 5,
    bytes: 195_000,
    modules: 104,
    without: [...WITHOUT_CALLS, 'http-client', 'callbacks', 'mail', 'domain'],
  },
  { entry: 'http', files: 13, bytes: 360_000, modules: 175, without: [...WITHOUT_CALLS, 'callbacks', 'mail'] },
  { entry: 'callbacks', files: 9, bytes: 186_000, modules: 107, without: [...WITHOUT_CALLS, 'http-client', 'mail'] },
  { entry: 'callbacks-postgres', files: 4, bytes: 64_000, modules: 40, without: [...WITHOUT_CALLS, 'calls'] },
  { entry: 'callbacks-redis', files: 4, bytes: 62_000, modules: 40, without: [...WITHOUT_CALLS, 'calls'] },
  { entry: 'opentelemetry', files: 5, bytes: 55_000, modules: 34, without: [...WITHOUT_CALLS, 'transport', 'domain'] },
  { entry: 'prometheus', files: 5, bytes: 55_000, modules: 34, without: [...WITHOUT_CALLS, 'transport', 'domain'] },
  { entry: 'mail', files: 7, bytes: 131_000, modules: 65, without: [...WITHOUT_CALLS, 'calls', 'transport'] },
  { entry: 'address-book', files: 11, bytes: 360_000, modules: 223, without: ['replay', 'sandbox', ...OF_SOAP] },
  { entry: 'contract', files: 19, bytes: 660_000, modules: 329, without: ['sandbox', 'address-book', 'mail'] },
  { entry: 'replay', files: 21, bytes: 818_000, modules: 405, without: ['sandbox', 'address-book', 'mail', 'cli'] },
  { entry: 'sandbox', files: 22, bytes: 885_000, modules: 465, without: ['address-book', 'mail', 'cli'] },
];

/** Loads an entry, and prints what it has loaded: how many files and bytes, and of which modules they are made. */
const COUNT = `
  require(process.argv[2]);
  const own = Object.keys(require.cache).filter((file) => file !== __filename);
  const texts = own.map((file) => require('node:fs').readFileSync(file, 'utf8'));
  const modules = texts.flatMap((text) => text.match(/^\\/\\/ (?:src|generated)\\/.*$/gm) ?? []);
  console.log(JSON.stringify({ files: own.length, bytes: texts.join('').length, modules }));`;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'budgets-'));
  await bundle(join(folder, 'js'));
  await writeFile(join(folder, 'count.cjs'), COUNT);
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('loading an entry costs no more than', () => {
  it.each(BUDGETS)('$files files and $bytes bytes: $entry', async ({ entry, files, bytes, modules, without }) => {
    const { code, output } = await run('node', ['count.cjs', `./js/${entry}.js`], folder);
    expect(code, output).toBe(0);
    const loaded = JSON.parse(output) as { files: number; bytes: number; modules: string[] };
    const rooms = new Set(loaded.modules.map((line) => line.replace(/^\/\/ (?:src\/)?/, '').split('/')[0]));
    expect(without.filter((room) => rooms.has(room))).toEqual([]);
    expect(loaded.modules.length).toBeGreaterThan(modules / 2);
    expect([loaded.files <= files, loaded.bytes <= bytes, loaded.modules.length <= modules], output).toEqual([
      true,
      true,
      true,
    ]);
  });
});
