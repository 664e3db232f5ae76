import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandOfTests } from '../cli/command.js';

const command = commandOfTests();
/** The command that zsh runs instead of the installed one. */
let own = '';
beforeAll(() => {
  command.write('sms-service.json', { profiles: { old: {}, new: {}, 'night-shift': {} } });
  own = `sms-service() { '${process.execPath}' '${command.program}' "$@"; };`;
});

describe('completion', () => {
  it('works in fish', async () => {
    const script = command.write('completion.fish', (await command.run(['completion', 'fish'])).out);
    const line = `function sms-service; '${process.execPath}' '${command.program}' $argv; end`;
    const ask = `${line}; source '${script}'; complete -C 'sms-service points --profile n'`;
    const found = execFileSync('fish', ['-c', ask], { encoding: 'utf8', cwd: command.folder });
    expect(found.trim().split('\n').sort()).toEqual(['new', 'night-shift']);
  });

  it('works in zsh', async () => {
    const script = command.write('completion.zsh', (await command.run(['completion', 'zsh'])).out);
    // Functions of zsh that need an interactive command line are replaced by functions that print their arguments.
    const fake = 'compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print files; };';
    const ask = `${own} ${fake} source '${script}'; words=(sms-service points --profile n) CURRENT=4; _sms_service`;
    const found = execFileSync('zsh', ['-fc', ask], { encoding: 'utf8', cwd: command.folder });
    expect(found.trim().split('\n')).toEqual(['new', 'night-shift']);
  });
});
