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

describe('sms-service apply --dry-run', () => {
  it('does not list a step that failed in an earlier run', async () => {
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'plan.json');
    gateway.current.failNext('soap_AddNumber', { result: 13 });
    expect((await run('apply', 'plan.json', '--concurrency', '1')).code).toBe(1);
    const { code, out } = await run('apply', 'plan.json', '--dry-run');
    expect([code, out]).toEqual([1, 'Dry run: no changes.\nComplete, except for steps that the gateway refused.\n']);
  });
});
