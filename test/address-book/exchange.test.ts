import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ExportAddressBookOptions,
  exportAddressBook,
  type ImportAddressBookOptions,
  importAddressBook,
  type ReadFormat,
  type Reject,
  verifyMigration,
} from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { collect, rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'exchange-'));
  sandbox = createSandbox({
    accounts: [
      {
        username: 'old',
        password: 'p',
        groups: [
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
      },
      { username: 'new', password: 'p', groups: [{ name: 'Pusta', numbers: [{ number: '48500100300' }] }] },
    ],
  });
  [from, to] = twoClients(sandbox);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const take = (file: string, format: ReadFormat, options: Partial<ImportAddressBookOptions> = {}) =>
  importAddressBook({ file: createReadStream(file), format, to, plan: at('plan'), settleMs: 1, ...options });

describe('an address book that is exported', () => {
  it.each<ExportAddressBookOptions>([
    { format: 'jsonl' },
    { format: 'csv' },
    { format: 'csv', delimiter: ';', bom: true },
  ])('is imported as it was: %j', async (options) => {
    const progress: unknown[] = [];
    const pieces = exportAddressBook(from, { ...options, onProgress: (read) => progress.push(read) });
    await writeFile(at('book'), pieces);
    expect(progress.at(-1)).toEqual({ groups: 1, numbers: 2 });
    expect(await take(at('book'), options.format ?? 'jsonl')).toEqual({
      status: 'done',
      done: 3,
      rejected: 0,
      total: 3,
    });
    expect(await verifyMigration({ from, to })).toMatchObject({
      missing: 0,
      otherNames: 0,
      extra: 1,
      isComplete: true,
    });
    const [old, now] = ['old', 'new'].map((name) =>
      sandbox.account(name)?.groups.find((group) => group.name.startsWith('Ł')),
    );
    expect(now).toEqual({ ...old, id: 4 });
  });

  it('is not written when the account cannot be read', async () => {
    sandbox.failNext('soap_GetGroups', { result: 101 });
    expect(await rejection(collect(exportAddressBook(from)))).toMatchObject({ name: 'AuthenticationError' });
  });
});

describe('a file that is imported', () => {
  it('may have its groups in any order, and names twice', async () => {
    writeFileSync(at('a.csv'), 'group,number,name\nA,500100201,x\nB,500100202,y\nA,500100203,z\nA,48500100201,again\n');
    expect(await take(at('a.csv'), 'csv')).toMatchObject({ status: 'done', done: 5 });
    expect(sandbox.account('new')?.groups.slice(1)).toMatchObject([
      { name: 'A', numbers: [{ number: '500100201' }, { number: '500100203' }] },
      { name: 'B', numbers: [{ number: '500100202' }] },
    ]);
  });

  it('gives bad rows to whoever takes them, and goes on', async () => {
    writeFileSync(at('a.csv'), 'group,number,name\nA,12,x\nA,500100202,y\nA,500100203\n');
    const rejects: Reject[] = [];
    expect(await take(at('a.csv'), 'csv', { onReject: (reject) => rejects.push(reject) })).toMatchObject({ done: 2 });
    expect(rejects).toMatchObject([
      { line: 2, text: 'A,12,x' },
      { line: 4, text: 'A,500100203' },
    ]);
  });

  it('is a plan that is gone on with by the same call', async () => {
    writeFileSync(
      at('a.vcf'),
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ania\r\nTEL:+48500100201\r\nTEL:500100202\r\nEND:VCARD\r\n',
    );
    sandbox.failNext('soap_AddNumber', { result: 103 });
    const first = await take(at('a.vcf'), 'vcard', { group: 'Pusta', concurrency: 1 });
    expect(first).toMatchObject({ status: 'limits', done: 0 });
    expect(await take(at('a.vcf'), 'vcard', { group: 'Pusta' })).toMatchObject({ status: 'done', done: 2 });
    expect(sandbox.account('new')?.groups[0]?.numbers).toHaveLength(3);
  });

  it('leaves no plan when it cannot be read', async () => {
    writeFileSync(at('a.csv'), Buffer.from([0xff, 0xfe, 0x41, 0]));
    expect(await rejection(take(at('a.csv'), 'csv'))).toMatchObject({ name: 'ValidationError' });
    expect(existsSync(at('plan'))).toBe(false);
  });

  it.each([
    ['file', { file: undefined }],
    ['format', { format: 'xls' }],
    ['plan', { plan: '' }],
    ['to', { to: {} }],
    ['policy', { policy: 'x' }],
    ['form', { form: 'x' }],
  ])('is refused with options that are not usable: %s', async (where, options) => {
    const file = Readable.from(['group,number\n']);
    expect(
      await rejection(importAddressBook({ file, format: 'csv', to, plan: at('plan'), ...(options as object) })),
    ).toMatchObject({
      name: 'ValidationError',
      path: where,
    });
  });

  it('leaves no plan where it has conflicts, so that another policy can be given', async () => {
    writeFileSync(at('book.csv'), 'group,number\nPusta,48500100201\n');
    expect(await take(at('book.csv'), 'csv', { policy: 'fail' })).toEqual({
      status: 'conflicts',
      done: 0,
      rejected: 0,
      total: 0,
    });
    expect(existsSync(at('plan'))).toBe(false);
    expect(await take(at('book.csv'), 'csv', { policy: 'merge' })).toMatchObject({ status: 'done', done: 1 });
  });

  it('does not go on with a plan of another policy than the one that is given', async () => {
    writeFileSync(at('book.csv'), 'group,number\nNowa,48500100201\nNowa,48500100202\n');
    sandbox.failNext('soap_AddNumber', { result: 103 });
    await take(at('book.csv'), 'csv', { concurrency: 1 });
    expect(await rejection(take(at('book.csv'), 'csv', { policy: 'skip' }))).toMatchObject({
      path: 'policy',
      message: expect.stringContaining('is skip, and the plan that was made with merge is not carried out yet'),
    });
    expect(await take(at('book.csv'), 'csv', { policy: 'merge' })).toMatchObject({ status: 'done', done: 3 });
  });
});
