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
    files: 8,
    bytes: 200_000,
    modules: 114,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'stub',
    files: 8,
    bytes: 200_000,
    modules: 115,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'soap',
    files: 8,
    bytes: 234_000,
    modules: 131,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'soap-server',
    files: 15,
    bytes: 342_000,
    modules: 166,
    without: ['replay', 'sandbox', 'address-book', 'contract-check', 'cli', 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'transport',
    files: 8,
    bytes: 135_000,
    modules: 82,
    without: [...WITHOUT_CALLS, 'http-client', 'callbacks', 'mail', 'domain'],
  },
  { entry: 'http', files: 21, bytes: 271_000, modules: 148, without: [...WITHOUT_CALLS, 'callbacks', 'mail'] },
  { entry: 'callbacks', files: 13, bytes: 155_500, modules: 98, without: [...WITHOUT_CALLS, 'http-client', 'mail'] },
  { entry: 'callbacks-postgres', files: 5, bytes: 46_000, modules: 32, without: [...WITHOUT_CALLS, 'calls'] },
  { entry: 'callbacks-redis', files: 5, bytes: 44_000, modules: 32, without: [...WITHOUT_CALLS, 'calls'] },
  { entry: 'opentelemetry', files: 6, bytes: 35_000, modules: 25, without: [...WITHOUT_CALLS, 'transport', 'domain'] },
  { entry: 'prometheus', files: 6, bytes: 33_000, modules: 24, without: [...WITHOUT_CALLS, 'transport', 'domain'] },
  { entry: 'mail', files: 9, bytes: 101_000, modules: 54, without: [...WITHOUT_CALLS, 'calls', 'transport'] },
  { entry: 'address-book', files: 12, bytes: 314_000, modules: 185, without: ['replay', 'sandbox', ...OF_SOAP] },
  { entry: 'contract', files: 33, bytes: 580_000, modules: 297, without: ['sandbox', 'address-book', 'mail'] },
  { entry: 'replay', files: 35, bytes: 720_000, modules: 375, without: ['sandbox', 'address-book', 'mail', 'cli'] },
  { entry: 'sandbox', files: 33, bytes: 812_000, modules: 428, without: ['address-book', 'mail', 'cli'] },
];

/**
 * Loads an entry, or runs the command where it gets words for it, and prints what was loaded: how many files and bytes,
 * and of which modules they are made.
 */
const COUNT = `
  const [, , entry, ...words] = process.argv;
  process.argv.splice(2, 1);
  process.on('exit', () => {
    const own = Object.keys(require.cache).filter((file) => file !== __filename);
    const texts = own.map((file) => require('node:fs').readFileSync(file, 'utf8'));
    const modules = texts.flatMap((text) => text.match(/^\\/\\/ (?:src|generated)\\/.*$/gm) ?? []);
    console.log(JSON.stringify({ files: own.length, bytes: texts.join('').length, modules }));
  });
  require(entry);`;

interface Loaded {
  readonly files: number;
  readonly bytes: number;
  readonly modules: readonly string[];
}

let folder = '';

/** What a program loads, and the rooms of it. */
async function loadedBy(...words: readonly string[]): Promise<Loaded & { readonly rooms: ReadonlySet<string> }> {
  const { code, output } = await run('node', ['count.cjs', ...words], folder);
  expect(code, output).toBe(0);
  const loaded = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Loaded;
  const rooms = loaded.modules.map((line) => line.replace(/^\/\/ (?:src\/)?/, '').split('/')[0] ?? '');
  return { ...loaded, rooms: new Set(rooms) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'budgets-'));
  await bundle(join(folder, 'js'));
  await writeFile(join(folder, 'count.cjs'), COUNT);
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('loading an entry costs no more than', () => {
  it.each(BUDGETS)('$files files and $bytes bytes: $entry', async ({ entry, files, bytes, modules, without }) => {
    const loaded = await loadedBy(`./js/${entry}.js`);
    expect(without.filter((room) => loaded.rooms.has(room))).toEqual([]);
    expect(loaded.modules.length).toBeGreaterThan(modules / 2);
    const sizes = [loaded.files, loaded.bytes, loaded.modules.length];
    expect([loaded.files <= files, loaded.bytes <= bytes, loaded.modules.length <= modules], String(sizes)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('what all commands need: those with rooms of their own load them when they run', async () => {
    const { bytes, rooms } = await loadedBy('./js/cli.js', '--version');
    expect(rooms.has('cli') && rooms.has('client')).toBe(true);
    const others = ['replay', 'sandbox', 'callbacks', 'contract-check', 'codegen', 'soap-server', 'mail'];
    expect(others.filter((room) => rooms.has(room))).toEqual([]);
    expect(bytes).toBeLessThan(1_000_000);
  });
});
