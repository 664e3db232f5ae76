import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ExportAddressBookOptions,
  exportAddressBook,
  type ImportAddressBookOptions,
  importAddressBook,
  verifyMigration,
} from '../../../src/address-book/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests } from '../two-accounts.js';

const accounts = accountsOfTests();

beforeEach(() => {
  accounts.create(
    [
      {
        name: 'Łódź; "Sons" & =1+1',
        info: 'a\nb',
        numbers: [
          { number: '+48 500-100-200', name: "Żółć, 'x'" },
          { number: '0048500100201', name: '=HYPERLINK("x")' },
        ],
      },
      { name: 'Pusta' },
    ],
    [{ name: 'Pusta', numbers: [{ number: '48500100300' }] }],
  );
});

/** Imports a file of the folder. */
const take = (name: string, options: Partial<ImportAddressBookOptions> = {}) =>
  importAddressBook({ file: accounts.at(name), to: accounts.to, plan: accounts.planFile, settleMs: 1, ...options });
const write = (name: string, content: string | Uint8Array): void => writeFileSync(accounts.at(name), content);

describe('an exported address book', () => {
  it.each<ExportAddressBookOptions>([
    { format: 'jsonl' },
    { format: 'csv' },
    { format: 'csv', delimiter: ';', bom: true },
  ])('is the same after it was imported: %j', async (options) => {
    const progress: unknown[] = [];
    const { from, to } = accounts;
    const name = `book.${options.format}`;
    const pieces = exportAddressBook(from, { ...options, onProgress: (read) => progress.push(read) });
    await writeFile(accounts.at(name), pieces);
    expect(progress.at(-1)).toEqual({ groups: 1, numbers: 2 });
    expect(await take(name)).toEqual({
      ...{ status: 'done', done: 3, failed: 0, skipped: 0, total: 3, extraDeleted: 0 },
      changes: { groupsAdded: 1, groupsDeleted: 0, numbersAdded: 2, numbersDeleted: 0, numbersRenamed: 0 },
    });
    expect(await verifyMigration({ from, to })).toMatchObject({
      missing: 0,
      otherNames: 0,
      extra: 1,
      isComplete: true,
    });
    const [old, now] = ['old', 'new'].map((username) =>
      accounts.sandbox.account(username)?.groups.find((group) => group.name.startsWith('Ł')),
    );
    expect(now).toEqual({ ...old, id: 4 });
  });
});

describe('an imported file', () => {
  it('leaves no plan if it cannot be read', async () => {
    write('a.csv', new Uint8Array([0xff, 0xfe, 0x41, 0]));
    expect(await rejection(take('a.csv'))).toMatchObject({ name: 'ValidationError' });
    expect(accounts.files()).toEqual(['a.csv']);
  });

  it.each([
    ['file', { file: undefined }],
    ['plan', { plan: '' }],
    ['form', { form: 'x' }],
  ])('is refused with an invalid option: %s', async (where, options) => {
    write('a.csv', 'group,number\n');
    expect(await rejection(take('a.csv', options as never))).toMatchObject({ name: 'ValidationError', path: where });
  });
});
