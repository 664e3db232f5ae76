import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdLock } from '../../src/files/lock/held-lock.js';
import { eventually } from '../support/eventually.js';
import {
  commandOfTests,
  type Ended,
  GatewayOfTests,
  jsonLines,
  PASSWORDS,
  SECRETS,
  timeless,
  twoAccounts,
} from './command.js';

const CUSTOMERS = [
  { number: '48500100201', name: 'Ania' },
  { number: '48500100202', name: 'Błażej' },
];

const command = commandOfTests();
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: [{ name: 'Customers', numbers: CUSTOMERS }] }));

const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const plan = (file: string, ...more: readonly string[]) =>
  run('plan', '--from', 'old', '--to', 'new', '--out', file, ...more);
const verify = (...more: readonly string[]) => run('verify', '--from', 'old', '--to', 'new', ...more);
const moved = () => gateway.current.account('new')?.groups.map(({ name, numbers }) => ({ name, numbers }));

function expectNoSecret({ out, err }: Ended): void {
  for (const secret of Object.values(SECRETS)) expect(out + err).not.toContain(secret);
}

describe('sms-service plan, apply and verify', () => {
  it('move an address book, and find no differences', async () => {
    expect(await plan('move.json')).toEqual({
      code: 0,
      out: [
        '1 group to create, 2 numbers to add, 1 warning',
        'Review the plan: move.json',
        'Apply it: sms-service apply move.json',
        '',
      ].join('\n'),
      err: 'warning: unsubscriptions and blacklists are not copied: the SOAP interface does not show them\n',
    });
    const applied = await run('apply', 'move.json', '--journal', 'move.journal', '--concurrency', '1');
    expect(timeless(applied)).toEqual({
      code: 0,
      out: [
        'This run: 1 group created, 2 numbers added, in 0 s.',
        '3 of 3 steps complete.',
        'Compare both accounts: sms-service verify --plan move.json',
        '',
      ].join('\n'),
      err: '',
    });
    expect(moved()).toEqual([{ name: 'Customers', numbers: CUSTOMERS }]);
    expect(await verify()).toEqual({ code: 0, out: '1 group and 2 numbers compared: no differences\n', err: '' });
    expect((await run('verify', '--plan', 'move.json')).code).toBe(0);
  });

  it('print the same as JSON', async () => {
    const planned = await plan('json.json', '--json');
    const text = 'unsubscriptions and blacklists are not copied: the SOAP interface does not show them';
    expect(jsonLines(planned)).toEqual([
      { warning: { kind: 'not-shown', text } },
      {
        ...{ addGroups: 1, addNumbers: 2, deleteGroups: 0, deleteNumbers: 0, renameNumbers: 0, deletedEntries: 0 },
        ...{ unchanged: 0, notCopied: 0, warnings: 1, plan: 'json.json' },
      },
    ]);
    expect(jsonLines(await run('apply', 'json.json', '--json'))).toEqual([
      {
        ...{ status: 'done', done: 3, failed: 0, skipped: 0, total: 3, extraDeleted: 0, failures: [] },
        changes: { groupsAdded: 1, groupsDeleted: 0, numbersAdded: 2, numbersDeleted: 0, numbersRenamed: 0 },
        seconds: expect.any(Number),
      },
    ]);
    expect(jsonLines(await verify('--json'))).toEqual([
      {
        groups: 1,
        numbers: 2,
        missing: 0,
        extra: 0,
        otherNames: 0,
        duplicates: 0,
        fewer: 0,
        infos: 0,
        hasSameIds: false,
        isComplete: true,
        isSame: true,
      },
    ]);
  });

  it('propose the next command with the same configuration file', async () => {
    const file = command.write('elsewhere.json', readFileSync(path.join(command.folder, 'sms-service.json'), 'utf8'));
    const { out } = await plan('config.json', '--config', file);
    expect(out).toContain(`Apply it: sms-service apply config.json --config ${file}\n`);
    const applied = await run('apply', 'config.json', '--config', file);
    expect(applied.out).toContain(`sms-service verify --plan config.json --config ${file}\n`);
  });

  it('exit with 1 for differences, and print them', async () => {
    const target = [
      { name: 'Customers', numbers: [{ number: '48500100201', name: 'Anna' }] },
      { name: 'Others', numbers: [] },
    ];
    await gateway.restart(() =>
      twoAccounts(command, { old: [{ name: 'Customers', numbers: CUSTOMERS }], new: target }),
    );
    expect(await verify()).toEqual({
      code: 1,
      out: [
        '+ group\tOthers',
        '~ name\t48500100201\tAnia\tin Customers',
        '- number\t48500100202\tBłażej\tin Customers',
        '1 group and 2 numbers compared: 1 only in old, 1 only in new, 1 with another name',
        '',
      ].join('\n'),
      err: '',
    });
  });

  it('exit with 3 when the credentials are refused, and print how to resume', async () => {
    await plan('locked.json');
    gateway.current.failNext('soap_AddGroup', { result: 101 });
    const args = ['apply', 'locked.json', '--journal', 'locked.journal', '--settle-ms', '1'];
    const ended = await run(...args);
    expect(ended.code).toBe(3);
    expect(ended.out).toContain(`The gateway refuses the credentials`);
    expect(ended.out).toContain(`Resume: sms-service ${args.join(' ')}\n`);
    expectNoSecret(ended);
    expect((await run(...args)).code).toBe(0);
  });

  it('exit with 6 while another run uses the journal', async () => {
    await plan('busy.json');
    const lock = await holdLock(path.join(command.folder, 'busy.json.journal'));
    expect(lock).not.toHaveProperty('holder');
    const { code, err } = await run('apply', 'busy.json');
    if ('release' in lock) lock.release();
    expect(code).toBe(6);
    expect(err).toMatch(`is in use by another run, process ${process.pid} on `);
  });

  it('end immediately at the second SIGINT', async () => {
    await plan('twice.json');
    gateway.current.failEvery(1, 'soap_AddNumber', { delayMs: 60_000 });
    const running = command.start(['apply', 'twice.json'], PASSWORDS);
    let err = '';
    running.child.stderr?.on('data', (piece: string) => (err += piece));
    await eventually(() => expect(gateway.current.callCount('soap_AddNumber')).toBe(2));
    running.child.kill('SIGINT');
    await eventually(() => expect(err).toContain('Finishing'));
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(existsSync(path.join(command.folder, 'twice.json.journal'))).toBe(true);
  });

  it('deletes in the source what was copied, after a review, and resumes', async () => {
    const groups = [
      { name: 'Customers', numbers: CUSTOMERS },
      { name: 'Others', numbers: CUSTOMERS },
    ];
    await gateway.restart(() => twoAccounts(command, { old: groups }));
    await plan('moved.json');
    const early = await run('remove', 'moved.json', '--out', 'removal.json');
    expect(early.code).toBe(1);
    expect(early.out.split('\n').slice(0, 2)).toEqual([
      '- group\tCustomers',
      '- number\t48500100201\tAnia\tin Customers',
    ]);
    expect(early.err).toContain(
      'sms-service: new lacks data: 6 missing, 0 names, 0 infos, 0 duplicates. Nothing is deleted\n' +
        '  To lose such data, use --accept name,info,duplicate. Compare the accounts: sms-service verify --plan moved.json',
    );
    await run('apply', 'moved.json');
    expect((await run('remove', 'moved.json')).err).toContain('--out is missing');
    const dry = await run('remove', 'moved.json', '--dry-run', '--json');
    expect(jsonLines(dry).at(-1)).toMatchObject({ deleteGroups: 2, deletedEntries: 4, plan: null });
    expect(await run('remove', 'moved.json', '--out', 'removal.json')).toEqual({
      code: 0,
      out: [
        '2 groups to delete, 4 deleted numbers in the plan',
        'Review the plan: removal.json',
        'Apply it: sms-service apply removal.json',
        '',
      ].join('\n'),
      err: '',
    });
    const first = await run('apply', 'removal.json', '--dry-run');
    expect(first.out).toBe('- group\tCustomers\n- group\tOthers\nDry run: 2 groups to be deleted.\n');
    expect(gateway.current.account('old')?.groups).toHaveLength(2);
    // The first deletion is that of the group which shows that the accounts differ.
    gateway.current.failNext('soap_DelGroup', { delayMs: 1 });
    gateway.current.failNext('soap_DelGroup', { drop: 'after' });
    const ended = await run('apply', 'removal.json', '--timeout-ms', '2000');
    expect(ended.code).toBe(5);
    expect(ended.out).toContain('Resume: sms-service apply removal.json --timeout-ms 2000\n');
    const resumed = timeless(await run('apply', 'removal.json'));
    expect(resumed.code).toBe(0);
    expect(resumed.out).toContain('2 of 2 steps complete.\n');
    expect(gateway.current.account('old')?.groups).toEqual([]);
    expect(gateway.current.account('new')?.groups).toHaveLength(2);
    const restore = ['import', 'removal.json', '--format', 'jsonl', '--profile', 'old'];
    expect(resumed.out).toContain(`To add it again: sms-service ${restore.join(' ')}\n`);
    expect((await run(...restore, '--concurrency', '1')).code).toBe(0);
    expect(gateway.current.account('old')?.groups).toMatchObject(groups);
  });

  it('refuse two profiles of one account', async () => {
    const { profiles } = JSON.parse(readFileSync(path.join(command.folder, 'sms-service.json'), 'utf8'));
    const url = profiles.old.url.replace('http://127', 'HTTP://127');
    const config = command.write('same.json', { profiles: { ...profiles, again: { ...profiles.old, url } } });
    await plan('same-plan.json');
    const sides = ['--from', 'old', '--to', 'again', '--config', config];
    for (const args of [
      ['plan', '--out', 'x.json'],
      ['verify'],
      ['apply', 'same-plan.json'],
      ['remove', 'same-plan.json', '--out', 'x.json'],
    ]) {
      const { code, err } = await run(...args, ...sides);
      expect(code).toBe(2);
      expect(err).toContain('--from and --to are the same account: old and again have the same URL and user name');
    }
  });

  it.each([
    [['plan', '--from', 'old', '--out', 'x.json'], '--to is missing: the name of a profile'],
    [['plan', '--from', 'old', '--to', 'old', '--out', 'x.json'], '--from and --to are the same profile: old'],
    [['apply', 'nothing.json'], 'plan: does not exist: '],
    [['sync', '--from', 'old', '--to', 'new', '--concurrency', 'many'], '--concurrency must be a whole number from 1'],
  ])('refuse %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toContain(`sms-service: ${message}`);
  });
});
