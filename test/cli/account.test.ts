import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { commandOfTests, GatewayOfTests, jsonLines, PASSWORDS, twoAccounts } from './command.js';

const command = commandOfTests();
const gateway = new GatewayOfTests(() => {
  const numbers = [
    { number: '+48 500 100 201', name: 'Ania' },
    { number: '0048500100202', name: 'Błażej\u009b31m' },
  ];
  return twoAccounts(command, { old: [{ name: 'Customers', info: 'of 2026', numbers }, { name: 'Empty' }] });
});

/** Runs a line of the shell. */
async function runLine(line: string): Promise<{ readonly code: unknown; readonly err: string }> {
  const env = { PATH: process.env.PATH, HOME: command.folder, ...PASSWORDS };
  const child = spawn('sh', ['-c', line], { cwd: command.folder, env, stdio: ['ignore', 'inherit', 'pipe'] });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  const [code] = await once(child, 'close');
  return { code, err };
}

const run = (...args: readonly string[]) => command.run([...args, '--profile', 'old'], PASSWORDS);

describe('sms-service', () => {
  it('prints the points', async () => {
    expect(await run('points')).toEqual({ code: 0, out: '100 points\n', err: '' });
    expect(await run('points', '--json')).toEqual({ code: 0, out: '{"points":100}\n', err: '' });
  });

  it('prints the senders', async () => {
    expect((await run('senders')).out).toBe('Test\n');
    expect((await run('senders', '--json')).out).toBe('{"sender":"Test"}\n');
  });

  it('prints the groups', async () => {
    expect((await run('groups')).out).toBe('1\t2 numbers\tCustomers\tof 2026\n2\t0 numbers\tEmpty\t\n');
    expect(jsonLines(await run('groups', '--json'))).toEqual([
      { id: 1, name: 'Customers', info: 'of 2026', numberCount: 2 },
      { id: 2, name: 'Empty', info: '', numberCount: 0 },
    ]);
  });

  it('prints the numbers of a group, and of all groups', async () => {
    // Control characters are escaped.
    const text = '+48 500 100 201\tAnia\n0048500100202\tBłażej\\u009b31m\n';
    expect((await run('numbers', 'Customers')).out).toBe(text);
    const first = { number: '+48 500 100 201', name: 'Ania', groupId: 1 };
    const second = { number: '0048500100202', name: 'Błażej\u009b31m', groupId: 1 };
    expect(jsonLines(await run('numbers', 'Customers', '--json'))).toEqual([first, second]);
    expect((await run('numbers')).out).toBe(text.replaceAll('\n', '\tCustomers\n'));
    expect(jsonLines(await run('numbers', '--json'))).toEqual([
      { ...first, group: 'Customers' },
      { ...second, group: 'Customers' },
    ]);
  });

  it('sends, and finds what was sent in the history', async () => {
    expect(await run('send', '48500100200', '--message', 'Dzień dobry!')).toEqual({
      code: 0,
      out: 'accepted as 1001\n1 message of 1 part, 0.16 points\n',
      err: '',
    });
    const sent = await run('send', '48500100201', '48500100202', '--message', 'Hi', '--json');
    expect(jsonLines(sent)).toEqual([
      {
        messages: [
          { outcome: 'accepted', id: '1002', raw: '1002' },
          { outcome: 'accepted', id: '1003', raw: '1003' },
        ],
        count: 2,
        points: 0.32,
        dryRun: false,
      },
    ]);
    expect(await run('history', '1001', '9001', '9002')).toEqual({
      code: 1,
      out: expect.stringMatching(/^1001\t\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t48500100200\tTest\t\w+\tDzień dobry!\n$/),
      err: 'sms-service: the account has no message 9001, 9002\n',
    });
    const records = jsonLines(await run('history', '--since', '1h', '--json')) as readonly { readonly id: string }[];
    expect(records.map(({ id }) => id)).toEqual(['1001', '1002', '1003']);
  });

  it('exits with 1 if the gateway accepts only some numbers', async () => {
    expect(await run('send', '48500100200', 'abc', '--message', 'Hi')).toEqual({
      code: 1,
      out: 'accepted as 1001\n1 message of 1 part, 0.16 points\n',
      err: 'sms-service: no message for 1 of 2 numbers: invalid or repeated\n',
    });
    const { code, out } = await run('send', '48500100200', 'abc', '48500100200x', '--message', 'Hi', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ count: 1 });
  });

  it('sends nothing in a dry run', async () => {
    const { out } = await run('send', '48500100200', '--message', 'Hi', '--dry-run');
    expect(out).toContain('a dry run: nothing was sent or charged');
    expect(gateway.current.account('old')?.points).toBe(100);
    expect(gateway.current.account('old')?.messages).toEqual([]);
  });

  it('exits with 4 if the account lacks points', async () => {
    gateway.current.failNext('soap_SendSms', { result: 103 });
    const { code, out, err } = await run('send', '48500100200', '--message', 'Hi');
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toContain('gateway code 103');
    expect(err).not.toContain('48500100200');
  });

  it('prints the next action if the outcome of a send is unknown', async () => {
    gateway.current.failNext('soap_SendSms', { drop: 'after' });
    const { code, err } = await run('send', '48500100200', '--message', 'Hi');
    expect(code).toBe(5);
    expect(err).toContain('\n  The message may have been sent. Check sms-service history before you send it again.\n');
    expect(err).not.toContain('run it again');
  });

  it('does not propose to repeat a send whose result cannot be written', async () => {
    const line = `"${process.execPath}" "${command.program}" send 48500100200 --message Hi --profile old > /dev/full`;
    expect((await runLine(line)).code).toBe(1);
    expect(gateway.current.account('old')?.messages).toHaveLength(1);
  });

  it.each([
    [['history', '--since', 'yesterday'], '--since must be a time such as 2026-03-01T10:00:00Z, 30m, 12h or 7d'],
    [['send', '1', '--message', 'Hi', '--at', '2020-01-01'], '--at is in the past'],
    [['send', '1', '--message', 'Hi', '--message-file', 'x'], '--message and --message-file cannot be used together'],
    [
      ['send', '1', '--message', 'Hi', '--from', 'TwelveLetter'],
      '--from has more than 11 characters (section 8; gateway code 14)',
    ],
    [['send', '1', '2', '--idx', 'a', '--message', 'Hi'], '--idx requires a single number'],
  ])('refuses %j', async (args, message) => {
    expect(await run(...args)).toEqual({ code: 2, out: '', err: `sms-service: ${message}\n` });
  });
});
