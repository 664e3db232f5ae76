import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deviceIn } from '../support/device.js';
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
    ['sheet.csv', ['--encoding', 'utf-8', '--semicolon']],
    ['book.jsonl', []],
    ['wide.csv', ['--encoding', 'utf-16le']],
  ] as const)('move an address book through a file: %s', async (name, flags) => {
    const written = await run('export', '--profile', 'old', '--out', at(name), ...flags);
    expect(written).toMatchObject({ code: 0, out: expect.stringContaining('2 numbers are written') });
    expect(statSync(at(name)).mode & 0o777).toBe(0o600);
    const taken = await run('import', at(name), '--profile', 'new', '--json', '--concurrency', '1');
    expect(JSON.parse(taken.out)).toEqual({
      ...{ status: 'done', done: 3, rejected: 0, total: 3, rejectedRows: 0 },
      ...{ rejects: [], groupsMade: 1, numbersAdded: 2, seconds: expect.any(Number) },
    });
    expect(gateway.current.account('new')?.groups).toMatchObject([
      { name: 'Łódź', info: 'a', numbers: [{ number: '+48500100201' }, { number: '500100202', name: '=Błażej' }] },
    ]);
    const again = await run('import', at(name), '--profile', 'new');
    expect(again.out).toMatch(/^0 of 0 steps done\nThe file has nothing that the account does not have.\n/);
    expect(again.err).toContain(`the plan of an earlier import is kept: ${at(name)}.plan.`);
  });

  it.each([
    ['a file', ['--out', 'mark.csv', '--force'], '\ufeffgroup_id,'],
    ['a file whose encoding is given', ['--out', 'mark.csv', '--force', '--encoding', 'utf-8'], 'group_id,'],
    ['the standard output', ['--out', '-', '--format', 'csv'], 'group_id,'],
    ['a file of JSON Lines', ['--out', 'mark.jsonl', '--force'], '{"kind":"group"'],
  ] as const)('write a byte order mark for Excel only into CSV files: %s', async (_, flags, beginning) => {
    const { code, out } = await run('export', '--profile', 'old', ...flags);
    expect(code).toBe(0);
    const file = flags[1] === '-' ? out : readFileSync(at(flags[1]), 'utf8');
    expect(file.slice(0, beginning.length)).toBe(beginning);
  });

  it('add what still fits where the account has changed since the plan was made, with --accept-changes', async () => {
    command.write('live.csv', 'group,number\nA,48500100301\nA,48500100302\n');
    await gateway.restart(() => twoAccounts(command, { new: [{ name: 'A' }] }));
    const add = (...flags: readonly string[]) => run('import', 'live.csv', '--profile', 'new', ...flags);
    await add('--dry-run');
    command.write('mine.csv', 'group,number,name\nA,48500100302,mine\n');
    await run('import', 'mine.csv', '--profile', 'new');
    const changed = await add();
    expect(changed.code).toBe(1);
    expect(changed.out.split('\n').slice(0, 4)).toEqual([
      'changed\tnew\tA\thas other numbers',
      '0 of 2 steps done',
      'The account is another one, or not as it was when the plan was made.',
      'Nothing more was done. Add what still fits, and what is left by a new plan: ' +
        'sms-service import live.csv --profile new --accept-changes',
    ]);
    const accepted = await add('--accept-changes');
    expect(accepted).toMatchObject({ code: 0, err: expect.stringContaining('planned anew: 0 groups and 0 numbers') });
    expect(gateway.current.account('new')?.groups[0]?.numbers).toMatchObject([
      { number: '48500100302', name: 'mine' },
      { number: '48500100301' },
    ]);
  });

  it('name what a file cannot have: of a card the info of a group, of an encoding its letters', async () => {
    const written = await run('export', '--profile', 'old', '--out', 'cards.vcf');
    expect(written).toMatchObject({
      code: 1,
      out: 'not written: info\ta\tin Łódź\n2 numbers are written: cards.vcf\n',
    });
    expect(readFileSync(at('cards.vcf'), 'utf8')).toContain('TEL:+48500100201\r\nCATEGORIES:Łódź\r\n');
    expect(await run('import', 'cards.vcf', '--profile', 'new', '--concurrency', '1')).toMatchObject({ code: 0 });
    expect(gateway.current.account('new')?.groups).toMatchObject([
      { name: 'Łódź', numbers: [{}, { name: '=Błażej' }] },
    ]);
    const western = ['export', '--profile', 'old', '--encoding', 'windows-1252', '--format', 'csv'];
    expect(await run(...western, '--out', '-', '--json')).toMatchObject({
      code: 1,
      out: expect.stringContaining('500100202'),
      err: expect.stringContaining(
        '{"notWritten":{"kind":"text","group":"Łódź","number":"500100202","name":"=Błażej"}}',
      ),
    });
  });

  it('write nothing where they are told so', async () => {
    const dry = await run('export', '--profile', 'old', '--dry-run');
    expect(dry).toMatchObject({ code: 0, out: '2 numbers would be written\n' });
    writeFileSync(at('one.csv'), 'group,number\nA,500100203\n');
    const { code, out } = await run('import', 'one.csv', '--profile', 'new', '--dry-run');
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        '+ group\tA',
        '+ number\t500100203\t(no name)\tin A',
        'The plan of 2 steps is in one.csv.plan: review it. The same without --dry-run carries it out.',
        '',
      ].join('\n'),
    });
    expect(gateway.current.account('new')?.groups).toEqual([]);
  });

  it('end with 2 where there is no such file, and leave nothing behind', async () => {
    expect(await run('import', at('none.csv'), '--profile', 'new')).toEqual({
      code: 2,
      out: '',
      err: `sms-service: the file does not exist: ${at('none.csv')}\n`,
    });
    expect(existsSync(at('none.csv.plan.part'))).toBe(false);
  });

  it('put rows that are not taken into a file, and end with 1', async () => {
    writeFileSync(at('bad.csv'), 'Telefon,Nazwisko\n500100203,Ola\n12,Ela\n');
    const flags = ['--columns', 'Telefon=number,Nazwisko=name', '--group', 'Nowa'];
    const taken = await run('import', at('bad.csv'), '--profile', 'new', ...flags);
    expect(taken).toMatchObject({ code: 1, out: expect.stringContaining('1 row not taken') });
    expect(JSON.parse(readFileSync(at('bad.csv.rejects'), 'utf8'))).toMatchObject({ line: 3, text: '12,Ela' });
    expect(statSync(at('bad.csv.rejects')).mode & 0o777).toBe(0o600);
    expect(gateway.current.account('new')?.groups).toMatchObject([
      { name: 'Nowa', numbers: [{ number: '500100203', name: 'Ola' }] },
    ]);
    // They are read once more, and so told once more.
    expect(await run('import', at('bad.csv'), '--profile', 'new', ...flags)).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 row not taken'),
    });
  });

  it('read a file in the encoding that they are told, and go on in that alone', async () => {
    const rows = Buffer.from('Nazwisko;Telefon kom\xf3rkowy\r\nWi\x9cniewska;500100203\r\n', 'latin1');
    writeFileSync(at('outlook.csv'), rows);
    const columns = ['--columns', 'Telefon komórkowy=number,Nazwisko=name', '--group', 'Outlook'];
    const args = ['import', 'outlook.csv', '--profile', 'new', ...columns];
    expect(await run(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('line 1: is not UTF-8; it may be windows-1250 or iso-8859-2: --encoding reads that'),
    });
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const ended = await run(...args, '--encoding', 'windows-1250');
    expect(ended.out).toContain('--encoding windows-1250');
    expect(await run(...args, '--encoding', 'iso-8859-2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('encoding: is not as it was when the plan was made'),
    });
    expect((await run(...args, '--encoding', 'cp1250')).code).toBe(0);
    expect(gateway.current.account('new')?.groups).toMatchObject([{ numbers: [{ name: 'Wiśniewska' }] }]);
  });

  it('say how to go on where the gateway is away, and refuse another file than the one of the plan', async () => {
    writeFileSync(at('late.csv'), 'number\n500100203\n500100204\n');
    const args = ['import', 'late.csv', '--profile', 'new', '--group', 'A B', '--concurrency', '1'];
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const ended = await run(...args);
    expect(ended.code).toBe(4);
    expect(ended.out).toContain(
      "Mend that, then go on: sms-service import late.csv --group 'A B' --concurrency 1 --profile new\n",
    );
    const before = new Date('2020-01-01T00:00:00Z');
    const first = readFileSync(at('late.csv'));
    writeFileSync(at('late.csv'), 'number\n500100205\n');
    utimesSync(at('late.csv'), before, before);
    const isOther = 'file: is not the one that the plan was made of, which is not carried out yet: go on as it was, or';
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(isOther) });
    expect(await run(...args.slice(0, -4), '--group', 'Another')).toMatchObject({ code: 2 });
    writeFileSync(at('late.csv'), first);
    expect((await run(...args)).code).toBe(0);
  });

  it('say which names and infos the account has otherwise, and so will not get', async () => {
    const rows = '"Łódź",other,500100201,Ala\n"Łódź",a,500100209,Ola\n"Łódź",a,500100209,Ela\n';
    writeFileSync(at('names.csv'), `group,info,number,name\n${rows}`);
    const { code, out } = await run('import', 'names.csv', '--profile', 'old', '--concurrency', '1');
    expect({ code, lines: out.split('\n').slice(0, 3) }).toEqual({
      code: 0,
      lines: [
        'not added: info\tother\tin Łódź',
        'not added: name\t500100201\tAla\tin Łódź',
        'not added: name\t500100209\tEla\tin Łódź',
      ],
    });
  });

  it('never overwrite the file by its rejects', async () => {
    writeFileSync(at('own.csv'), 'number\n12\n');
    const args = ['import', 'own.csv', '--profile', 'new', '--group', 'A', '--rejects', './own.csv'];
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('--rejects is the file') });
    expect(readFileSync(at('own.csv'), 'utf8')).toBe('number\n12\n');
  });

  it('put nothing in the place of a file that is there, but with --force', async () => {
    writeFileSync(at('kept.csv'), 'mine');
    const args = ['export', '--profile', 'old', '--out', 'kept.csv'];
    expect(await run(...args)).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: --out is there already: kept.csv; it is replaced only with --force\n',
    });
    expect(gateway.current.callCount()).toBe(0);
    expect(readFileSync(at('kept.csv'), 'utf8')).toBe('mine');
    expect((await run(...args, '--force')).code).toBe(0);
    expect(readFileSync(at('kept.csv'), 'utf8')).toContain('Ania');
  });

  it('write through no link that lies beside the file', async () => {
    writeFileSync(at('far'), 'mine');
    symlinkSync('far', at('trap.csv.part'));
    symlinkSync('far', at('trap.csv'));
    expect((await run('export', '--profile', 'old', '--out', 'trap.csv')).code).toBe(2);
    rmSync(at('trap.csv'));
    expect((await run('export', '--profile', 'old', '--out', 'trap.csv')).code).toBe(0);
    expect([readFileSync(at('far'), 'utf8'), lstatSync(at('trap.csv.part')).isSymbolicLink()]).toEqual(['mine', true]);
  });

  it('write to a device or a pipe as it is', async () => {
    const device = deviceIn(command.folder, 'null');
    expect(await run('export', '--profile', 'old', '--out', device)).toMatchObject({
      code: 0,
      out: `2 numbers are written: ${device}\n`,
    });
    const rejected = ['import', 'null.csv', '--profile', 'new', '--group', 'N', '--rejects', device];
    writeFileSync(at('null.csv'), 'number\n12\n');
    expect(await run(...rejected)).toMatchObject({ code: 1, out: expect.stringContaining('1 row not taken: ') });
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
    execFileSync('mkfifo', [at('pipe')]);
    const reader = spawn('cat', [at('pipe')]);
    let read = '';
    reader.stdout.setEncoding('utf8').on('data', (piece: string) => (read += piece));
    const closed = once(reader, 'close');
    expect((await run('export', '--profile', 'old', '--out', 'pipe', '--format', 'csv')).code).toBe(0);
    await closed;
    expect(read).toContain('Ania');
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  });

  it('leave nothing where the disk is full, and name the file', async () => {
    const device = deviceIn(command.folder, 'full');
    const { code, err } = await run('export', '--profile', 'old', '--out', device);
    expect({ code, err }).toMatchObject({ code: 5, err: expect.stringContaining(`write '${device}'`) });
  });

  it('leave nothing where the account cannot be read', async () => {
    gateway.current.failNext('soap_GetNumbers', { result: 201 });
    expect((await run('export', '--profile', 'old', '--out', 'gone.csv')).code).not.toBe(0);
    expect(readdirSync(command.folder).filter((name) => name.includes('gone.csv'))).toEqual([]);
  });

  it.each([
    ['a file', () => writeFileSync(at('rows.rejects'), 'mine')],
    ['a link', () => [writeFileSync(at('linked'), 'mine'), symlinkSync('linked', at('rows.rejects'))]],
  ])('replace %s by rejects only with --force, and follow no link', async (_what, lay) => {
    for (const name of ['rows.rejects', 'rows.plan', 'rows.plan.journal']) rmSync(at(name), { force: true });
    lay();
    writeFileSync(at('rows.csv'), 'number\n500100203\n12\n');
    const args = ['import', 'rows.csv', '--profile', 'new', '--group', 'R', '--plan', 'rows.plan'];
    const rejects = [...args, '--rejects', 'rows.rejects'];
    expect(await run(...rejects)).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: --rejects is there already: rows.rejects; it is replaced only with --force\n',
    });
    expect([existsSync(at('rows.plan')), readFileSync(at('rows.rejects'), 'utf8')]).toEqual([false, 'mine']);
    expect((await run(...rejects, '--force')).code).toBe(1);
    expect(JSON.parse(readFileSync(at('rows.rejects'), 'utf8'))).toMatchObject({ line: 3 });
    expect(lstatSync(at('rows.rejects')).isFile()).toBe(true);
    if (existsSync(at('linked'))) expect(readFileSync(at('linked'), 'utf8')).toBe('mine');
    // It goes on: the rows of the run before are still in it, and counted.
    expect(await run(...rejects)).toMatchObject({ code: 1, out: expect.stringContaining('1 row not taken') });
  });

  it('remove the rejects of an import that has made no plan, so that the next one can begin', async () => {
    writeFileSync(at('again.csv'), 'group,number\nŁódź,12\nŁódź,500100209\n');
    const args = ['import', 'again.csv', '--policy', 'fail', '--profile', 'old'];
    for (let time = 0; time < 2; time++) {
      expect(await run(...args)).toMatchObject({ code: 1, out: expect.stringContaining('there is no plan') });
      expect(existsSync(at('again.csv.rejects'))).toBe(false);
    }
  });

  it.each([
    ['--out is missing', ['export', '--profile', 'old']],
    ['--semicolon is for CSV only', ['export', '--profile', 'old', '--out', 'x.jsonl', '--semicolon']],
    ['--format is missing', ['import', 'x.txt', '--profile', 'new']],
    ['--columns has the form', ['import', 'x.csv', '--profile', 'new', '--columns', 'Telefon']],
    ['the file does not exist: nowhere.csv', ['import', 'nowhere.csv', '--profile', 'new']],
  ])('end with 2 and say what is wrong: %s', async (words, args) => {
    const { code, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) });
    expect(existsSync(at('nowhere.csv.plan'))).toBe(false);
  });
});
