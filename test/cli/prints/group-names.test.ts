import { describe, expect, it } from 'vitest';
import { selectGroups } from '../../../src/cli/account/group-names.js';
import { GatewayOfTests, PASSWORDS, twoAccounts } from '../command.js';
import { commandInProcess } from '../running/here.js';

const command = commandInProcess();
const group = (name: string, number: string) => ({ name, numbers: [{ number, name: 'Ala' }] });
// The second group has the id of the first one as its name.
const old = [group('First', '48500100201'), group('1', '48500100202')];
const gateway = new GatewayOfTests(() => twoAccounts(command, { old }));
const run = (...args: readonly string[]) => command.run([...args, '--profile', 'old'], PASSWORDS);
const numbers = () =>
  gateway.current.account('old')?.groups.map((group) => group.numbers.map(({ number, name }) => `${number} ${name}`));

describe('a group', () => {
  it.each([
    [['1'], '48500100202\tAla\n'],
    [['First', '--id', '1'], '48500100201\tAla\n'],
  ])('is selected by its name, and never by its id only: numbers %j', async (words, out) => {
    expect(await run('numbers', ...words)).toEqual({ code: 0, out, err: '' });
  });

  it('is selected by its id if several groups have its name', async () => {
    const groups = [1, 2, 3].map((id) => ({ id, name: id < 3 ? 'Twice' : 'Once', info: '', numberCount: 0 }));
    const client = { getGroups: async () => groups };
    const call = { signal: new AbortController().signal };
    expect(await selectGroups(client, { name: 'Twice', id: undefined }, call)).toEqual([1, 2]);
    expect(await selectGroups(client, { name: 'Twice', id: 2 }, call)).toEqual([2]);
  });

  it.each([
    [['numbers', '2'], 1, 'Group 2 does not exist in this account'],
    [['numbers', 'First', '--id', '2'], 1, 'Group First with the id 2 does not exist in this account'],
    [['numbers', 'First', '--id', 'x'], 2, '--id must be a whole number from 1'],
    [['numbers', '--id', '1'], 2, '--id requires the name of the group'],
  ])('is refused with the next action: %j', async (words, code, message) => {
    const ended = await run(...words);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err.split('\n')[0]).toContain(`sms-service: ${message}`);
    expect(numbers()).toEqual([['48500100201 Ala'], ['48500100202 Ala']]);
  });

  it('is selected in the same way by numbers remove, numbers rename and dedupe', async () => {
    expect(await run('numbers', 'remove', '1', '48500100202', '--plan', 'a')).toMatchObject({ code: 0 });
    const rename = ['numbers', 'rename', 'First', '48500100201', '--id', '1', '--name', 'Ewa', '--plan', 'b'];
    expect(await run(...rename)).toMatchObject({ code: 0 });
    expect(numbers()).toEqual([['48500100201 Ewa'], []]);
    expect(await run('dedupe', '--group', 'First', '--id', '1', '--dry-run', '--json')).toMatchObject({ code: 0 });
  });
});
