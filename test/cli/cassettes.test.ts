import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { commandOfTests } from './command.js';

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
