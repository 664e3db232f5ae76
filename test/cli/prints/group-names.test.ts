import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, PASSWORDS, twoAccounts } from '../command.js';
import { commandInProcess } from '../running/here.js';

const command = commandInProcess();
const of = (name: string, number: string) => ({ name, numbers: [{ number, name }] });
// The second group has the id of the first for its name, the third a name of digits that is no id.
const old = [of('First', '48500100201'), of('1', '48500100202'), of('2024', '48500100203')];
const gateway = new GatewayOfTests(() => twoAccounts(command, { old }));
const run = (...args: readonly string[]) => command.run([...args, '--profile', 'old'], PASSWORDS);

describe('a group', () => {
  it.each([
    [['--id', '1'], '48500100201\tFirst\n'],
    [['--name', '1'], '48500100202\t1\n'],
    [['2024'], '48500100203\t2024\n'],
    [['--name', '2024'], '48500100203\t2024\n'],
    [['--name', 'First'], '48500100201\tFirst\n'],
  ])('is found by its id or its name: numbers %j', async (words, out) => {
    expect(await run('numbers', ...words)).toEqual({ code: 0, out, err: '' });
  });

  it.each([
    [
      ['numbers', '1'],
      2,
      '1 is the id of one group and the name of another. Use --id 1 for the first and --id 2 for the second',
    ],
    [['numbers', '--id', '2024'], 1, 'Group 2024 does not exist in this account'],
    [['numbers', '--name', '3'], 1, 'Group 3 does not exist in this account'],
    [['numbers', '--id', 'First'], 2, '--id must be a whole number'],
    [['numbers', 'First', '--id', '1'], 2, '--id and a group cannot be used together'],
    [['dedupe', '--group', '1', '--name', '1', '--out', 'x'], 2, '--name and --group cannot be used together'],
  ])('is selected unambiguously, or the error names the options to use: %j', async (words, code, message) => {
    const ended = await run(...words);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err.split('\n')[0]).toBe(`sms-service: ${message}`);
  });

  it('is selected in the same way by numbers remove, numbers rename and dedupe', async () => {
    expect((await run('numbers', 'remove', '--name', '1', '48500100202', '--plan', 'a.json')).code).toBe(0);
    expect((await run('numbers', 'rename', '--id', '1', '48500100201', '--name', 'Ala', '--plan', 'b.json')).code).toBe(
      0,
    );
    expect((await run('dedupe', '--name', '2024', '--out', 'c.json')).code).toBe(0);
    expect(gateway.current.account('old')?.groups.map(({ numbers }) => numbers.map(({ name }) => name))).toEqual([
      ['Ala'],
      [],
      ['2024'],
    ]);
    expect(readFileSync(path.join(command.folder, 'c.json'), 'utf8')).toContain('"purpose":"dedupe"');
  });

  it.each([
    [['remove', '--id', '1'], "missing required argument 'group'"],
    [['remove', 'First'], 'the numbers to delete are missing'],
    [['rename', 'First', '--name', 'x'], 'one number is required, after its group'],
    [['rename', 'First', '48500100201', '--id', '1', '--name', 'x'], 'one number is required, after its group'],
  ])('and its numbers are required: numbers %j', async (words, message) => {
    const ended = await run('numbers', ...words, '--plan', 'none.json');
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(message);
    expect(gateway.current.callCount()).toBe(0);
  });
});
