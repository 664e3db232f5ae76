import { describe, expect, it } from 'vitest';
import { commandOfTests, GatewayOfTests, PASSWORDS, twoAccounts } from './command.js';

const ONE = '48500100201';
const command = commandOfTests();
const gateway = new GatewayOfTests(() =>
  twoAccounts(command, {
    old: [
      { name: 'A', numbers: [{ number: ONE, name: 'Ala' }] },
      { name: '1', numbers: [{ number: ONE, name: 'Ola' }] },
    ],
  }),
);

const run = (...args: readonly string[]) => command.run(args, PASSWORDS);

describe('sms-service numbers remove', () => {
  it('removes nothing from a group of an id where another group has it as its name', async () => {
    const [first] = gateway.current.account('old')?.groups ?? [];
    expect(first?.id).toBe(1);
    const { code, err } = await run('numbers', 'remove', '1', ONE, '--plan', 'x.json', '--profile', 'old');
    expect(code).toBe(2);
    expect(err).toContain(
      '1 is the id of a group, and the name of another: --id 1 is the one, and the other has the id 2',
    );
    expect(gateway.current.account('old')?.groups.map(({ numbers }) => numbers.length)).toEqual([1, 1]);
  });
});

describe('sms-service dedupe', () => {
  it('refuses a group that does not exist', async () => {
    const { code, err } = await run('dedupe', '--group', '99', '--out', 'y.json', '--profile', 'old');
    expect(code).toBe(1);
    expect(err).toContain('the account has no group of the name 99');
  });
});

describe('sms-service apply --dry-run', () => {
  it('does not list a step that failed in an earlier run', async () => {
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'plan.json');
    gateway.current.failNext('soap_AddNumber', { result: 13 });
    expect((await run('apply', 'plan.json', '--concurrency', '1')).code).toBe(1);
    const { code, out } = await run('apply', 'plan.json', '--dry-run');
    expect([code, out]).toEqual([1, 'Dry run: no changes.\nComplete, except for steps that the gateway refused.\n']);
  });
});
