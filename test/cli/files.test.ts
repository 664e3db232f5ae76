import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, PASSWORDS, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();
const gateway = new GatewayOfTests(() => {
  const numbers = [
    { number: '+48500100201', name: 'Ania' },
    { number: '500100202', name: '=Błażej' },
  ];
  return twoAccounts(command, { old: [{ name: 'Łódź', info: 'a', numbers }] });
});

const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const at = (name: string): string => path.join(command.folder, name);

describe('sms-service export and import', () => {
  it.each([
    ['book.csv', []],
    ['sheet.csv', ['--semicolon']],
    ['book.jsonl', []],
  ] as const)('move an address book through a file: %s', async (name, flags) => {
    const written = await run('export', '--profile', 'old', '--out', at(name), ...flags);
    expect(written).toMatchObject({ code: 0, out: expect.stringContaining('2 numbers written') });
    expect(statSync(at(name)).mode & 0o777).toBe(0o600);
    const taken = await run('import', at(name), '--profile', 'new', '--json', '--concurrency', '1');
    expect(JSON.parse(taken.out)).toEqual({
      ...{ status: 'done', done: 3, failed: 0, skipped: 0, total: 3, extraDeleted: 0, rejectedRows: 0 },
      changes: { groupsAdded: 1, groupsDeleted: 0, numbersAdded: 2, numbersDeleted: 0, numbersRenamed: 0 },
      failures: [],
      seconds: expect.any(Number),
    });
    expect(gateway.current.account('new')?.groups).toMatchObject([
      { name: 'Łódź', info: 'a', numbers: [{ number: '+48500100201' }, { number: '500100202', name: '=Błażej' }] },
    ]);
    const again = await run('import', at(name), '--profile', 'new');
    expect(again).toEqual({
      code: 0,
      out: 'Nothing to do.\nThe account already contains everything in the file.\n',
      err: '',
    });
  });

  it('write nothing with --dry-run', async () => {
    const dry = await run('export', '--profile', 'old', '--dry-run');
    expect(dry).toMatchObject({ code: 0, out: '2 numbers to be written\n' });
    writeFileSync(at('one.csv'), 'group,number\nA,500100203\n');
    const { code, out } = await run('import', 'one.csv', '--profile', 'new', '--dry-run');
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        '+ group\tA',
        '+ number\t500100203\t(no name)\tin A',
        'Dry run: 1 group to be created, 1 number to be added.',
        'The plan: one.csv.plan',
        '',
      ].join('\n'),
    });
    expect(gateway.current.account('new')?.groups).toEqual([]);
  });

  it('write rejected rows to a file, and exit with 1', async () => {
    writeFileSync(at('bad.csv'), 'Telefon,Nazwisko\n500100203,Ola\n12,Ela\n');
    const flags = ['--columns', 'Telefon=number,Nazwisko=name', '--group', 'Nowa'];
    const taken = await run('import', at('bad.csv'), '--profile', 'new', ...flags);
    expect(taken).toMatchObject({ code: 1, out: expect.stringContaining('1 row rejected') });
    expect(JSON.parse(readFileSync(at('bad.csv.rejects'), 'utf8'))).toMatchObject({ line: 3, text: '12,Ela' });
    expect(statSync(at('bad.csv.rejects')).mode & 0o777).toBe(0o600);
    expect(gateway.current.account('new')?.groups).toMatchObject([
      { name: 'Nowa', numbers: [{ number: '500100203', name: 'Ola' }] },
    ]);
    // The next import reports them again.
    expect(await run('import', at('bad.csv'), '--profile', 'new', ...flags)).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 row rejected'),
    });
  });

  it('never overwrite the file with its rejects', async () => {
    writeFileSync(at('own.csv'), 'number\n12\n');
    const args = ['import', 'own.csv', '--profile', 'new', '--group', 'A', '--rejects', './own.csv'];
    expect(await run(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--rejects would overwrite the file'),
    });
    expect(readFileSync(at('own.csv'), 'utf8')).toBe('number\n12\n');
  });

  it('replace an existing file only with --force', async () => {
    writeFileSync(at('kept.csv'), 'mine');
    const args = ['export', '--profile', 'old', '--out', 'kept.csv'];
    expect(await run(...args)).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: --out already exists: kept.csv. To replace it, use --force\n',
    });
    expect(gateway.current.callCount()).toBe(0);
    expect(readFileSync(at('kept.csv'), 'utf8')).toBe('mine');
    expect((await run(...args, '--force')).code).toBe(0);
    expect(readFileSync(at('kept.csv'), 'utf8')).toContain('Ania');
  });

  it.each([
    ['a file', () => writeFileSync(at('rows.rejects'), 'mine')],
    ['a link', () => [writeFileSync(at('linked'), 'mine'), symlinkSync('linked', at('rows.rejects'))]],
  ])('never replace %s by rejects', async (_kind, create) => {
    rmSync(at('rows.rejects'), { force: true });
    create();
    writeFileSync(at('rows.csv'), 'number\n500100203\n12\n');
    const args = ['import', 'rows.csv', '--profile', 'new', '--group', 'R', '--plan', 'rows.plan'];
    expect(await run(...args, '--rejects', 'rows.rejects')).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: --rejects already exists and is not an earlier file of this kind: rows.rejects\n',
    });
    expect([existsSync(at('rows.plan')), readFileSync(at('rows.rejects'), 'utf8')]).toEqual([false, 'mine']);
  });

  it('replace the rejects of an earlier import, and remove them if no row is rejected', async () => {
    const args = ['import', 'again.csv', '--group', 'G', '--profile', 'new'];
    writeFileSync(at('again.csv'), 'number\n12\n13\n');
    expect((await run(...args)).code).toBe(1);
    writeFileSync(at('again.csv'), 'number\n500100209\n14\n');
    expect((await run(...args)).code).toBe(1);
    expect(readFileSync(at('again.csv.rejects'), 'utf8').split('\n')).toEqual([
      expect.stringContaining('"text":"14"'),
      '',
    ]);
    writeFileSync(at('again.csv'), 'number\n500100209\n');
    expect((await run(...args)).code).toBe(0);
    expect(existsSync(at('again.csv.rejects'))).toBe(false);
  });

  it.each([
    ['--out is missing', ['export', '--profile', 'old']],
    ['--out cannot be a vCard file: write jsonl or csv', ['export', '--profile', 'old', '--out', 'x.vcf']],
    ['the file does not exist: nowhere.csv', ['import', 'nowhere.csv', '--profile', 'new']],
  ])('exit with 2 for an invalid option: %s', async (words, args) => {
    const { code, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) });
    expect(existsSync(at('nowhere.csv.plan'))).toBe(false);
  });
});
