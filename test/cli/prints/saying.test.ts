import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.js';
import { GatewayOfTests, jsonLines, PASSWORDS, twoAccounts } from '../command.js';
import { commandInProcess } from '../running/here.js';

const command = commandInProcess();
const numbers = [
  { number: '48500100201', name: 'Ania' },
  { number: '48500100x02', name: 'Zła' },
];
const old = [
  { name: 'Good', numbers: numbers.slice(0, 1) },
  { name: 'Bad', numbers },
];
const gateway = new GatewayOfTests(() => twoAccounts(command, { old }));
const run = (...args: readonly string[]) => command.run(args, PASSWORDS);
const at = (name: string): string => path.join(command.folder, name);

describe('--quiet', () => {
  it('says nothing where all is well', async () => {
    await gateway.restart(() => twoAccounts(command, { old: old.slice(0, 1) }));
    const nothing = { code: 0, out: '', err: '' };
    expect(await run('plan', '--from', 'old', '--to', 'new', '--out', 'quiet.json', '--quiet')).toEqual(nothing);
    expect(await run('apply', 'quiet.json', '--quiet')).toEqual(nothing);
    expect(await run('verify', '--plan', 'quiet.json', '--quiet')).toEqual(nothing);
    expect(await run('export', '--profile', 'old', '--out', 'quiet.csv', '--quiet')).toEqual(nothing);
    expect(await run('remove', 'plan', 'quiet.json', '--out', 'quiet-removal.json', '--quiet')).toEqual(nothing);
    expect(await run('remove', 'apply', 'quiet-removal.json', '--quiet')).toEqual(nothing);
    expect(gateway.current.account('old')?.groups).toEqual([]);
  });

  it('says what is not well, and what was asked for', async () => {
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'not-well.json', '--quiet');
    const applied = await run('apply', 'not-well.json', '--quiet');
    expect(applied).toMatchObject({ code: 1, out: expect.stringContaining('refused: …002 in Bad'), err: '' });
    expect((await run('verify', '--from', 'old', '--to', 'new', '--quiet')).out).toContain('48500100x02');
    expect((await run('groups', '--profile', 'old', '--quiet')).out).toContain('Good');
    expect(jsonLines(await run('plan', '--from', 'old', '--to', 'new', '--dry-run', '--quiet', '--json'))).not.toEqual(
      [],
    );
    expect(await run('apply', 'nothing.json', '--quiet')).toMatchObject({ code: 2, err: expect.stringMatching(/./) });
  });
});

describe('--progress', () => {
  it('as JSON is all that stands on the standard error', async () => {
    const { err: planned } = await run(
      'plan',
      '--from',
      'old',
      '--to',
      'new',
      '--out',
      'json.json',
      '--progress',
      'json',
    );
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
    expect(lines(planned)).toContainEqual({ note: expect.stringContaining('warning: unsubscriptions') });
    const { out, err } = await run('apply', 'json.json', '--progress=json');
    expect(out).toContain('of 5 steps done');
    expect(lines(err).at(-1)).toEqual({
      progress: 'done',
      done: 5,
      total: 5,
      perSecond: expect.any(Number),
      secondsLeft: 0,
      seconds: expect.any(Number),
    });
    const failed = await run('apply', 'nothing.json', '--progress', 'json');
    expect(lines(failed.err)).toEqual([{ error: expect.any(String), exitCode: 2 }]);
  });

  it.each([
    [['points'], 'answer'],
    [['senders'], 'answer'],
    [['send', '48500100201', '--message', 'a', '--dry-run'], 'answer'],
    [['cancel', '1'], 'messages deleted'],
    [['doctor'], 'findings'],
    [['groups'], 'groups read'],
    [['history'], 'messages read'],
  ] as const)('is told by every command that waits for a gateway: %s', async (words, noun) => {
    const { err } = await run(...words, '--profile', 'old', '--progress', 'json');
    expect(err).toContain(`{"progress":"${noun}","done":`);
    const quiet = await run(...words, '--profile', 'old', '--quiet');
    expect(quiet.err).not.toContain('waiting');
  });

  it('is none of other words', async () => {
    expect(await run('groups', '--profile', 'old', '--progress', 'bar')).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: --progress is none of lines, json, none\n',
    });
  });
});

describe('--log-file', () => {
  it('gets what is said, and what was done, with the time, for its owner only, and without full numbers', async () => {
    const flags = ['--log-file', 'all.log'];
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'logged.json', ...flags, '--quiet');
    await run('apply', 'logged.json', ...flags, '--quiet');
    await run('numbers', 'remove', 'Good', '48500100201', '--plan', 'gone.json', '--profile', 'old', ...flags);
    await run('apply', 'nothing.json', ...flags);
    const log = readFileSync(at('all.log'), 'utf8');
    const lines = log.trimEnd().split('\n');
    const LINE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \d+ ([a-z ]+): /;
    for (const line of lines) expect(line).toMatch(LINE);
    const said = lines.map((line) => line.replace(LINE, '$1: '));
    expect(said[0]).toBe('plan: begins');
    expect(said[1]).toMatch(/^plan: warning: unsubscriptions/);
    expect(said).toContain('plan: ends with 0');
    expect(said).toContain('apply: 4 of 5 steps done, 1 refused');
    expect(said).toContain('apply: ends with 1');
    expect(said).toContain('numbers remove: 1 of 1 number corrected');
    expect(said.at(-1)).toBe('apply: ends with 2');
    expect(log).not.toMatch(/48500100|secret/);
    expect(statSync(at('all.log')).mode & 0o777).toBe(0o600);
  });

  it('gets what comes from outside written out', async () => {
    const name = 'a\u009b2J\u202e';
    await gateway.restart(() => twoAccounts(command, { old: [{ name: 'x'.repeat(33) + name }] }));
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'hostile.json', '--log-file', 'hostile.log');
    const log = readFileSync(at('hostile.log'), 'utf8');
    expect(log).toContain('xa\\u009b2J\\u202e)');
    expect(log).not.toMatch(/[\u0080-\u009f\u202e]/);
  });

  it.each([
    ['-', 'cannot be -: what it gets is on the standard error already (for a file of that name write ./-)'],
    ['linked.log', 'is a link: linked.log'],
    ['folder.log', 'cannot be added to (EISDIR): folder.log'],
    ['none/x.log', 'cannot be added to (ENOENT): none/x.log'],
  ])('is refused before anything is done: %s', async (file, why) => {
    if (file === 'linked.log') symlinkSync('all.log', at(file));
    if (file === 'folder.log') mkdirSync(at(file));
    expect(await run('groups', '--profile', 'old', '--log-file', file)).toEqual({
      code: 2,
      out: '',
      err: `sms-service: --log-file ${why}\n`,
    });
    expect(gateway.current.callCount()).toBe(0);
  });

  it('that can take no more ends nothing', async () => {
    const { code, err } = await run('groups', '--profile', 'old', '--log-file', '/dev/full');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

it('they are options of every command', async () => {
  for (const { name } of COMMANDS) {
    const { out } = await command.run([...name.split(' '), '--help']);
    for (const flag of ['--quiet', '--progress <form>', '--log-file <file>', '--json']) expect(out).toContain(flag);
  }
}, 120_000);
