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
  it('move an address book, and find both sides the same', async () => {
    expect(await plan('move.json')).toEqual({
      code: 0,
      out: [
        '1 group to be made, 2 numbers to be added',
        '0 numbers there already',
        '1 warning',
        '',
        'The plan is in move.json: review it.',
        'Then: sms-service apply move.json',
        '',
      ].join('\n'),
      err: 'warning: unsubscriptions and blacklists do not travel: the SOAP interface does not show them\n',
    });
    const applied = await run('apply', 'move.json', '--journal', 'move.journal', '--concurrency', '1');
    expect(timeless(applied)).toEqual({
      code: 0,
      out: [
        '3 of 3 steps done',
        'All of the plan is carried out.',
        'Compare both sides: sms-service verify --plan move.json',
        'this run: 1 group made, 2 numbers added; 0 refused, 0 left, in 0 s',
        '',
      ].join('\n'),
      err: '',
    });
    expect(moved()).toEqual([{ name: 'Customers', numbers: CUSTOMERS }]);
    expect(await verify()).toEqual({ code: 0, out: '1 group and 2 numbers compared: the same\n', err: '' });
    expect((await run('verify', '--plan', 'move.json')).code).toBe(0);
  });

  it('say the same to machines', async () => {
    const planned = await plan('json.json', '--json');
    const text = 'unsubscriptions and blacklists do not travel: the SOAP interface does not show them';
    expect(jsonLines(planned)).toEqual([
      { warning: { kind: 'not-shown', text } },
      { create: 1, add: 2, there: 0, conflicts: 0, notMoved: 0, warnings: 1, plan: 'json.json' },
    ]);
    expect(jsonLines(await run('apply', 'json.json', '--json'))).toEqual([
      {
        ...{ status: 'done', done: 3, rejected: 0, total: 3, rejects: [] },
        ...{ groupsMade: 1, numbersAdded: 2, seconds: expect.any(Number) },
      },
    ]);
    expect(jsonLines(await verify('--json'))).toEqual([
      {
        groups: 1,
        numbers: 2,
        missing: 0,
        extra: 0,
        otherNames: 0,
        doubles: 0,
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
    expect(out).toContain(`Then: sms-service apply config.json --config ${file}\n`);
    const applied = await run('apply', 'config.json', '--config', file);
    expect(applied.out).toContain(`sms-service verify --plan config.json --config ${file}\n`);
  });

  it('change and write nothing in a dry run', async () => {
    const { code, out } = await run('plan', '--from', 'old', '--to', 'new', '--dry-run');
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        '+ group\tCustomers',
        '+ number\t48500100201\tAnia\tin Customers',
        '+ number\t48500100202\tBłażej\tin Customers',
        '1 group to be made, 2 numbers to be added',
        '0 numbers there already',
        '1 warning',
        '',
      ].join('\n'),
    });
    await plan('dry.json');
    expect((await run('apply', 'dry.json', '--dry-run')).out).toBe('The plan fits both sides; 3 steps to be done.\n');
    expect(moved()).toEqual([]);
  });

  it('end with 1 for a plan with conflicts', async () => {
    await plan('first.json');
    await run('apply', 'first.json');
    const { code, out } = await plan('conflicts.json', '--policy', 'fail');
    expect({ code, last: out.split('\n')[3] }).toEqual({
      code: 1,
      last: '1 conflict: plan anew with another --policy',
    });
    expect(await run('apply', 'conflicts.json')).toMatchObject({
      code: 1,
      out: 'The plan has conflicts: plan anew with another --policy. Nothing was done.\n',
    });
  });

  it('end with 1 and what to do when a side has changed since', async () => {
    await plan('stale.json');
    await gateway.restart(() => twoAccounts(command, { old: [{ name: 'Customers', numbers: [] }] }));
    const { code, out } = await run('apply', 'stale.json');
    expect(code).toBe(1);
    expect(out).toContain('old or new is not as it was when the plan was made');
    expect(out).toContain('Or plan anew: sms-service plan --from old --to new --out ANOTHER_FILE');
    expect(out).toContain('changed\told\tCustomers\thas other numbers\n');
    expect(out).toContain('sms-service apply stale.json --accept-changes');
    const json = await run('apply', 'stale.json', '--json');
    expect(json.out.split('\n')[0]).toBe('{"changed":{"side":"source","group":"Customers","kind":"numbers"}}');
    const accepted = await run('apply', 'stale.json', '--accept-changes');
    expect(accepted).toMatchObject({ code: 0, err: 'planned anew: 0 groups and 0 numbers, in stale.json.2\n' });
    expect(accepted.out).toContain('Compare both sides: sms-service verify --plan stale.json.2');
    expect((await run('apply', 'stale.json')).err).toContain('was planned anew: go on with --accept-changes, or carry');
  });

  it('end with 1 for what the gateway refuses, and name its lines', async () => {
    await plan('refused.json');
    gateway.current.failNext('soap_AddNumber', { result: 13 });
    const { code, out } = await run('apply', 'refused.json', '--concurrency', '1');
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 2)).toEqual([
      'refused: …201 in Customers (line 4 of the plan): gateway code 13, no correct telephone number',
      '2 of 3 steps done, 1 refused',
    ]);
  });

  it('say how many numbers are not added because their group was refused', async () => {
    const numbers = [...CUSTOMERS, { number: 'none', name: '' }];
    const old = [
      { name: 'One', numbers: CUSTOMERS },
      { name: 'Two', numbers },
    ];
    await gateway.restart(() => twoAccounts(command, { old }));
    await plan('partly.json');
    gateway.current.failNext('soap_AddGroup', { result: 4111 });
    const { code, out } = timeless(await run('apply', 'partly.json', '--concurrency', '1'));
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'refused: group One (line 3 of the plan): gateway code 4111, contacts',
        'refused: none in Two (line 9 of the plan): gateway code 13, no correct telephone number',
        '3 of 7 steps done, 2 refused',
        '2 numbers are not added, because their groups were refused.',
        'All but the refused lines is carried out: look at them in the plan.',
        'this run: 1 group made, 2 numbers added; 2 refused, 2 left, in 0 s',
        '',
      ].join('\n'),
    );
  });

  it('end with 1 for differences, and print them', async () => {
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
        '~ other name\t48500100201\tAnia\tin Customers',
        '- number\t48500100202\tBłażej\tin Customers',
        '1 group and 2 numbers compared: 1 missing, 1 only in the target, 1 under another name, 0 more than once',
        '',
      ].join('\n'),
      err: '',
    });
    const hashed = await command.run(['verify', '--from', 'old', '--to', 'new', '--hashed', '--json'], {
      ...PASSWORDS,
      SMS_SERVICE_HASH_KEY: 'a key of 16 or more',
    });
    expect(hashed.out).not.toContain('485001002');
    expect(jsonLines(hashed)[1]).toEqual({
      kind: 'other-name',
      group: 'Customers',
      number: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('take what only the target has for a difference, unless it is allowed', async () => {
    await gateway.restart(() => twoAccounts(command, { new: [{ name: 'Others' }] }));
    expect((await verify()).code).toBe(1);
    expect((await verify('--allow-extra')).code).toBe(0);
  });

  it('end with 3 as soon as the credentials are refused, and say how to go on', async () => {
    await plan('locked.json');
    gateway.current.failNext('soap_AddGroup', { result: 101 });
    const args = ['apply', 'locked.json', '--journal', 'locked.journal', '--settle-ms', '1'];
    const ended = await run(...args);
    expect(ended.code).toBe(3);
    expect(ended.out).toContain(`Mend them, then go on: sms-service ${args.join(' ')}\n`);
    expectNoSecret(ended);
    expect((await run(...args)).code).toBe(0);
  });

  it('end with 4 where the account may not', async () => {
    await plan('limits.json');
    gateway.current.failNext('soap_AddNumber', { result: 110 });
    expect((await run('apply', 'limits.json')).code).toBe(4);
  });

  it('end with 5 where the gateway is away, and with 0 when they are run again', async () => {
    await plan('away.json');
    const config = JSON.parse(readFileSync(path.join(command.folder, 'sms-service.json'), 'utf8'));
    const away = command.write('away-config.json', {
      profiles: { ...config.profiles, new: { ...config.profiles.new, url: 'http://127.0.0.1:1/soap' } },
    });
    const { code, out } = await run('apply', 'away.json', '--config', away, '--timeout-ms', '300');
    expect(code).toBe(5);
    expect(out).toContain(`Go on later: sms-service apply away.json --timeout-ms 300 --config ${away}\n`);
    expect((await run('apply', 'away.json')).code).toBe(0);
  });

  it('end with 6 for the journal of another plan', async () => {
    await plan('one.json');
    await run('apply', 'one.json', '--journal', 'one.journal');
    await plan('two.json', '--policy', 'rename');
    const ended = await run('apply', 'two.json', '--journal', 'one.journal');
    expect(ended.code).toBe(6);
    expect(ended.err).toMatch(/^sms-service: journal: belongs to another plan: /);
    const machine = await run('apply', 'two.json', '--journal', 'one.journal', '--json');
    expect(JSON.parse(machine.err)).toMatchObject({ exitCode: 6 });
  });

  it('end with 6 while another run has the journal', async () => {
    await plan('busy.json');
    const lock = await holdLock(path.join(command.folder, 'busy.json.journal'));
    expect(lock).not.toHaveProperty('holder');
    const { code, err } = await run('apply', 'busy.json');
    if ('release' in lock) lock.release();
    expect(code).toBe(6);
    expect(err).toMatch(`is in use by another run, process ${process.pid} on `);
  });

  it('bring to its end what is in flight at SIGINT, end with 130, and go on when they are run again', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => ({ number: `485001${index + 10_000}`, name: '' }));
    await gateway.restart(() => twoAccounts(command, { old: [{ name: 'Many', numbers }] }));
    await plan('many.json');
    gateway.current.failEvery(1, 'soap_AddNumber', { delayMs: 50 });
    const args = ['apply', 'many.json', '--journal', 'many.journal', '--concurrency', '2'];
    const running = command.start(args, PASSWORDS);
    await eventually(() => expect(gateway.current.callCount('soap_AddNumber')).toBeGreaterThan(4));
    running.child.kill('SIGINT');
    const { code, out, err } = await running.ended;
    expect(code).toBe(130);
    expect(err).toContain('finishing what is in flight; a second time ends at once');
    expect(out).toContain('Go on: sms-service apply many.json --journal many.journal --concurrency 2\n');
    gateway.current.clearFailures();
    const made = gateway.current.account('new')?.groups[0]?.numbers.length ?? 0;
    expect(made).toBeLessThan(60);
    expect(out).toContain(`${made + 1} of 61 steps done`);
    // Nothing is in doubt, so nothing is waited for: the default of 30 s would be longer than this test may take.
    expect((await run(...args)).code).toBe(0);
    expect(
      moved()?.[0]
        ?.numbers.map(({ number }) => number)
        .sort(),
    ).toEqual(numbers.map(({ number }) => number));
  });

  it('end at once at the second SIGINT', async () => {
    await plan('twice.json');
    gateway.current.failEvery(1, 'soap_AddNumber', { delayMs: 60_000 });
    const running = command.start(['apply', 'twice.json'], PASSWORDS);
    let err = '';
    running.child.stderr?.on('data', (piece: string) => (err += piece));
    await eventually(() => expect(gateway.current.callCount('soap_AddNumber')).toBe(2));
    running.child.kill('SIGINT');
    await eventually(() => expect(err).toContain('finishing'));
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(existsSync(path.join(command.folder, 'twice.json.journal'))).toBe(true);
  });

  it('delete at the source what was moved, in steps of their own, and go on after an interruption', async () => {
    const groups = [
      { name: 'Customers', numbers: CUSTOMERS },
      { name: 'Others', numbers: CUSTOMERS },
    ];
    await gateway.restart(() => twoAccounts(command, { old: groups }));
    await plan('moved.json');
    const early = await run('remove', 'plan', 'moved.json', '--out', 'removal.json');
    expect(early.code).toBe(1);
    expect(early.out.split('\n').slice(0, 2)).toEqual([
      '- group\tCustomers',
      '- number\t48500100201\tAnia\tin Customers',
    ]);
    expect(early.err).toContain(
      'sms-service: new has not all: 6 missing, 0 names of numbers, 0 infos, 0 numbers that stand there again; ' +
        'nothing is deleted\n  see how they differ: sms-service verify --plan moved.json; what is only in the source is given up',
    );
    await run('apply', 'moved.json');
    expect((await run('remove', 'plan', 'moved.json')).err).toContain('--out is missing');
    const dry = await run('remove', 'plan', 'moved.json', '--dry-run', '--json');
    expect(jsonLines(dry)).toEqual([{ groups: 2, numbers: 4, plan: null }]);
    expect(await run('remove', 'plan', 'moved.json', '--out', 'removal.json')).toEqual({
      code: 0,
      out: [
        '2 groups with 4 numbers to be deleted in old; new has all of it',
        '',
        'The plan is in removal.json: review it.',
        'Then: sms-service remove apply removal.json',
        '',
      ].join('\n'),
      err: '',
    });
    expect((await run('apply', 'removal.json')).err).toContain('is a plan of removal');
    const first = await run('remove', 'apply', 'removal.json', '--dry-run');
    expect(first.out).toBe('The plan fits both sides; 2 groups to be deleted.\n');
    expect(gateway.current.account('old')?.groups).toHaveLength(2);
    // The first deletion is that of the group by which the accounts are told apart.
    gateway.current.failNext('soap_DelGroup', { delayMs: 1 });
    gateway.current.failNext('soap_DelGroup', { drop: 'after' });
    const ended = await run('remove', 'apply', 'removal.json', '--timeout-ms', '2000');
    expect(ended.code).toBe(5);
    expect(ended.out).toContain('Go on later: sms-service remove apply removal.json --timeout-ms 2000\n');
    expect(timeless(await run('remove', 'apply', 'removal.json'))).toEqual({
      code: 0,
      out: '2 of 2 groups deleted in old\n0 refused, 0 left, in 0 s\n',
      err: '',
    });
    expect(gateway.current.account('old')?.groups).toEqual([]);
    expect(gateway.current.account('new')?.groups).toHaveLength(2);
  });

  it('delete no group that has changed since, and say what to do', async () => {
    await plan('kept.json');
    await run('apply', 'kept.json');
    await run('remove', 'plan', 'kept.json', '--out', 'kept-removal.json');
    const added = 'import-one.csv';
    command.write(added, 'group,number\nCustomers,48500100999\n');
    await run('import', added, '--profile', 'old');
    const { code, out } = await run('remove', 'apply', 'kept-removal.json');
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 2)).toEqual([
      'stays, because it is not as it was in old: Customers',
      '0 of 1 group deleted in old',
    ]);
    expect(gateway.current.account('old')?.groups).toHaveLength(1);
  });

  it('refuse two profiles of one account, of which nothing would be missing', async () => {
    const { profiles } = JSON.parse(readFileSync(path.join(command.folder, 'sms-service.json'), 'utf8'));
    const url = profiles.old.url.replace('http://127', 'HTTP://127');
    const config = command.write('same.json', { profiles: { ...profiles, again: { ...profiles.old, url } } });
    await plan('same-plan.json');
    const sides = ['--from', 'old', '--to', 'again', '--config', config];
    for (const args of [
      ['plan', '--out', 'x.json'],
      ['verify'],
      ['apply', 'same-plan.json'],
      ['remove', 'plan', 'same-plan.json', '--out', 'x.json'],
    ]) {
      const { code, err } = await run(...args, ...sides);
      expect(code).toBe(2);
      expect(err).toContain('--from and --to are the same account: old and again have one address and user name');
    }
  });

  it.each([
    [['plan', '--from', 'old', '--out', 'x.json'], '--to is missing: the name of a profile'],
    [['plan', '--from', 'old', '--to', 'new'], '--out is missing'],
    [['plan', '--from', 'old', '--to', 'old', '--out', 'x.json'], '--from and --to are the same profile: old'],
    [
      ['plan', '--from', 'old', '--to', 'new', '--out', 'x.json', '--policy', 'all'],
      '--policy is none of merge, skip, rename, fail',
    ],
    [['apply', 'nothing.json'], 'plan: does not exist: '],
    [['remove', 'plan', 'nothing.json', '--out', 'x.json'], 'plan: does not exist: '],
    [['remove', 'apply', 'nothing.json'], 'plan: does not exist: '],
    [['apply', 'x.json', '--concurrency', 'many'], '--concurrency is not a whole number from 1'],
  ])('refuse %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toContain(`sms-service: ${message}`);
  });
});
