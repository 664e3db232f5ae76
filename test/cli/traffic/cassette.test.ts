import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { jsonLines } from '../command.js';
import { CommandHere } from '../running/here.js';

const command = new CommandHere();
const textOf = (name: string): string => readFileSync(command.at(name), 'utf8');

/** Records calls that read the points. */
async function record(name: string, times = 1): Promise<string> {
  const accounts = [{ username: 'demo', password: 'demo-password', points: 100 }];
  const transport = cassette(command.at(name), { transport: createSandbox({ accounts }).transport() }, {});
  const credentials = { username: 'demo', password: 'demo-password' };
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
  for (let time = 0; time < times; time += 1) await client.checkPoints();
  await client.close();
  await transport.close();
  return command.at(name);
}

describe('cassette check', () => {
  it('prints how many responses were checked, and that there are no differences', async () => {
    const file = await record('check.har', 2);
    expect(await command.run(['cassette', 'check', file])).toEqual({
      code: 0,
      out: '2 responses checked, 0 not checked, 0 differences\n',
      err: '',
    });
  });

  it('prints differences that break programs, and exits with 1', async () => {
    const file = await record('drift.har');
    command.write('drift.har', textOf('drift.har').replace('>100</points>', '>many</points>'));
    const { code, out } = await command.run(['cassette', 'check', file]);
    expect(code).toBe(1);
    const [row = '', sum, end] = out.split('\n');
    expect(row).toMatch(/^breaking\tsoap_CheckPoints\tpoints\tis no xsd:float\t1 time\t\S/);
    expect([sum, end]).toEqual(['1 response checked, 0 not checked, 1 difference', '']);
    const json = await command.run(['cassette', 'check', file, '--json']);
    expect(json.code).toBe(1);
    expect(jsonLines(json)).toMatchObject([{ checked: 1, isBreaking: true, drift: [{ path: 'points', count: 1 }] }]);
  });
});

describe('cassette redact', () => {
  const spoil = async (name: string): Promise<string> => {
    const file = await record(name);
    command.write(name, textOf(name).replace('<description', '<!-- hunter22 --><description'));
    return file;
  };

  it('removes the values of a file with one value per line, with any line breaks', async () => {
    const file = await spoil('secrets.har');
    const secrets = command.write('secrets.txt', 'never-seen\r\n\r\nhunter22\r\n');
    expect(await command.run(['cassette', 'redact', file, '--secrets-file', secrets])).toEqual({
      code: 0,
      out: '1 of 1 recording changed\n',
      err: '',
    });
    expect(textOf('secrets.har')).not.toContain('hunter22');
  });

  it('prints with --dry-run how much would change, and writes nothing', async () => {
    const file = await spoil('dry.har');
    const before = textOf('dry.har');
    const secrets = command.write('secrets.txt', 'never-seen\nhunter22\n');
    const { out } = await command.run(['cassette', 'redact', file, '--secrets-file', secrets, '--dry-run']);
    expect(out).toBe('1 of 1 recording would change\n');
    expect(textOf('dry.har')).toBe(before);
  });

  it('replaces the data that --privacy names by pseudonyms, and refuses unknown kinds', async () => {
    const file = await record('private.har');
    const words = ['cassette', 'redact', file, '--privacy'];
    expect((await command.run([...words, 'names'])).code).toBe(2);
    vi.stubEnv('SMS_SERVICE_CASSETTE_KEY', 'W3ll-made-Key-of-32-characters-xy');
    expect((await command.run([...words, 'names'])).code).toBe(0);
    vi.unstubAllEnvs();
    expect(await command.run([...words, 'faces'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--privacy must be a list of numbers, names, texts'),
    });
  });
});

describe('cassette key', () => {
  it('creates a different key each time, which redacts cassettes', async () => {
    const { code, out } = await command.run(['cassette', 'key']);
    expect(code).toBe(0);
    const [{ key }] = jsonLines(await command.run(['cassette', 'key', '--json'])) as [{ key: string }];
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(`${key}\n`).not.toBe(out);
    vi.stubEnv('SMS_SERVICE_CASSETTE_KEY', out.trimEnd());
    const file = await record('key.har');
    expect((await command.run(['cassette', 'redact', file, '--privacy', 'numbers'])).code).toBe(0);
    vi.unstubAllEnvs();
  });
});

describe('cassette import', () => {
  it('imports the calls of a HAR file, and prints what it skips', async () => {
    await record('own.har');
    const { _cassette: _, entries, ...log } = JSON.parse(textOf('own.har')).log;
    command.write('other.har', JSON.stringify({ log: { ...log, entries: [...entries, 'no call'] } }));
    const words = ['cassette', 'import', command.at('other.har'), '--to', command.at('taken.har')];
    const { code, out } = await command.run(words);
    expect(code).toBe(0);
    const [skipped, sum, end] = out.split('\n');
    expect(skipped).toMatch(/^skipped: log\.entries\[\d+\]: content: must be an object$/);
    expect([sum, end]).toEqual([`${entries.length} call${entries.length === 1 ? '' : 's'} recorded, 1 skipped`, '']);
    expect(textOf('taken.har')).toContain('soap_CheckPoints');
    expect(jsonLines(await command.run([...words, '--json']))).toMatchObject([
      { recorded: 0, skipped: [{ place: `log.entries[${entries.length}]` }] },
    ]);
  });
});
