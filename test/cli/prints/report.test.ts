import { readFileSync, statSync } from 'node:fs';
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
const text = (file: string): string => readFileSync(at(file), 'utf8');

/** The rows of a report: group, state, and the numbers added, deleted, renamed, failed and remaining. */
const rows = (file: string) =>
  (parse(text(file), { bom: true }) as readonly (readonly string[])[]).slice(1).map((row) => row.join(' ').trim());

describe('a report', () => {
  it('has a row for each group and each failed step, no formula, and is only for its owner', async () => {
    await plan('rows.json');
    await run('apply', 'rows.json', '--report', 'rows.csv');
    expect(text('rows.csv').startsWith('\ufeffrow,group,state,')).toBe(true);
    expect(statSync(at('rows.csv')).mode & 0o777).toBe(0o600);
    expect(parse(text('rows.csv'), { bom: true, columns: true })).toMatchObject([
      { row: 'group', group: `'${HOSTILE}`, state: 'added', 'numbers added': '1', 'numbers failed': '1' },
      { row: 'group', group: "'=1+1", state: 'added', 'numbers added': '1', 'numbers failed': '0' },
      { row: 'failure', group: `'${HOSTILE}`, number: "'48500100x02", line: '5', code: '13' },
    ]);
  });

  it('replaces an earlier report, but never another file', async () => {
    await plan('on.json');
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const flags = ['--concurrency', '1', '--report', 'on.csv'];
    expect((await run('apply', 'on.json', ...flags)).code).toBe(4);
    expect(rows('on.csv').map((row) => row.split(' ').slice(-6).join(' '))).toEqual([
      'added 0 0 0 0 2',
      'remaining 0 0 0 0 1',
    ]);
    expect((await run('apply', 'on.json', ...flags)).code).toBe(1);
    expect(rows('on.csv')).toHaveLength(3);
    command.write('mine.csv', 'row,mine');
    expect(await run('apply', 'on.json', '--report', 'mine.csv')).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: --report already exists and is not an earlier file of this kind: mine.csv\n',
    });
    expect(text('mine.csv')).toBe('row,mine');
  });

  it.each([
    ['report.html', 'must end with .csv'],
    ['-', 'cannot be the standard input or output. For a file with the name - write ./-'],
  ])('is refused before the first request: %s', async (file, why) => {
    await plan(`refused-${file.length}.json`);
    const before = gateway.current.callCount();
    const ended = await run('apply', `refused-${file.length}.json`, '--report', file);
    expect(ended).toEqual({ code: 2, out: '', err: `sms-service: --report ${why}\n` });
    expect(gateway.current.callCount()).toBe(before);
  });

  it('of a sync sums up its plans', async () => {
    const person = (index: number) => ({ number: `4850010020${index}`, name: `P${index}` });
    await gateway.restart(() =>
      twoAccounts(command, {
        old: [
          { name: 'AA', numbers: [person(1)] },
          { name: 'BB', numbers: [person(2), { number: '48500100x02', name: '' }] },
        ],
        new: [
          { name: 'AA', numbers: [person(1), person(3)] },
          { name: 'CC', numbers: [person(4), person(5)] },
        ],
      }),
    );
    const flags = ['--from', 'old', '--to', 'new', '--delete', '--max-delete', '3'];
    expect((await run('sync', ...flags, '--report', 'sync.csv')).code).toBe(1);
    expect(rows('sync.csv')).toEqual([
      'group AA existing 0 1 0 0 0',
      'group BB added 1 0 0 1 0',
      'group CC deleted 0 2 0 0 0',
      "failure BB failed       '48500100x02 13 no correct telephone number",
    ]);
  });
});
