import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, PASSWORDS, twoAccounts } from '../command.js';
import { commandInProcess } from '../running/here.js';

const command = commandInProcess();
const bad = Array.from({ length: 60 }, (_, index) => ({ number: `48500100x${index + 100}`, name: 'x' }));
const short = Array.from({ length: 13 }, (_, index) => ({ name: String.fromCharCode(65 + index), numbers: [] }));
const old = [{ name: 'A\u009b2J\u202e', numbers: bad }, ...short];
const gateway = new GatewayOfTests(() => twoAccounts(command, { old }));
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const at = (name: string): string => path.join(command.folder, name);

describe('warnings', () => {
  it('are shown, ten of a kind, and where the others stand', async () => {
    const { err } = await run('plan', '--from', 'old', '--to', 'new', '--out', 'warned.json');
    const lines = err.trimEnd().split('\n');
    const NAME = 'the name has fewer than 2 characters, which later gateways refuse: group';
    expect(lines[1]).toBe(`warning: ${NAME} 2 of the source (A)`);
    expect(lines.filter((line) => line.includes(NAME))).toHaveLength(10);
    expect(lines.at(-1)).toBe(
      'warning: 3 more of these kinds; all of them are in warned.json, in the lines that begin with {"warning"',
    );
    expect(readFileSync(at('warned.json'), 'utf8').match(/^\{"warning"/gm)).toHaveLength(14);
  });
});

describe('refusals', () => {
  it('are shown with group and place, and the meaning of their code, without full numbers', async () => {
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'refused.json');
    const { code, out } = await run('apply', 'refused.json', '--concurrency', '1');
    expect(code).toBe(1);
    const lines = out.split('\n');
    const where = 'in A\\u009b2J\\u202e (line 4 of the plan)';
    expect(lines[0]).toBe(`refused: …100 ${where}: gateway code 13, no correct telephone number`);
    expect(lines.slice(50, 53)).toEqual([
      'the journal has all 60 lines that were refused',
      '60 lines: gateway code 13, no correct telephone number',
      '14 of 74 steps done, 60 refused',
    ]);
    expect(out).not.toContain('48500100');
    expect(gateway.current.account('new')?.groups).toHaveLength(14);
  });

  it('of an earlier run are shown again', async () => {
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'again.json');
    await run('apply', 'again.json');
    const { out } = await run('apply', 'again.json', '--json');
    expect(JSON.parse(out)).toMatchObject({ status: 'rejects', rejected: 60, groupsMade: 0 });
    const { rejects } = JSON.parse(out) as { rejects: readonly unknown[] };
    expect(rejects).toHaveLength(50);
    expect(rejects[0]).toEqual({
      line: 4,
      group: 'A\u009b2J\u202e',
      number: '…100',
      code: 13,
      meaning: 'no correct telephone number',
    });
  });
});
