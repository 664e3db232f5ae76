import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, PASSWORDS, twoAccounts } from '../command.js';
import { commandInProcess } from '../running/here.js';

const command = commandInProcess();
const HOSTILE = '<script>alert(1)</script>\u202e&"\'';
const numbers = [
  { number: '48500100201', name: 'Ania' },
  { number: '48500100x02', name: '' },
];
const old = [
  { name: HOSTILE, numbers },
  { name: '=1+1', numbers: numbers.slice(0, 1) },
];
const gateway = new GatewayOfTests(() => twoAccounts(command, { old }));
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const at = (name: string): string => path.join(command.folder, name);
const plan = (file: string) => run('plan', '--from', 'old', '--to', 'new', '--out', file);

describe('a report', () => {
  it('as a page shows groups and refusals, runs nothing, and is for its owner only', async () => {
    await plan('page.json');
    expect((await run('apply', 'page.json', '--report', 'page.html')).code).toBe(1);
    const page = readFileSync(at('page.html'), 'utf8');
    expect(page).toContain('<h1>apply page.json</h1>');
    expect(page).toContain('<dd dir="auto">old → new</dd>');
    expect(page).toContain('<h2>Groups: 2</h2>');
    expect(page).toContain('<h2>Refused by the gateway: 1</h2>');
    expect(page).toContain('no correct telephone number');
    expect(page).toContain('48500100x02');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\\u202e&amp;&quot;&#39;');
    expect(page).not.toMatch(/<script|https?:|\u202e| on[a-z]+=/);
    expect(statSync(at('page.html')).mode & 0o777).toBe(0o600);
  });

  it('as CSV has a row for each group and each refusal, and no formula', async () => {
    await plan('rows.json');
    await run('apply', 'rows.json', '--report', 'rows.csv');
    expect(readFileSync(at('rows.csv'), 'utf8').startsWith('\ufeffrow,')).toBe(true);
    const rows = parse(readFileSync(at('rows.csv')), { bom: true, columns: true }) as readonly Record<string, string>[];
    expect(rows).toMatchObject([
      {
        row: 'group',
        group: `'${HOSTILE}`,
        state: 'made',
        'numbers done': '1',
        'numbers refused': '1',
        'numbers left': '0',
      },
      { row: 'group', group: "'=1+1", state: 'made', 'numbers done': '1', 'numbers refused': '0' },
      {
        row: 'refusal',
        group: `'${HOSTILE}`,
        number: "'48500100x02",
        code: '13',
        meaning: 'no correct telephone number',
      },
    ]);
  });

  it('is written anew by the run that goes on, and takes the place of nothing else', async () => {
    await plan('on.json');
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const flags = ['--concurrency', '1', '--report', 'on.html'];
    expect((await run('apply', 'on.json', ...flags)).code).toBe(4);
    expect(readFileSync(at('on.html'), 'utf8')).toContain('ended: the account may not');
    expect((await run('apply', 'on.json', ...flags)).code).toBe(1);
    expect(readFileSync(at('on.html'), 'utf8')).toContain('all but what the gateway refuses is carried out');
    command.write('mine.html', '<!doctype html>mine');
    expect(await run('apply', 'on.json', '--report', 'mine.html')).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: --report is there already, and is no report: mine.html\n',
    });
    expect(readFileSync(at('mine.html'), 'utf8')).toBe('<!doctype html>mine');
  });

  it.each([
    ['report.pdf', 'is neither .html nor .csv by its name'],
    ['-', 'cannot be -: its name says which form it has (for a file of that name write ./-)'],
  ])('is refused before anything is done: %s', async (file, why) => {
    await plan(`refused-${file.length}.json`);
    const before = gateway.current.callCount();
    const ended = await run('apply', `refused-${file.length}.json`, '--report', file);
    expect(ended).toEqual({ code: 2, out: '', err: `sms-service: --report ${why}\n` });
    expect(gateway.current.callCount()).toBe(before);
  });

  it('of a run that could not begin leaves nothing behind', async () => {
    expect((await run('apply', 'nothing.json', '--report', 'none.html')).code).toBe(2);
    expect(existsSync(at('none.html'))).toBe(false);
    expect(readdirSync(command.folder).filter((name) => name.includes('none.html'))).toEqual([]);
  });

  it('is made of an import, a removal and corrections, too', async () => {
    command.write('rows-in.csv', 'group,number\nNowa,48500100301\nNowa,48500100302\n');
    await run('import', 'rows-in.csv', '--profile', 'old', '--report', 'import.csv');
    expect(readFileSync(at('import.csv'), 'utf8')).toContain('group,Nowa,,made,2,0,0');
    await gateway.restart(() => twoAccounts(command, { old: old.slice(1) }));
    await plan('gone.json');
    await run('apply', 'gone.json');
    await run('remove', 'plan', 'gone.json', '--out', 'gone-removal.json');
    await run('remove', 'apply', 'gone-removal.json', '--report', 'gone.html');
    expect(readFileSync(at('gone.html'), 'utf8')).toContain('<td dir="auto">deleted</td>');
    await run('dedupe', 'plan', '--profile', 'new', '--out', 'once.json');
    await run('dedupe', 'apply', 'once.json', '--profile', 'new', '--report', 'once.html');
    expect(readFileSync(at('once.html'), 'utf8')).toContain('<h1>dedupe apply once.json</h1>');
  });
});

describe('a report on what adds and deletes', () => {
  const cells = (file: string) =>
    (parse(readFileSync(at(file)), { bom: true, columns: true }) as readonly Record<string, string>[]).map((row) =>
      [
        row.row,
        row.group,
        row.state,
        row['numbers done'],
        row['numbers refused'],
        row['numbers left'],
        row['numbers deleted'],
        row.number,
        row.code,
        row.plan,
      ].join(' '),
    );

  it('by sync has what was added, refused and deleted, by group', async () => {
    const person = (index: number) => ({ number: `4850010020${index}`, name: `P${index}` });
    const same = { name: 'A', numbers: [person(1)] };
    await gateway.restart(() =>
      twoAccounts(command, {
        old: [same, { name: 'B', numbers: [person(2), { number: '48500100x02', name: '' }] }],
        new: [
          { name: 'A', numbers: [person(1), person(3)] },
          { name: 'C', numbers: [person(4), person(5)] },
        ],
      }),
    );
    const flags = ['--from', 'old', '--to', 'new', '--delete', '--max-delete', '3'];
    const rows = [
      'group A there 0 0 0 1   ',
      'group B made 1 1 0 0   ',
      'group C deleted 0 0 0 2   ',
      "refusal B refused     '48500100x02 13 ",
    ];
    await run('sync', ...flags, '--dry-run', '--report', 'dry.csv');
    expect(cells('dry.csv')).toEqual([
      'group A there 0 0 1 0   ',
      'group B left 0 0 2 0   ',
      'group C left 0 0 2 0   ',
    ]);
    expect((await run('sync', ...flags, '--report', 'sync.csv')).code).toBe(1);
    expect(cells('sync.csv')).toEqual(rows);
    expect((await run('sync', ...flags, '--report', 'sync.html')).code).toBe(1);
    const page = readFileSync(at('sync.html'), 'utf8');
    expect(page).toContain('<dt>refused</dt><dd dir="auto">1</dd>');
    expect(page).toContain('<th scope="col" class="n">deleted or renamed</th>');
  });

  it('by restore has both halves, with the plans that stay', async () => {
    await gateway.restart(() =>
      twoAccounts(command, { old: [{ name: 'A', numbers: [{ number: '48500100203', name: 'Ela' }] }] }),
    );
    command.write('book.jsonl', '{"kind":"number","group":"A","number":"48500100201","name":"Ania"}\n');
    await run('restore', 'book.jsonl', '--to', 'old', '--max-delete', '9', '--report', 'restore.csv');
    expect(cells('restore.csv')).toEqual(['group A there 1 0 0 1   ']);
    await run('restore', 'book.jsonl', '--to', 'old', '--report', 'again.html');
    expect(readFileSync(at('again.html'), 'utf8')).toContain('<h2>Groups: 0</h2>');
  });
});
