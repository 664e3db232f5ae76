import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { isStandardOutput } from '../../src/cli/running/standard-streams.js';
import { commandOfTests, GatewayOfTests, PASSWORDS, SECRETS, twoAccounts } from './command.js';

const command = commandOfTests();
const gateway = new GatewayOfTests(() => {
  const numbers = [{ number: '48500100201', name: 'Ania' }];
  return twoAccounts(command, { old: [{ name: 'Łódź', info: 'a', numbers }] });
});

const run = (args: readonly string[], input = '') => command.run(args, PASSWORDS, input);

afterEach(() => {
  const named = readdirSync(command.folder).filter((name) => name.startsWith('-'));
  if (named.length > 0) throw new Error(`there is a file called ${named.join(', ')}`);
});

const EXPORTED =
  '{"kind":"group","id":1,"name":"Łódź","info":"a"}\n' +
  '{"kind":"number","groupId":1,"group":"Łódź","number":"48500100201","name":"Ania"}\n';

describe('- as a file that is written', () => {
  it('is the standard output: export --out -', async () => {
    const out = '-';
    expect(await run(['export', '--profile', 'old', '--out', out])).toEqual({
      code: 0,
      out: EXPORTED,
      err: `1 number written: ${out}\n`,
    });
    expect(await run(['export', '--profile', 'old', '--out', out, '--json'])).toEqual({
      code: 0,
      out: EXPORTED,
      err: `{"groups":1,"numbers":1,"out":${JSON.stringify(out)}}\n`,
    });
  });

  // Not by the command: one that is wrong would put a file in its place.
  it('is /dev/stdout, too', () => {
    expect(['-', '/dev/stdout', './-', '/dev/stderr'].map(isStandardOutput)).toEqual([true, true, false, false]);
  });
});

describe('- as a file that is read is the standard input', () => {
  it('of an import, which has nothing more to do the second time', async () => {
    const args = ['import', '-', '--format', 'jsonl', '--plan', 'book.plan', '--profile', 'new', '--json'];
    const done = { status: 'done', done: 2, failed: 0, total: 2, rejectedRows: 0 };
    const first = await run(args, EXPORTED);
    expect({ code: first.code, result: JSON.parse(first.out) }).toMatchObject({ code: 0, result: done });
    expect(gateway.current.account('new')?.groups).toMatchObject([{ name: 'Łódź', numbers: [{ name: 'Ania' }] }]);
    const nothing = { ...done, done: 0, total: 0 };
    for (const input of [EXPORTED, '']) {
      const [result = ''] = (await run(args, input)).out.trim().split('\n').slice(-1);
      expect(JSON.parse(result)).toMatchObject(nothing);
    }
  });

  it.each([
    ['--message-file', '-'],
    ['--message', '-'],
  ])('of send: %s %s', async (...flags) => {
    const args = ['send', '48500100200', ...flags, '--profile', 'new'];
    expect((await run(args, 'Dzień dobry!\n')).code).toBe(0);
    expect(gateway.current.account('new')?.messages).toMatchObject([{ message: 'Dzień dobry!' }]);
  });

  it('of a password file', async () => {
    const args = ['points', '--url', gateway.current.url, '--username', 'old', '--password-file', '-'];
    expect(await run(args, `${SECRETS.old}\n`)).toEqual({ code: 0, out: '100 points\n', err: '' });
    expect(await run(args)).toMatchObject({
      code: 3,
      err: expect.stringContaining('the password file is empty: the standard input'),
    });
  });

  it('and only one of them', async () => {
    const args = ['send', '48500100200', '--message', '-', '--password-file', '-', '--username', 'old'];
    expect(await run([...args, '--url', gateway.current.url], 'x')).toMatchObject({
      code: 2,
      err: 'sms-service: --message - and --password-file - cannot both be the standard input\n',
    });
    expect(gateway.current.callCount()).toBe(0);
  });

  it('and can be ended by a signal while nothing comes', async () => {
    const child = spawn(process.execPath, [command.program, 'send', '48500100200', '--message', '-'], {
      cwd: command.folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    // It reads when it has taken what was written.
    await new Promise((resolve) => child.stdin.write('x'.repeat(3_000_000), resolve));
    child.kill('SIGTERM');
    expect(await ended).toEqual([130, null]);
  });
});

describe('- for a file that is read again', () => {
  it.each([
    ['plan --from old --to new --out -', '--out'],
    ['sync --from old --to new --folder -', '--folder'],
    ['generate --wsdl - --out x', '--wsdl'],
    ['points --config -', '--config'],
  ])('is refused: %s', async (words, name) => {
    const err = `sms-service: ${name} cannot be the standard input or output. For a file with the name - write ./-\n`;
    expect(await run(words.split(' '))).toEqual({ code: 2, out: '', err });
  });

  it('is refused in a profile, too', async () => {
    command.write('dash.json', { profiles: { a: { username: 'x', passwordFile: '-' } } });
    const { code, err } = await run(['points', '--config', 'dash.json', '--profile', 'a']);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'sms-service: dash.json:1:49: profiles.a.passwordFile cannot be the standard input. For a file with the name - write ./-\n',
    });
  });
});
