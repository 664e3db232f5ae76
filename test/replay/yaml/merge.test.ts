import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, checkCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { cassetteFile } from '../cassette-folder.js';

describe.each(['har', 'yaml'])('a cassette in .%s in a git repository', (ending) => {
  const fileOf = cassetteFile(ending);
  let file = '';
  /** The clock of the cassette in seconds. */
  let second = 0;

  beforeEach(() => {
    file = fileOf();
    second = 0;
    git('init', '-q', '-b', 'main');
  });

  function git(...args: readonly string[]): string {
    const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    // Without the git settings of the user.
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', [...settings, ...args], { cwd: path.dirname(file), env, encoding: 'utf8' });
  }

  async function add(...calls: readonly ((client: SmsServiceClient) => Promise<unknown>)[]): Promise<void> {
    const groups = [{ name: 'A' }, { name: 'B' }];
    const sandbox = createSandbox({ accounts: [{ username: 'demo', password: 'demo-password', groups }] });
    const now = (): Date => new Date(Date.UTC(2026, 10, 23, 12, 0, (second += 1)));
    const transport = cassette(file, { transport: sandbox.transport(), now }, {});
    const credentials = { username: 'demo', password: 'demo-password' };
    const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
    for (const call of calls) await call(client);
    await client.close();
    await transport.close();
    git('add', '.');
    git('commit', '-qm', 'x');
  }

  const group =
    (name: string) =>
    (client: SmsServiceClient): Promise<unknown> =>
      client.addGroup({ name });
  const send =
    (message: string) =>
    (client: SmsServiceClient): Promise<unknown> =>
      client.sendSms({ to: '48500100200', message });

  /** Adds calls in two branches and merges them. @returns false after a conflict */
  async function merged(ours: ReturnType<typeof group>, theirs: ReturnType<typeof group>): Promise<boolean> {
    await add(group('first'), (client) => client.getGroups());
    git('switch', '-qc', 'theirs');
    second = 100;
    await add(theirs);
    git('switch', '-q', 'main');
    second = 200;
    await add(ours);
    try {
      git('merge', '-q', 'theirs');
      return true;
    } catch {
      return false;
    }
  }

  it('names the line of an unresolved conflict', async () => {
    expect(await merged(send('of ours'), send('of theirs'))).toBe(false);
    expect(() => cassette(file, { mode: 'replay' })).toThrow(/line \d+: contains an unresolved merge conflict/);
    expect(() => checkCassette(file)).toThrow(/line \d+: contains an unresolved merge conflict/);
  });

  // In HAR, git conflicts do not begin at calls.
  it.each(ending === 'yaml' ? ['diff3'] : [])(
    'conflicts in complete calls in the style %s, and both can be kept',
    async (style) => {
      git('config', 'merge.conflictStyle', style);
      expect(await merged(send('of ours'), send('of theirs'))).toBe(false);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/^(?:<{7}|\|{7}|={7}|>{7}).*\n/gm, ''));
      expect(checkCassette(file).checked).toBe(4);
    },
  );

  it('merges a changed value and an added call', async () => {
    await add(group('first'), (client) => client.getGroups(), send('last'));
    git('switch', '-qc', 'theirs');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('>OK<', '>Done<'));
    expect(git('diff', '--numstat')).toMatch(/^1\t1\t/);
    git('commit', '-qam', 'x');
    git('switch', '-q', 'main');
    second = 200;
    await add(send('more'));
    git('merge', '-q', 'theirs');
    expect(checkCassette(file).checked).toBe(4);
    expect(readFileSync(file, 'utf8')).toContain('>Done<');
  });
});
