import { execFileSync, spawn } from 'node:child_process';
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

  it.each(NAMES)('of %s shows an example', async (name) => {
    const { code, out } = await command.run([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: sms-service ${name} `);
    expect(out).toMatch(new RegExp(`Examples:\n(?:.*\n)*.*sms-service ${name}`));
  });

  it('is shown for -h, too', async () => {
    const short = await command.run(['points', '-h']);
    expect(short).toEqual(await command.run(['points', '--help']));
    expect(short.out).toContain('Usage: sms-service points');
  });

  it('comes in the place of a command that is missing, with 2', async () => {
    expect(await command.run([])).toMatchObject({ code: 2, err: expect.stringContaining('Usage: sms-service') });
    expect(await command.run(['cassette'])).toMatchObject({ code: 2 });
  });
});

describe('what is not known', () => {
  it.each([
    [
      ['points', '--profil=x48500100200'],
      'points: unknown option --profil. Did you mean --profile? See: sms-service points --help',
    ],
    [['import', 'x.csv', '--journal', 'j'], 'import: unknown option --journal. See: sms-service import --help'],
    [
      ['cassette', 'show', '--jsn'],
      'cassette show: unknown option --jsn. Did you mean --json? See: sms-service cassette show --help',
    ],
    [['cassette', '--x=secret'], 'cassette: unknown option --x. See: sms-service cassette --help'],
    [['--tokn=secret', 'points'], 'unknown option --tokn. See: sms-service --help'],
    [['pionts'], 'unknown command pionts. Did you mean points? See: sms-service --help'],
    [['cassette', 'shwo'], 'cassette: unknown command shwo. Did you mean show? See: sms-service cassette --help'],
    [['balance'], 'unknown command balance. See: sms-service --help'],
    [['cassette', 'print'], 'cassette: unknown command print. See: sms-service cassette --help'],
  ])('is named with the nearest name and without a value: %j', async (args, message) => {
    expect(await command.run(args)).toEqual({ code: 2, out: '', err: `sms-service: ${message}\n` });
  });

  it.each([
    [['apply'], "sms-service: missing required argument 'plan'\n"],
    [['points', 'now'], /^sms-service: too many arguments/],
    [['plan', '--out'], "sms-service: option '--out <file>' argument missing\n"],
  ])('or too few and too many words: %j', async (args, message) => {
    const { code, err } = await command.run(args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('is told to machines as JSON', async () => {
    const { err } = await command.run(['verify', '--json']);
    expect(JSON.parse(err)).toEqual({ error: '--from is missing: the name of a profile', exitCode: 2 });
  });
});

describe('completion', () => {
  const SAYING = '--quiet --progress --log-file --json --help';
  const SELECTION = '--include --exclude --names --normalize';
  const OPTIONS = `--config --timeout-ms --max-per-second --out --policy ${SELECTION} --dry-run --force --settle-ms ${SAYING}`;

  it.each([
    [['p'], 'points plan'],
    [['cassette', ''], 'show check redact import convert merge key'],
    [['cassette', 'i'], 'import'],
    [['cassette', 'import', 'x.har', '--t'], '--to'],
    [['cassette', 'nothing', ''], ''],
    [['plan', '--from', 'old', '--to', 'new', '--'], `--from --to ${OPTIONS}`],
    // A value is wanted there: the shell completes the names of files.
    [['plan', '--out', ''], ''],
    [['completion', ''], 'bash zsh fish'],
    [['--h'], '--help'],
  ])('of %j is "%s"', async (words, expected) => {
    const { code, out } = await command.run(['completion', 'words', '--', ...words]);
    expect({ code, words: out.trim().split('\n').join(' ') }).toEqual({ code: 0, words: expected });
  });

  it('works in bash', async () => {
    const script = command.write('completion.bash', (await command.run(['completion', 'bash'])).out);
    const ask = `sms-service() { '${process.execPath}' '${command.program}' "$@"; }; source '${script}'
      COMP_WORDS=(sms-service verify --from old --h) COMP_CWORD=4; _sms_service; echo "\${COMPREPLY[*]}"`;
    expect(execFileSync('bash', ['-c', ask], { encoding: 'utf8' })).toBe('--hashed --help\n');
  });

  it('is there for zsh and fish, too', async () => {
    expect((await command.run(['completion', 'zsh'])).out).toMatch(/^#compdef sms-service\n/);
    expect((await command.run(['completion', 'fish'])).out).toContain('complete -c sms-service ');
    const { out } = await command.run(['completion', 'fish', '--json']);
    expect(JSON.parse(out)).toEqual({ script: expect.stringContaining('complete -c sms-service ') });
    expect((await command.run(['completion', 'csh'])).code).toBe(2);
  });
});

it('tells its version', async () => {
  expect((await command.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('where nothing can be printed', () => {
  /** Runs it in a shell. */
  const inShell = async (words: string): Promise<{ readonly code: number | null; readonly err: string }> => {
    const child = spawn('sh', ['-c', `exec ${process.execPath} ${command.program} ${words}`], { cwd: command.folder });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
    const [code] = await once(child, 'close');
    return { code, err };
  };

  it('because the disk is full, it says so and ends with 1', async () => {
    const { code, err } = await inShell('completion bash >/dev/full');
    const error = 'the result cannot be written (ENOSPC); what was asked for may have been done';
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
