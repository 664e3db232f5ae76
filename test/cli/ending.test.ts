import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { commandOfTests, type Ended, GatewayOfTests, PASSWORDS, twoAccounts } from './command.js';

const command = commandOfTests();
const numbers = Array.from({ length: 60 }, (_, index) => ({ number: `485001${index + 10_000}`, name: 'Ania' }));
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: [{ name: 'Many', numbers }] }));

const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const plan = (file: string) => run('plan', '--from', 'old', '--to', 'new', '--out', file);
const copied = (): number => gateway.current.account('new')?.groups[0]?.numbers.length ?? 0;

/** Runs the command with a standard output that has no reader. */
async function withoutReader(...args: readonly string[]): Promise<Ended> {
  const running = command.start(args, PASSWORDS);
  running.child.stdout?.destroy();
  return running.ended;
}

/** Runs the command in a shell, in place of the word `COMMAND`. */
async function inShell(line: string, args: readonly string[]): Promise<Ended> {
  const [file, ...words] = ['bash', '-c', line.replace('COMMAND', '"$@"'), 'bash', process.execPath, command.program];
  const child = spawn(file ?? '', [...words, ...args], { cwd: command.folder, env: { ...process.env, ...PASSWORDS } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

describe('if the reader of the standard output is gone', () => {
  it.each([
    ['verify', '--from', 'old', '--to', 'new'],
    ['points', '--profile', 'old'],
    ['export', '--profile', 'old', '--out', '-'],
    ['sandbox'],
    ['points', '--profile', 'old', '--json'],
  ])('a command that only reads exits with 141 immediately: %s', async (...args) => {
    expect(await withoutReader(...args)).toEqual({ code: 141, out: '', err: '' });
  });

  it('apply continues to the end, and exits with its usual code', async () => {
    await plan('read.json');
    expect(await withoutReader('apply', 'read.json')).toEqual({ code: 0, out: '', err: '' });
    expect(copied()).toBe(60);
    await gateway.restart(() => twoAccounts(command, { old: [{ name: 'Many', numbers }] }));
    await plan('limits.json');
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    expect((await withoutReader('apply', 'limits.json', '--concurrency', '1')).code).toBe(4);
  });
});

describe('if the standard output is full', () => {
  it('apply continues to the end, and reports that its result is not written', async () => {
    await plan('full.json');
    const { code, err } = await inShell('COMMAND >/dev/full', ['apply', 'full.json']);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'sms-service: the result cannot be written (ENOSPC); the command may have been carried out\n',
    });
    expect(copied()).toBe(60);
  });
});

describe('a signal', () => {
  /** Makes the process send itself a signal when it listens for signals, before it loads other modules. */
  const early = (signal: string): Readonly<Record<string, string>> => {
    const file = command.write(
      `early-${signal}.mjs`,
      `process.on('newListener', (name) => name === 'SIGHUP' && setImmediate(() => process.kill(process.pid, '${signal}')));`,
    );
    return { ...PASSWORDS, NODE_OPTIONS: `--import=${file}` };
  };

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'at the start exits with 130 before the first request: %s',
    async (signal) => {
      expect(await command.run(['points', '--profile', 'old', '--json'], early(signal))).toEqual({
        code: 130,
        out: '',
        err: '{"error":"interrupted","exitCode":130}\n',
      });
      expect(gateway.current.callCount()).toBe(0);
    },
  );

  it.each([
    ['SIGINT', 'SIGHUP'],
    ['SIGTERM', 'SIGHUP'],
  ] as const)('%s, then %s: apply finishes requests in flight', async (first, second) => {
    const name = `${first}.json`;
    await plan(name);
    gateway.current.failEvery(1, 'soap_AddNumber', { delayMs: 300 });
    const running = command.start(['apply', name, '--concurrency', '2'], PASSWORDS);
    let err = '';
    running.child.stderr?.on('data', (piece: string) => (err += piece));
    await eventually(() => expect(gateway.current.callCount('soap_AddNumber')).toBeGreaterThan(1));
    running.child.kill(first);
    await eventually(() => expect(err).toContain('Finishing'));
    running.child.kill(second);
    const { code, out } = await running.ended;
    expect(code).toBe(130);
    expect(out).toContain(`Resume: sms-service apply ${name} --concurrency 2\n`);
    expect(out).toContain(`${copied() + 1} of 61 steps complete.\nInterrupted; requests in flight were finished.\n`);
  });

  it('of a closed terminal does the same, although nothing can be printed', async () => {
    await plan('closed.json');
    gateway.current.failEvery(1, 'soap_AddNumber', { delayMs: 100 });
    const running = command.start(['apply', 'closed.json', '--concurrency', '2'], PASSWORDS);
    await eventually(() => expect(gateway.current.callCount('soap_AddNumber')).toBeGreaterThan(1));
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    running.child.kill('SIGHUP');
    expect((await running.ended).code).toBe(130);
    gateway.current.clearFailures();
    // No outcome is unknown, so the run does not wait.
    expect((await run('apply', 'closed.json')).code).toBe(0);
    expect(copied()).toBe(60);
  });
});

describe('a file that has reached its maximum size', () => {
  it('ends apply with 5, is named in the error, and the same command resumes', async () => {
    await plan('limited.json');
    // 1,024 bytes.
    const { code, out, err } = await inShell('ulimit -f 1; COMMAND', ['apply', 'limited.json', '--concurrency', '1']);
    expect({ code, out, err }).toEqual({
      code: 5,
      out: '',
      err:
        `sms-service: EFBIG: file too large, write '${path.join(command.folder, 'limited.json.journal')}'\n` +
        '  Check the disk and its limits (df, ulimit -f), then run the same command again.\n',
    });
    const before = copied();
    expect(before).toBeLessThan(60);
    expect((await run('apply', 'limited.json', '--settle-ms', '1')).code).toBe(0);
    expect(copied()).toBe(60);
  });
});
