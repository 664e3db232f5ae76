import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette, redactCassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { commandOfTests, jsonLines } from './command.js';

const command = commandOfTests();
const at = (name: string): string => path.join(command.folder, name);

/** Records calls, each a second after the one before. */
async function record(
  name: string,
  calls: readonly ((client: SmsServiceClient) => Promise<unknown>)[],
  begin = 0,
): Promise<void> {
  let second = begin;
  const sandbox = createSandbox({
    accounts: [{ username: 'demo', password: 'demo-password', points: 100, groups: [{ name: 'A' }] }],
  });
  const now = (): Date => new Date(Date.UTC(2026, 10, 23, 12, 0, second++));
  const transport = cassette(at(name), { transport: sandbox.transport(), now }, {});
  const credentials = { username: 'demo', password: 'demo-password' };
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
  for (const call of calls) await call(client);
  await client.close();
  await transport.close();
}

const group =
  (name: string) =>
  (client: SmsServiceClient): Promise<unknown> =>
    client.addGroup({ name });

describe('sms-service cassette convert', () => {
  it('converts a cassette to the other format and back without loss', async () => {
    await record('one.har', [group('A1'), group('A2'), (client) => client.getGroups()]);
    expect(await command.run(['cassette', 'convert', 'one.har', 'one.yaml'])).toEqual({
      code: 0,
      out: '3 recordings written\n',
      err: '',
    });
    expect(readFileSync(at('one.yaml'), 'utf8')).toContain('<name xsi:type="xsd:string">A2</name>');
    expect((await command.run(['cassette', 'convert', 'one.yaml', 'back.har'])).code).toBe(0);
    expect(readFileSync(at('back.har'), 'utf8')).toBe(readFileSync(at('one.har'), 'utf8'));
  });

  it('reports fields of other programs that are not written, and replaces no file', async () => {
    await record('single.har', [group('A1')]);
    const text = readFileSync(at('single.har'), 'utf8');
    command.write('more.har', text.replace('"cache": {}', '"cache": {}, "_of": "another program"'));
    expect((await command.run(['cassette', 'convert', 'more.har', 'more.yaml'])).out).toBe(
      '1 recording written\nnot written: fields of other programs in 1 recording\n',
    );
    const again = await command.run(['cassette', 'convert', 'more.har', 'more.yaml']);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('to: is there already') });
    const none = await command.run(['cassette', 'convert', 'none.har', 'none.yaml']);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('from: does not exist') });
    expect(existsSync(at('none.yaml'))).toBe(false);
  });
});

describe.each(['har', 'yaml'])('sms-service cassette merge, as the merge driver of git, in .%s', (ending) => {
  let round = 0;
  let name = '';

  function git(...args: readonly string[]): string {
    const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', [...settings, ...args], {
      cwd: path.dirname(at(name)),
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }

  function begin(): void {
    name = `${ending}-${(round += 1)}/calls.${ending}`;
    mkdirSync(path.dirname(at(name)));
    git('init', '-q', '-b', 'main');
    const driver = `${process.execPath} ${at('dist/js/cli.js')} cassette merge %O %A %B`;
    git('config', 'merge.cassette.driver', driver);
    command.write(`${path.dirname(name)}/.gitattributes`, '* merge=cassette\n');
  }

  function commit(): void {
    git('add', '.');
    git('commit', '-qm', 'x');
  }

  it('keeps calls that both branches have added, and a value that one branch has changed', async () => {
    begin();
    await record(name, [group('first'), (client) => client.getGroups()]);
    commit();
    git('switch', '-qc', 'theirs');
    await record(name, [group('of theirs')], 100);
    command.write(name, readFileSync(at(name), 'utf8').replace('>OK<', '>Done<'));
    commit();
    git('switch', '-q', 'main');
    await record(name, [group('of ours')], 200);
    commit();
    git('merge', '-q', 'theirs');
    expect(jsonLines(await command.run(['cassette', 'check', name, '--json']))).toMatchObject([{ checked: 4 }]);
    const text = readFileSync(at(name), 'utf8');
    for (const kept of ['first', 'of ours', 'of theirs', 'Done']) expect(text).toContain(`>${kept}<`);
  });

  it('keeps both versions of a call that both branches have changed', async () => {
    begin();
    await record(name, [group('first')]);
    commit();
    git('switch', '-qc', 'theirs');
    command.write(name, readFileSync(at(name), 'utf8').replace('>OK<', '>Theirs<'));
    commit();
    git('switch', '-q', 'main');
    command.write(name, readFileSync(at(name), 'utf8').replace('>OK<', '>Ours<'));
    commit();
    expect(() => git('merge', '-q', 'theirs')).toThrow('merge -q theirs');
    const text = readFileSync(at(name), 'utf8');
    const sides = /^<{7} ours\n([^]*)^={7}\n([^]*)^>{7} theirs\n/m.exec(text);
    const [ours = '', theirs = ''] = [sides?.[1], sides?.[2]];
    expect(ours.replace('>Ours<', '>Theirs<')).toBe(theirs);
    expect(ours).toContain('first');
    command.write(name, text.replace(/^<{7} ours\n[^]*^={7}\n/m, '').replace(/^>{7} theirs\n/m, ''));
    expect((await command.run(['cassette', 'check', name])).code).toBe(0);
  });

  it.each([
    ['has pseudonyms on one side only', 'privacy'],
    ['is spoilt on one side', 'spoilt'],
  ])('keeps both complete files in a conflict if a cassette %s', async (_what, how) => {
    begin();
    await record(name, [group('first')]);
    commit();
    git('switch', '-qc', 'theirs');
    if (how === 'spoilt') command.write(name, `\ufeff${readFileSync(at(name), 'utf8').slice(0, -9)}`);
    else await redactCassette(at(name), { privacy: { names: true, key: 'W3ll-made-Key-of-32-characters-xy' } });
    const theirs = readFileSync(at(name), 'utf8');
    commit();
    git('switch', '-q', 'main');
    await record(name, [group('of ours')], 200);
    const ours = readFileSync(at(name), 'utf8');
    commit();
    expect(() => git('merge', '-q', 'theirs')).toThrow('of git');
    expect(git('status', '--porcelain')).toContain(`UU calls.${ending}`);
    const text = readFileSync(at(name), 'utf8');
    const end = theirs.endsWith('\n') ? '' : '\n';
    expect(text).toBe(`<<<<<<< ours\n${ours}=======\n${theirs}${end}>>>>>>> theirs\n`);
    expect((await command.run(['cassette', 'check', name])).err).toContain(
      'of a merge conflict that nobody has resolved',
    );
    // As git knows the sides, too.
    git('checkout', '--theirs', `calls.${ending}`);
    expect(readFileSync(at(name), 'utf8')).toBe(theirs);
  });
});
