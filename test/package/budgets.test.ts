import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/build/bundle.js';
import { run } from '../support/run.js';

/** The maximum size of the files that an entry loads. Explain a larger budget in the commit. */
interface Budget {
  readonly entry: string;
  readonly bytes: number;
  /** The folders of `src/` that the entry must not load. */
  readonly without: readonly string[];
}

const OF_OTHERS = ['replay', 'sandbox', 'address-book', 'contract-check', 'files', 'local-server', 'cli'];
const OF_SOAP = ['soap', 'xml', 'generated', 'client'];
const WITHOUT_CALLS = [...OF_OTHERS, ...OF_SOAP];

const BUDGETS: readonly Budget[] = [
  {
    entry: 'client',
    bytes: 460_000,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'stub',
    bytes: 285_000,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'soap',
    bytes: 310_000,
    without: [...OF_OTHERS, 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'soap-server',
    bytes: 190_000,
    without: ['replay', 'sandbox', 'address-book', 'contract-check', 'cli', 'http-client', 'callbacks', 'mail'],
  },
  {
    entry: 'transport',
    bytes: 195_000,
    without: [...WITHOUT_CALLS, 'http-client', 'callbacks', 'mail', 'domain'],
  },
  { entry: 'http', bytes: 370_000, without: [...WITHOUT_CALLS, 'callbacks', 'mail'] },
  { entry: 'callbacks', bytes: 177_000, without: [...WITHOUT_CALLS, 'http-client', 'mail'] },
  { entry: 'callbacks-postgres', bytes: 66_000, without: [...WITHOUT_CALLS, 'calls'] },
  { entry: 'callbacks-redis', bytes: 63_000, without: [...WITHOUT_CALLS, 'calls'] },
  { entry: 'opentelemetry', bytes: 55_000, without: [...WITHOUT_CALLS, 'transport', 'domain'] },
  { entry: 'prometheus', bytes: 53_000, without: [...WITHOUT_CALLS, 'transport', 'domain'] },
  { entry: 'mail', bytes: 126_000, without: [...WITHOUT_CALLS, 'calls', 'transport'] },
  { entry: 'address-book', bytes: 247_000, without: ['replay', 'sandbox', ...OF_SOAP] },
  { entry: 'contract', bytes: 705_000, without: ['sandbox', 'address-book', 'mail'] },
  { entry: 'replay', bytes: 772_000, without: ['sandbox', 'address-book', 'mail', 'cli'] },
  { entry: 'sandbox', bytes: 567_000, without: ['address-book', 'mail', 'cli'] },
];

/** Loads an entry, or runs the command with arguments, and prints the size and the modules of the loaded files. */
const COUNT = `
  const [, , entry, ...words] = process.argv;
  process.argv.splice(2, 1);
  process.on('exit', () => {
    const own = Object.keys(require.cache).filter((file) => file !== __filename);
    const texts = own.map((file) => require('node:fs').readFileSync(file, 'utf8'));
    const modules = texts.flatMap((text) => text.match(/^\\/\\/ (?:src|generated)\\/.*$/gm) ?? []);
    console.log(JSON.stringify({ bytes: texts.join('').length, modules }));
  });
  require(entry);`;

interface Loaded {
  readonly bytes: number;
  readonly modules: readonly string[];
}

let folder = '';

/** The loaded files of a program, with their folders of `src/`. */
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

describe('an entry', () => {
  it.each(BUDGETS)('loads at most $bytes bytes, and only necessary folders: $entry', async ({ entry, ...budget }) => {
    const { bytes, modules, rooms } = await loadedBy(`./js/${entry}.js`);
    expect(modules).not.toEqual([]);
    expect(budget.without.filter((room) => rooms.has(room))).toEqual([]);
    expect(bytes).toBeLessThanOrEqual(budget.bytes);
  });
});

describe('the command', () => {
  it('loads the folders of a command only when that command runs', async () => {
    const { bytes, rooms } = await loadedBy('./js/cli.js', '--version');
    expect(rooms.has('cli') && rooms.has('client')).toBe(true);
    const others = ['replay', 'sandbox', 'callbacks', 'contract-check', 'codegen', 'soap-server', 'mail'];
    expect(others.filter((room) => rooms.has(room))).toEqual([]);
    expect(bytes).toBeLessThan(1_000_000);
  });
});
