import { describe, expect, it } from 'vitest';
import { commandOfTests, GatewayOfTests, PASSWORDS, SECRETS, twoAccounts } from '../command.js';

const command = commandOfTests();
const groups = ['A', 'B', 'C', 'D'].map((name) => ({ name, numbers: [{ number: '48500100201', name }] }));
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: groups }));
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);

const NO_PACE = 'must be a number above zero';

/** The time that the numbers of four groups take, in milliseconds: five requests. */
async function timeOf(...flags: readonly string[]): Promise<number> {
  const start = performance.now();
  expect(await run('numbers', '--profile', 'old', ...flags)).toMatchObject({ code: 0, err: '' });
  expect(gateway.current.callCount()).toBe(5);
  return performance.now() - start;
}

describe('--max-per-second', () => {
  it.each([
    ['diff', 'old', 'new'],
    ['restore', 'all.jsonl', '--to', 'old'],
  ])('holds for %s, too', async (...words) => {
    command.write('all.jsonl', (await run('export', '--profile', 'old', '--out', '-')).out);
    await gateway.current.reset();
    const start = performance.now();
    expect((await run(...words, '--max-per-second', '5')).code).toBeLessThan(2);
    // There are at least five requests to one account; each after the first waits for 200 ms.
    expect(gateway.current.callCount()).toBeGreaterThan(4);
    expect(performance.now() - start).toBeGreaterThan(750);
  });

  it('holds for all requests of a command', async () => {
    // Each of the four after the first waits for half a second.
    expect(await timeOf('--max-per-second', '2')).toBeGreaterThan(1900);
  });

  it.each(['0', '-1', '1e3', 'off', '08:00,20 22:00,200', SECRETS.old])(
    'is refused before the first request if it is not a number above zero: %s',
    async (pace) => {
      const ended = await run('plan', '--from', 'old', '--to', 'new', '--out', 'x', '--max-per-second', pace);
      expect(ended).toEqual({ code: 2, out: '', err: `sms-service: --max-per-second ${NO_PACE}\n` });
      expect(await run('groups', '--profile', 'old', '--max-per-second', pace)).toEqual(ended);
      expect(gateway.current.callCount()).toBe(0);
    },
  );
});
