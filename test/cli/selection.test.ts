import { describe, expect, it } from 'vitest';
import { GatewayOfTests, jsonLines, PASSWORDS, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const GROUPS = [
  { name: 'Klienci', numbers: [{ number: '500 100 201', name: 'Ania' }] },
  { name: 'VIP\u202e', numbers: [{ number: '48500100202' }] },
  { name: 'Test', numbers: [{ number: '12', name: 'x' }] },
];

const command = commandInProcess();
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: GROUPS }));
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const BOTH = ['--from', 'old', '--to', 'new'];
const book = () =>
  gateway.current.account('new')?.groups.map(({ name, numbers }) => [name, numbers.map((entry) => entry.number)]);

describe('--include, --exclude, --normalize and --names', () => {
  it('change what a dry run of plan lists', async () => {
    const names = command.write('names.csv', 'old,new\nKlienci,Customers\n');
    const args = ['plan', ...BOTH, '--exclude', 'VIP*', '--names', names, '--normalize', '--dry-run'];
    expect(await run(...args)).toEqual({
      code: 0,
      out: [
        '+ group\tCustomers',
        '+ number\t48500100201\tAnia\tin Customers',
        '+ group\tTest',
        '+ number\t12\tx\tin Test',
        '2 groups to create, 2 numbers to add, 1 warning',
        '',
      ].join('\n'),
      err: 'warning: unsubscriptions and blacklists are not copied: the SOAP interface does not show them\n',
    });
    const lines = jsonLines(await run(...args, '--json'));
    expect(lines).toContainEqual({ addNumber: { number: '48500100201', name: 'Ania' } });
  });

  it('stand in the plan: apply and verify need none of them', async () => {
    const names = command.write('names.csv', 'old,new\nKlienci,Customers\n');
    const select = ['--include', 'K*', '--include', 'T*', '--exclude', 'Test', '--names', names];
    await run('plan', ...BOTH, ...select, '--normalize', '--out', 'part.json');
    expect((await run('apply', 'part.json')).code).toBe(0);
    expect(book()).toEqual([['Customers', ['48500100201']]]);
    expect(await run('verify', '--plan', 'part.json')).toEqual({
      code: 0,
      out: '1 group and 1 number compared: no differences\n',
      err: '',
    });
    expect(await run('verify', ...BOTH, '--include', 'K*', '--names', names)).toMatchObject({ code: 0 });
    expect(await run('verify', ...BOTH)).toMatchObject({ code: 1 });
  });

  it('select what is exported and imported', async () => {
    const { out } = await run('export', '--profile', 'old', '--include', 'Klienci', '--normalize', '--out', '-');
    const records = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(records).toMatchObject([{ name: 'Klienci' }, { group: 'Klienci', number: '48500100201', name: 'Ania' }]);
    command.write('book.csv', 'group,number\nAlpha,500100201\nB,500100202\n');
    const args = ['import', 'book.csv', '--exclude', 'B', '--normalize', '--profile', 'new'];
    expect(await run(...args, '--dry-run')).toEqual({
      code: 0,
      out: [
        '+ group\tAlpha',
        '+ number\t48500100201\t(no name)\tin Alpha',
        'Dry run: 1 group to be created, 1 number to be added.',
        'The plan: book.csv.plan',
        '',
      ].join('\n'),
      err: '',
    });
    expect((await run(...args)).code).toBe(0);
    expect(book()).toEqual([['Alpha', ['48500100201']]]);
  });

  it.each([
    [['--include', 'nothing*'], 2, 'include[0]: matches none of the 3 groups of the source'],
    [['--exclude', 'x\\'], 2, 'exclude[0]: ends with a \\'],
    [['--names', 'missing.csv'], 2, '--names does not exist: missing.csv'],
  ])('end with 2 where they are not usable: %s', async (select, code, message) => {
    const ended = await run('plan', ...BOTH, ...select, '--dry-run');
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toContain(message);
  });

  it('read names from CSV of any delimiter and order of columns', async () => {
    const names = command.write('names.csv', '\ufeffNew;Note;Old\n"Klienci; VIP";why;Klienci\n');
    const { out } = await run('plan', ...BOTH, '--include', 'Klienci', '--names', names, '--dry-run');
    expect(out).toContain('+ group\tKlienci; VIP\n');
  });

  it.each([
    ['secret-group\n', 'line 1: must have the titles old and new'],
    ['', 'line 1: must have the titles old and new'],
    ['old,new\nsecret-group\n', 'line 2: must have both names'],
    ['old,new\nsecret-group,b\nsecret-group,c\n', 'line 3: has another name for a group of an earlier line'],
    ['old,new\n"secret-group,b\n', 'line 2: has a quote that is not closed'],
  ])('refuse a file of names with the line, and show nothing of it: %j', async (text, message) => {
    const names = command.write('names.csv', text);
    const ended = await run('plan', ...BOTH, '--names', names, '--dry-run');
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(`--names cannot be read: ${message}`);
    expect(ended.err).not.toContain('secret-group');
  });
});
