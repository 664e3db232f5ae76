import { describe, expect, it } from 'vitest';
import { GatewayOfTests, jsonLines, PASSWORDS, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const GROUPS = [
  { name: 'Klienci', numbers: [{ number: '500 100 201', name: 'Ania' }] },
  { name: 'VIP\u202e', numbers: [{ number: '48500100202' }] },
  { name: 'Test', numbers: [{ number: '12', name: 'x' }] },
];

const command = commandInProcess();
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const BOTH = ['--from', 'old', '--to', 'new'];

void new GatewayOfTests(() => twoAccounts(command, { old: GROUPS }));

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

  it.each([
    [['--include', 'nothing*'], 2, 'include[0]: matches none of the 3 groups of the source'],
    [['--exclude', 'x\\'], 2, 'exclude[0]: ends with \\'],
    [['--names', 'missing.csv'], 2, '--names does not exist: missing.csv'],
  ])('exit with 2 if they are invalid: %s', async (select, code, message) => {
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
    ['old,new\nsecret-group\n', 'line 2: must have both names'],
    ['old,new\nsecret-group,b\nsecret-group,c\n', 'line 3: renames a group that an earlier line renames differently'],
  ])('refuse a file of names with the line, and show nothing of it: %j', async (text, message) => {
    const names = command.write('names.csv', text);
    const ended = await run('plan', ...BOTH, '--names', names, '--dry-run');
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(`--names cannot be read: ${message}`);
    expect(ended.err).not.toContain('secret-group');
  });
});
