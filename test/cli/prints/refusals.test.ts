import { describe, expect, it } from 'vitest';
import { GatewayOfTests, PASSWORDS, twoAccounts } from '../command.js';
import { commandInProcess } from '../running/here.js';

const command = commandInProcess();
const bad = Array.from({ length: 60 }, (_, index) => ({ number: `48500100x${index + 100}`, name: 'x' }));
const short = Array.from({ length: 13 }, (_, index) => ({ name: String.fromCharCode(65 + index), numbers: [] }));
const old = [{ name: 'A\u009b2J\u202e', numbers: bad }, ...short];
const gateway = new GatewayOfTests(() => twoAccounts(command, { old }));
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);

describe('failed steps', () => {
  it('are printed with group, line and code, without full numbers', async () => {
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'refused.json');
    const { code, out } = await run('apply', 'refused.json', '--concurrency', '1');
    expect(code).toBe(1);
    const lines = out.split('\n');
    const where = 'in A\\u009b2J\\u202e (line 4 of the plan)';
    expect(lines[0]).toBe(`failed: …100 ${where}: gateway code 13, no correct telephone number`);
    expect(lines[50]).toBe('60 steps failed; --report lists all of them');
    expect(lines[52]).toBe('14 of 74 steps complete, 60 failed.');
    expect(out).not.toContain('48500100');
    expect(gateway.current.account('new')?.groups).toHaveLength(14);
  });
});
