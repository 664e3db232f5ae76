import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandOfTests } from '../command.js';

const command = commandOfTests();
beforeAll(() => {
  command.write('sms-service.json', { profiles: { old: {}, new: {}, 'night-shift': {}, 'a b': {}, '$(x)': {} } });
  command.write('other.json', { profiles: { elsewhere: {} } });
  command.write('broken.json', '{');
});

describe('completion', () => {
  it.each([
    [['points', '--profile', 'n'], 'new night-shift'],
    [['p'], 'points plan'],
    [['cassette', 'import', 'x.har', '--t'], '--to'],
    [['cassette', 'nothing', ''], ''],
    [['plan', '--config', 'other.json', '--to', ''], 'elsewhere'],
    [['plan', '--config', 'broken.json', '--to', ''], ''],
    [['apply', '--if-changed', ''], 'fail skip replan'],
    [['import', '--encoding', 'windows-'], 'windows-1250 windows-1252'],
    // The shell completes files, and times have no candidates.
    [['plan', '--out', ''], ''],
    [['history', '--since', ''], ''],
  ])('of %j is "%s"', async (words, expected) => {
    const { code, out, err } = await command.run(['completion', 'words', '--', ...words]);
    expect({ code, words: out.trim().split('\n').join(' '), err }).toEqual({ code: 0, words: expected, err: '' });
  });

  it('exists for zsh and fish, too', async () => {
    expect((await command.run(['completion', 'zsh'])).out).toMatch(/^#compdef sms-service\n/);
    const { out } = await command.run(['completion', 'fish', '--json']);
    expect(JSON.parse(out)).toEqual({ script: expect.stringContaining('complete -c sms-service ') });
    expect((await command.run(['completion', 'csh'])).code).toBe(2);
  });

  /** A shell function that replaces the installed command. */
  const shellFunction = (): string => `sms-service() { '${process.execPath}' '${command.program}' "$@"; };`;

  it.each([
    ['sms-service points --profile n', 4, 'new night-shift'],
    ['sms-service apply --if-changed s', 4, 'skip'],
  ])('works in bash: %s', async (words, count, expected) => {
    const script = command.write('completion.bash', (await command.run(['completion', 'bash'])).out);
    const ask = `${shellFunction()} source '${script}'; COMP_WORDS=(${words}) COMP_CWORD=${count - 1}; _sms_service; echo "\${COMPREPLY[*]}"`;
    expect(execFileSync('bash', ['-c', ask], { encoding: 'utf8', cwd: command.folder }).trim()).toBe(expected);
  });
});
