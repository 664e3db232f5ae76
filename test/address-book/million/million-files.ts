/**
 * Exports, compares, imports, restores and syncs a million numbers; prints what came of it, the seconds, and the peak
 * of memory in MiB: `million-files.ts export|diff|restore|import|sync GROUPS [NUMBERS]`.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type DeletingClient,
  diffAddressBooks,
  exportAddressBook,
  importAddressBook,
  restoreAddressBook,
  syncAddressBook,
} from '../../../src/address-book/index.js';

const [what = 'diff', given = '1', count = '1000000'] = process.argv.slice(2);
const [groups, numbers] = [Number(given), Number(count)];
const FIRST = 48_500_000_000;

/** An account of which a number is a bit: memory is that of what reads it. */
class Account implements DeletingClient {
  readonly #isThere: Uint8Array;
  /** Names that somebody has changed, and numbers beyond the first million. */
  readonly names = new Map<number, string>();
  /** The groups that there are. */
  #made: number;
  writes = 0;

  constructor(isFull: boolean) {
    this.#isThere = new Uint8Array(2 * numbers).fill(isFull ? 1 : 0, 0, numbers);
    this.#made = isFull ? groups : 0;
  }

  set(index: number, isThere: boolean): void {
    this.#isThere[index] = isThere ? 1 : 0;
  }

  readonly getGroups: DeletingClient['getGroups'] = async () =>
    Array.from({ length: this.#made }, (_, index) => ({
      id: index + 1,
      name: `Group ${index}`,
      info: '',
      numberCount: null,
    }));

  readonly streamNumbers: DeletingClient['streamNumbers'] = (groupId) => this.#stream(groupId);

  readonly addGroup: DeletingClient['addGroup'] = async () => {
    this.#made += 1;
    return { groupId: this.#made };
  };

  readonly addNumber: DeletingClient['addNumber'] = async ({ number, name = '' }) => {
    const index = Number(number) - FIRST;
    this.writes += 1;
    this.set(index, true);
    if (name === nameOf(index)) this.names.delete(index);
    else this.names.set(index, name);
    return {} as never;
  };

  readonly delNumber: DeletingClient['delNumber'] = async ({ number }) => {
    this.writes += 1;
    this.set(Number(number) - FIRST, false);
    return {} as never;
  };

  readonly delGroup: DeletingClient['delGroup'] = async () => {
    throw new Error('no group is to be deleted');
  };

  async *#stream(groupId: number): ReturnType<DeletingClient['streamNumbers']> {
    const per = numbers / groups;
    for (let index = 0; index < 2 * numbers; index++) {
      if (index === groupId * per) index = numbers;
      else if (index === 0) index = (groupId - 1) * per;
      // Those beyond the first million are all in the first group.
      if (index >= numbers && groupId !== 1) return;
      if (this.#isThere[index] === 0) continue;
      yield { number: String(FIRST + index), name: this.names.get(index) ?? nameOf(index), groupId };
    }
  }
}

function nameOf(index: number): string {
  return `Person ${index}`;
}

const folder = mkdtempSync(path.join(tmpdir(), 'million-files-'));
const file = path.join(folder, 'book.jsonl');
try {
  const full = new Account(true);
  await pipeline(exportAddressBook(full), createWriteStream(file));
  const startMs = performance.now();
  const facts = await work(full);
  const seconds = Math.round((performance.now() - startMs) / 100) / 10;
  const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ ...facts, seconds, peakMiB }));
} finally {
  rmSync(folder, { recursive: true });
}

async function work(full: Account): Promise<object> {
  if (what === 'export') {
    await pipeline(exportAddressBook(full), createWriteStream(`${file}.again`));
    return {};
  }
  if (what === 'diff') {
    const { isSame, numbers: compared } = await diffAddressBooks({ left: file, right: full });
    return { isSame, compared };
  }
  if (what === 'import') {
    const to = new Account(false);
    const input = createReadStream(file);
    const plan = path.join(folder, 'plan');
    const { status, done } = await importAddressBook({ file: input, format: 'jsonl', to, plan });
    return { status, done, writes: to.writes };
  }
  if (what === 'sync') {
    const to = new Account(true);
    spoil(to);
    const { status, added, deleted } = await syncAddressBook({
      from: full,
      to,
      folder: path.join(folder, 'sync'),
      delete: true,
    });
    return { status, added, deleted, writes: to.writes };
  }
  spoil(full);
  const { status, done, isSame } = await restoreAddressBook({ file, to: full, folder: path.join(folder, 'restore') });
  return { status, done, isSame, writes: full.writes };
}

/** 500 numbers are gone, 500 are there that were not, and 500 have another name. */
function spoil(account: Account): void {
  for (let index = 0; index < numbers; index += numbers / 500) {
    account.set(index, false);
    account.set(numbers + index, true);
    account.names.set(index + 1, 'Somebody');
  }
}
