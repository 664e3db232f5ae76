import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { commandOfTests } from './command.js';

const command = commandOfTests();

const NAMES = COMMANDS.map(({ name }) => name);

describe('the help', () => {
  it('lists the commands and the exit codes', async () => {
    const { code, out, err } = await command.run(['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const name of NAMES) expect(out).toMatch(new RegExp(`^  ${name.split(' ')[0]} `, 'm'));
    expect(out).toContain('Exit codes: 0 done or the same');
  });

  it('is printed without a command, with exit code 2', async () => {
    expect(await command.run([])).toMatchObject({ code: 2, err: expect.stringContaining('Usage: sms-service') });
    expect(await command.run(['cassette'])).toMatchObject({ code: 2 });
  });
});

describe('unknown words', () => {
  it.each([
    [
      ['points', '--profil=x48500100200'],
      'points: unknown option --profil. Did you mean --profile? See: sms-service points --help',
    ],
    [['cassette', '--x=secret'], 'cassette: unknown option --x. See: sms-service cassette --help'],
    [['--tokn=secret', 'points'], 'unknown option --tokn. See: sms-service --help'],
    [['cassette', 'chekc'], 'cassette: unknown command chekc. Did you mean check? See: sms-service cassette --help'],
    [['cassette', 'print'], 'cassette: unknown command print. See: sms-service cassette --help'],
  ])('is named with the nearest name and without a value: %j', async (args, message) => {
    expect(await command.run(args)).toEqual({ code: 2, out: '', err: `sms-service: ${message}\n` });
  });

  it.each([
    [['apply'], "sms-service: apply: missing required argument 'plan'. See: sms-service apply --help\n"],
    [['plan', '--out'], "sms-service: plan: option '--out <file>' argument missing. See: sms-service plan --help\n"],
  ])('or too few and too many words: %j', async (args, message) => {
    const { code, err } = await command.run(args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('is printed as JSON', async () => {
    const { err } = await command.run(['verify', '--json']);
    expect(JSON.parse(err)).toEqual({ error: '--from is missing: the name of a profile', exitCode: 2 });
  });
});

it('prints its version', async () => {
  expect((await command.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('if nothing can be printed', () => {
  /** Runs it in a shell. */
  const inShell = async (words: string): Promise<{ readonly code: number | null; readonly err: string }> => {
    const child = spawn('sh', ['-c', `exec ${process.execPath} ${command.program} ${words}`], { cwd: command.folder });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
    const [code] = await once(child, 'close');
    return { code, err };
  };

  it('because the disk is full, it reports that and exits with 1', async () => {
    const { code, err } = await inShell('completion bash >/dev/full');
    const error = 'the result cannot be written (ENOSPC); the command may have been carried out';
    expect({ code, err }).toEqual({ code: 1, err: `sms-service: ${error}\n` });
    const json = await inShell('completion bash --json >/dev/full');
    expect(JSON.parse(json.err)).toEqual({ error, exitCode: 1 });
  });

  it('the exit code of an error is the same', async () => {
    expect((await inShell('points 2>/dev/full')).code).toBe(2);
    expect((await inShell('balance 2>/dev/full')).code).toBe(2);
    const running = command.start(['points']);
    running.child.stderr?.destroy();
    expect((await running.ended).code).toBe(2);
  });
});
