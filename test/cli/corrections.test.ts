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
const left = () => gateway.current.account('new')?.groups[0]?.numbers.map(({ number, name }) => `${number} ${name}`);
const NEW = ['--profile', 'new'];

describe('sms-service dedupe', () => {
  it('plans, shows which names keep numbers as they are, and leaves the others once', async () => {
    const planned = await run('dedupe', 'plan', ...NEW, '--out', 'once.json');
    expect(planned).toEqual({
      code: 1,
      out: [
        'further name\t48500100202\tEwa\tin Customers',
        '1 number with 2 entries to be left once each',
        '1 number with several names stays as it is: --accept name',
        '',
        'The plan is in once.json: review it.',
        'Then: sms-service dedupe apply --profile new once.json',
        '',
      ].join('\n'),
      err: '',
    });
    expect(statSync(at('once.json')).mode & 0o777).toBe(0o600);
    expect((await run('dedupe', 'apply', ...NEW, 'once.json', '--dry-run')).out).toBe(
      '1 number to be corrected; nothing is changed yet\n',
    );
    expect(timeless(await run('dedupe', 'apply', ...NEW, 'once.json'))).toEqual({
      code: 0,
      out: '1 of 1 number corrected\nAll that was there before is in the plan, which can be imported.\n0 refused, 0 left, in 0 s\n',
      err: '',
    });
    expect(left()).toEqual(['48500100202 Ela', '48500100202 Ewa', '48500100201 Ala']);
  });

  it('gives further names up where it is told so, and tells machines the same', async () => {
    const args = ['--group', 'Customers', '--accept', 'name', '--out', 'accepted.json', '--json'];
    expect(jsonLines(await run('dedupe', 'plan', ...NEW, ...args))).toEqual([
      { name: { kind: 'name', group: 'Customers', number: '48500100202', name: 'Ewa' } },
      { groups: 1, entries: 4, corrections: 2, left: 0, plan: 'accepted.json' },
    ]);
    const applied = await run('dedupe', 'apply', ...NEW, 'accepted.json', '--json');
    expect(jsonLines(applied)).toEqual([
      { status: 'done', done: 2, rejected: 0, total: 2, kept: [], rejects: [], seconds: expect.any(Number) },
    ]);
    expect(left()).toHaveLength(2);
    expect((await run('dedupe', 'plan', ...NEW, '--dry-run')).code).toBe(0);
  });

  it('says how to go on where it has ended, and what stays because it has changed', async () => {
    await run('dedupe', 'plan', ...NEW, '--out', 'on.json');
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const ended = await run('dedupe', 'apply', ...NEW, 'on.json', '--settle-ms', '1');
    expect(ended.code).toBe(4);
    expect(ended.out).toContain('go on: sms-service dedupe apply on.json --settle-ms 1 --profile new\n');
    expect((await run('dedupe', 'apply', ...NEW, 'on.json', '--settle-ms', '1')).code).toBe(0);
  });
});

describe('sms-service numbers', () => {
  it('remove takes numbers out of a group, and keeps what they had', async () => {
    const args = ['numbers', 'remove', 'Customers', '500100201', '--plan', 'removed.json', ...NEW];
    expect(await run(...args)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 of 1 number corrected'),
      err: 'what is there before is in removed.json\n',
    });
    expect(left()).toEqual(['48500100202 Ela', '48500100202 Ewa']);
    expect(await run(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('to go on with it: sms-service dedupe apply removed.json --profile new'),
    });
    expect((await run('import', 'removed.json', '--format', 'jsonl', ...NEW)).code).toBe(0);
    expect(left()).toContain('48500100201 Ala');
  });

  it('rename gives a number another name', async () => {
    const args = ['numbers', 'rename', 'Customers', '48500100202', '--name', 'Eliza', '--plan', 'renamed.json', ...NEW];
    expect((await run(...args)).code).toBe(0);
    expect(left()).toEqual(['48500100201 Ala', '500 100 201 Ala', '48500100202 Eliza']);
  });

  it('still lists them, also those of a group by its name', async () => {
    expect((await run('numbers', 'Customers', ...NEW)).out.split('\n')[0]).toBe('48500100201\tAla');
    expect((await run('numbers', ...NEW)).out.split('\n')[0]).toBe('48500100201\tAla\tCustomers');
    expect((await run('numbers', '--help')).out).toContain('rename');
  });

  it.each([
    ['--plan is missing', ['numbers', 'remove', 'Customers', '48500100201']],
    ['--name is missing', ['numbers', 'rename', 'Customers', '48500100201', '--plan', 'x.json']],
    ['no group of the name Nobody', ['numbers', 'remove', 'Nobody', '48500100201', '--plan', 'x.json']],
    [
      ': number 2 is not in the group',
      ['numbers', 'remove', 'Customers', '48500100202', '48500100299', '--plan', 'x.json'],
    ],
  ])('ends without a plan, and says what is wrong: %s', async (words, args) => {
    const { code, err } = await run(...args, ...NEW);
    expect(code).not.toBe(0);
    expect(err).toContain(words);
    expect(existsSync(at('x.json'))).toBe(false);
  });
});
