/**
 * Plans, compares, restores or syncs a million numbers; prints the result and the peak of memory in MiB:
 * `million.ts plan|diff|restore|sync GROUPS NUMBERS`.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WritingClient } from '../../../src/address-book/accounts/account.js';
import {
  diffAddressBooks,
  exportAddressBook,
  planMigration,
  restoreAddressBook,
  syncAddressBook,
  verifyMigration,
} from '../../../src/address-book/index.js';

const [command = '', ...counts] = process.argv.slice(2);
const [groups = 1, numbers = 1] = counts.map(Number);
const FIRST = 48_500_000_000;

/** An account in which a number takes a bit, so that the memory is that of its reader. */
class Account implements WritingClient {
  readonly #exists: Uint8Array;
  /** Names that were changed, and those of numbers beyond the first million. */
  readonly names = new Map<number, string>();
  #groupCount: number;
  writes = 0;

  constructor(isFull: boolean) {
    this.#exists = new Uint8Array(2 * numbers).fill(isFull ? 1 : 0, 0, numbers);
    this.#groupCount = isFull ? groups : 0;
  }

  set(index: number, exists: boolean): void {
    this.#exists[index] = exists ? 1 : 0;
  }

  readonly getGroups: WritingClient['getGroups'] = async () =>
    Array.from({ length: this.#groupCount }, (_, index) => ({
      id: index + 1,
      name: `Group ${index}`,
      info: '',
      numberCount: null,
    }));

  readonly streamNumbers: WritingClient['streamNumbers'] = (groupId) => this.#stream(groupId);

  readonly addGroup: WritingClient['addGroup'] = async () => {
    this.#groupCount += 1;
    return { groupId: this.#groupCount };
  };

  readonly addNumber: WritingClient['addNumber'] = async ({ number, name = '' }) => {
    const index = Number(number) - FIRST;
    this.writes += 1;
    this.set(index, true);
    if (name === nameOf(index)) this.names.delete(index);
    else this.names.set(index, name);
    return {} as never;
  };

  readonly delNumber: WritingClient['delNumber'] = async ({ number }) => {
    this.writes += 1;
    this.set(Number(number) - FIRST, false);
    return {} as never;
  };

  readonly delGroup: WritingClient['delGroup'] = async () => {
    throw new Error('no group may be deleted');
  };

  async *#stream(groupId: number): ReturnType<WritingClient['streamNumbers']> {
    const per = numbers / groups;
    for (let index = 0; index < 2 * numbers; index++) {
      if (index === groupId * per) index = numbers;
      else if (index === 0) index = (groupId - 1) * per;
      // Numbers beyond the first million are all in the first group.
      if (index >= numbers && groupId !== 1) return;
      if (this.#exists[index] === 0) continue;
      yield { number: String(FIRST + index), name: this.names.get(index) ?? nameOf(index), groupId };
    }
  }
}

function nameOf(index: number): string {
  return `Person ${index}`;
}

const folder = mkdtempSync(path.join(tmpdir(), 'million-'));
const file = path.join(folder, 'book.jsonl');
try {
  const full = new Account(true);
  await pipeline(exportAddressBook(full), createWriteStream(file));
  const facts = await work(full);
  const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ ...facts, peakMiB }));
} finally {
  rmSync(folder, { recursive: true });
}

async function work(full: Account): Promise<object> {
  if (command === 'plan') {
    const { addNumbers } = await planMigration({ from: full, to: new Account(false), out: path.join(folder, 'plan') });
    const { numbers: compared, isComplete } = await verifyMigration({ from: full, to: new Account(true) });
    return { addNumbers, compared, isComplete };
  }
  if (command === 'diff') {
    const { isSame, numbers: compared } = await diffAddressBooks({ left: file, right: full });
    return { isSame, compared };
  }
  if (command === 'sync') {
    const to = new Account(true);
    spoil(to);
    const { status, changes } = await syncAddressBook({
      from: full,
      to,
      folder: path.join(folder, 'sync'),
      delete: true,
    });
    return { status, changes, writes: to.writes };
  }
  spoil(full);
  const { status, changes, compared } = await restoreAddressBook({
    file,
    to: full,
    folder: path.join(folder, 'restore'),
  });
  return { status, changes, isSame: compared?.isSame, writes: full.writes };
}

/** Deletes 500 numbers, adds 500, and renames 500. */
function spoil(account: Account): void {
  for (let index = 0; index < numbers; index += numbers / 500) {
    account.set(index, false);
    account.set(numbers + index, true);
    account.names.set(index + 1, 'Somebody');
  }
}
