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
  it('say in a dry run of plan each change that would be made', async () => {
    const names = command.write('names.csv', 'old,new\nKlienci,Customers\n');
    const args = ['plan', ...BOTH, '--exclude', 'VIP*', '--names', names, '--normalize', '--dry-run'];
    expect(await run(...args)).toEqual({
      code: 0,
      out: [
        'renamed\tKlienci\tCustomers',
        'left out\tVIP\\u202e',
        'normalized\t500 100 201\t48500100201\tin Klienci',
        'not normalized\t12\tin Test',
        '+ group\tCustomers',
        '+ number\t48500100201\tAnia\tin Customers',
        '+ group\tTest',
        '+ number\t12\tx\tin Test',
        '2 groups to be made, 2 numbers to be added',
        '0 numbers there already',
        '2 warnings',
        '',
      ].join('\n'),
      err: 'warning: unsubscriptions and blacklists do not travel: the SOAP interface does not show them\n',
    });
    const lines = jsonLines(await run(...args, '--json'));
    expect(lines).toContainEqual({ selection: { kind: 'renamed', group: 'Klienci', as: 'Customers' } });
    expect(lines).toContainEqual({ add: { number: '48500100201', name: 'Ania' } });
  });

  it('stand in the plan: apply and verify need none of them', async () => {
    const names = command.write('names.csv', 'old,new\nKlienci,Customers\n');
    const select = ['--include', 'K*', '--include', 'T*', '--include', 'x', '--exclude', 'Test', '--names', names];
    const planned = await run('plan', ...BOTH, ...select, '--normalize', '--out', 'part.json');
    // What no group fits is said without being asked for.
    expect(planned.out.split('\n')[0]).toBe('fits no group\t--include\tx');
    expect((await run('apply', 'part.json')).code).toBe(0);
    expect(book()).toEqual([['Customers', ['48500100201']]]);
    expect(await run('verify', '--plan', 'part.json')).toEqual({
      code: 0,
      out: '1 group and 1 number compared: the same\n',
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
        'normalized\t500100201\t48500100201\tin Alpha',
        'left out\tB',
        '+ group\tAlpha',
        '+ number\t48500100201\t(no name)\tin Alpha',
        'The plan of 2 steps is in book.csv.plan: review it. The same without --dry-run carries it out.',
        '',
      ].join('\n'),
      err: '',
    });
    expect((await run(...args)).code).toBe(0);
    expect(book()).toEqual([['Alpha', ['48500100201']]]);
  });

  it.each([
    [['--include', 'nothing*'], 2, '--include: fits none of the 3 groups of the source'],
    [['--exclude', 'x\\'], 2, 'exclude[0]: ends with a \\'],
    [['--names', 'missing.csv'], 2, '--names does not exist: missing.csv'],
  ])('end with 2 where they are not usable: %s', async (select, code, message) => {
    const ended = await run('plan', ...BOTH, ...select, '--dry-run');
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toContain(message.replace('--include:', 'include:'));
  });

  it('refuse a file of names that is none, and show nothing of it', async () => {
    const names = command.write('names.csv', 'secret-group\n');
    const ended = await run('plan', ...BOTH, '--names', names, '--dry-run');
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain('--names cannot be read: line 1: has not the titles old and new');
    expect(ended.err).not.toContain('secret-group');
  });
});
