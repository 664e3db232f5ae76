import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, jsonLines, PASSWORDS, timeless, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();
const gateway = new GatewayOfTests(() =>
  twoAccounts(command, {
    new: [
      {
        name: 'Customers',
        numbers: [
          { number: '48500100201', name: 'Ala' },
          { number: '500 100 201', name: 'Ala' },
          { number: '48500100202', name: 'Ela' },
          { number: '48500100202', name: 'Ewa' },
        ],
      },
    ],
  }),
);

const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const at = (name: string): string => path.join(command.folder, name);
const numbers = () => gateway.current.account('new')?.groups[0]?.numbers.map(({ number, name }) => `${number} ${name}`);
const NEW = ['--profile', 'new'];

describe('sms-service dedupe', () => {
  it('plans to keep each number once, and apply carries it out', async () => {
    const planned = await run('dedupe', ...NEW, '--out', 'once.json');
    expect(planned).toEqual({
      code: 1,
      out: [
        'not copied: name\t48500100202\tEwa\tin Customers',
        '1 number to deduplicate',
        '1 number not changed (several names: --accept name keeps the first)',
        'Review the plan: once.json',
        'Apply it: sms-service apply once.json --profile new',
        '',
      ].join('\n'),
      err: '',
    });
    expect(statSync(at('once.json')).mode & 0o777).toBe(0o600);
    expect((await run('apply', 'once.json', ...NEW, '--dry-run')).out).toBe(
      '~ name\t48500100201\tAla\tin Customers\nDry run: 1 number to be deduplicated.\n',
    );
    expect(timeless(await run('apply', 'once.json', ...NEW))).toEqual({
      code: 0,
      out: [
        'This run: 1 number deduplicated, in 0 s.',
        '2 of 2 steps complete.',
        'The plan contains everything that was deleted. To add it again: sms-service import once.json --format jsonl --profile new',
        '',
      ].join('\n'),
      err: '',
    });
    expect(numbers()).toEqual(['48500100202 Ela', '48500100202 Ewa', '48500100201 Ala']);
  });

  it('deletes further names with --accept name, and prints JSON', async () => {
    const args = ['--group', 'Customers', '--accept', 'name', '--out', 'accepted.json', '--json'];
    const [name, summary] = jsonLines(await run('dedupe', ...NEW, ...args));
    expect(name).toEqual({ notCopied: { kind: 'name', group: 'Customers', number: '48500100202', name: 'Ewa' } });
    expect(summary).toMatchObject({ deleteNumbers: 2, addNumbers: 2, remaining: 0, plan: 'accepted.json' });
    const applied = await run('apply', 'accepted.json', ...NEW, '--json');
    expect(jsonLines(applied)).toMatchObject([{ status: 'done', done: 4, total: 4, changes: { numbersRenamed: 2 } }]);
    expect(numbers()).toHaveLength(2);
    expect((await run('dedupe', ...NEW, '--dry-run')).code).toBe(0);
  });
});

describe('sms-service numbers', () => {
  it('remove deletes numbers of a group, and the plan contains them', async () => {
    const args = ['numbers', 'remove', 'Customers', '500100201', '--plan', 'removed.json', ...NEW];
    expect(await run(...args)).toMatchObject({
      code: 0,
      out: expect.stringContaining('The plan contains everything that is deleted: removed.json\n'),
      err: '',
    });
    expect(numbers()).toEqual(['48500100202 Ela', '48500100202 Ewa']);
    expect(await run(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('To resume it: sms-service apply removed.json --profile new'),
    });
    expect((await run('import', 'removed.json', '--format', 'jsonl', ...NEW)).code).toBe(0);
    expect(numbers()).toContain('48500100201 Ala');
  });

  it.each([
    ['--plan is missing', ['numbers', 'remove', 'Customers', '48500100201']],
    ['Group Nobody does not exist', ['numbers', 'remove', 'Nobody', '48500100201', '--plan', 'x.json']],
    [
      ': number 2 is not in the group',
      ['numbers', 'remove', 'Customers', '48500100202', '48500100299', '--plan', 'x.json'],
    ],
  ])('creates no plan if an argument is invalid: %s', async (words, args) => {
    const { code, err } = await run(...args, ...NEW);
    expect(code).not.toBe(0);
    expect(err).toContain(words);
    expect(existsSync(at('x.json'))).toBe(false);
  });
});
