import { describe, expect, it } from 'vitest';
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

describe('--quiet', () => {
  it('prints nothing on success', async () => {
    await gateway.restart(() => twoAccounts(command, { old: old.slice(0, 1) }));
    const nothing = { code: 0, out: '', err: '' };
    expect(await run('plan', '--from', 'old', '--to', 'new', '--out', 'quiet.json', '--quiet')).toEqual(nothing);
    expect(await run('apply', 'quiet.json', '--quiet')).toEqual(nothing);
    expect(await run('verify', '--plan', 'quiet.json', '--quiet')).toEqual(nothing);
    expect(await run('export', '--profile', 'old', '--out', 'quiet.csv', '--quiet')).toEqual(nothing);
    expect(await run('remove', 'quiet.json', '--out', 'quiet-removal.json', '--quiet')).toEqual(nothing);
    expect(await run('apply', 'quiet-removal.json', '--quiet')).toEqual(nothing);
    expect(gateway.current.account('old')?.groups).toEqual([]);
  });

  it('prints problems and requested results', async () => {
    await run('plan', '--from', 'old', '--to', 'new', '--out', 'not-well.json', '--quiet');
    const applied = await run('apply', 'not-well.json', '--quiet');
    expect(applied).toMatchObject({ code: 1, out: expect.stringContaining('failed: …002 in Bad'), err: '' });
    expect((await run('verify', '--from', 'old', '--to', 'new', '--quiet')).out).toContain('48500100x02');
    expect((await run('groups', '--profile', 'old', '--quiet')).out).toContain('Good');
    expect(jsonLines(await run('plan', '--from', 'old', '--to', 'new', '--dry-run', '--quiet', '--json'))).not.toEqual(
      [],
    );
    expect(await run('apply', 'nothing.json', '--quiet')).toMatchObject({ code: 2, err: expect.stringMatching(/./) });
  });
});

describe('--progress', () => {
  it('as JSON is the only output on the standard error', async () => {
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
    expect(out).toContain('of 5 steps complete');
    expect(lines(err).at(-1)).toEqual({
      progress: 'steps',
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
    [['send', '48500100201', '--message', 'a', '--dry-run'], 'answer'],
    [['groups'], 'groups read'],
  ] as const)('is reported by every command that waits for a gateway: %s', async (words, noun) => {
    const { err } = await run(...words, '--profile', 'old', '--progress', 'json');
    expect(err).toContain(`{"progress":"${noun}","done":`);
    const quiet = await run(...words, '--profile', 'old', '--quiet');
    expect(quiet.err).not.toContain('waiting');
  });
});
