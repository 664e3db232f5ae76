import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, redactCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const url = 'http://gateway.test/';
const sms = { to: '48500100200', message: 'Hello' };
describe.each(['har', 'yaml'])('a cassette in .%s', (ending) => {
  const fileOf = cassetteFile(ending);
  let file = '';
  let sends = 0;

  beforeEach(() => {
    file = fileOf();
    sends = 0;
  });

  /** A gateway that calls `meanwhile` before it responds. */
  function gateway(meanwhile: () => void = () => undefined): Transport {
    const sandbox = createSandbox().transport();
    return {
      send: async (request) => {
        sends += 1;
        const response = await sandbox.send(request);
        meanwhile();
        return response;
      },
    };
  }

  function recorder(transport: Transport = gateway()): SmsServiceClient {
    return new SmsServiceClient({ url, credentials, transport: cassette(file, { transport }, {}) });
  }

  /** The names of all recorded groups. */
  async function namesIn(): Promise<readonly string[]> {
    await cassette(file, { transport: gateway() }, {}).close();
    return Array.from(readFileSync(file, 'utf8').matchAll(/<name[^>]*>([^<]*)<\/name>/g), ([, name]) => name ?? '');
  }

  describe('a call that was sent but cannot be recorded', () => {
    it.each([
      ['because the file was replaced by a folder', () => mkdirSync(file)],
      ['because the file was overwritten', () => writeFileSync(file, 'no cassette')],
    ])('has an unknown outcome and is not retried: %s', async (_why, spoil) => {
      const error = await rejection(recorder(gateway(spoil)).sendSms(sms));
      expect(error).toMatchObject({ code: 'CONNECTION', outcome: 'unknown', operation: 'soap_SendSms' });
      expect(error).toMatchObject({ message: expect.stringContaining('could not be recorded: ') });
      expect(sends).toBe(1);
    });
  });

  it.each([new Date('never'), 5])('an invalid clock is rejected before anything is sent: %s', async (time) => {
    const transport = cassette(file, { transport: gateway(), now: () => time as Date }, {});
    const client = new SmsServiceClient({ url, credentials, transport });
    expect(await rejection(client.sendSms(sms))).toMatchObject({ name: 'ValidationError', path: 'now' });
    expect(sends).toBe(0);
  });

  it('the error for another kind of file quotes nothing of it', () => {
    writeFileSync(file, 'hush-hush is the password');
    let error: unknown;
    try {
      cassette(file, { mode: 'replay' }, {});
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining(ending === 'har' ? 'is not JSON' : 'must be an object'),
    });
    expect(inspect(error, { depth: 9 })).not.toContain('hush');
  });

  it('a partial temporary file of a killed process is overwritten and removed', async () => {
    await recorder().addGroup({ name: 'one' });
    const before = readdirSync(path.dirname(file));
    writeFileSync(`${file}.tmp`, '{ "log": {');
    await recorder().addGroup({ name: 'two' });
    expect(readdirSync(path.dirname(file))).toEqual(before);
  });

  it('the file is also removed if the next recording process makes no call', async () => {
    await recorder().addGroup({ name: 'one' });
    const before = readdirSync(path.dirname(file));
    writeFileSync(`${file}.tmp`, '{ "log": {');
    await cassette(file, { transport: gateway() }, {}).close();
    expect(readdirSync(path.dirname(file))).toEqual(before);
  });

  it('close() does not fail if the file cannot be removed', async () => {
    await recorder().addGroup({ name: 'one' });
    mkdirSync(`${file}.tmp`);
    await cassette(file, { transport: gateway() }, {}).close();
    expect(await namesIn()).toEqual(['one']);
  });

  describe('the file mode of a cassette', () => {
    const modeOf = (name: string): number => statSync(name).mode & 0o777;
    const notes = (): string => path.join(path.dirname(file), 'notes');

    it('permits only its owner by default', async () => {
      await recorder().addGroup({ name: 'A' });
      expect(modeOf(file)).toBe(0o600);
    });

    it.each([0o644, 0o666, 0o640])('is preserved: %o', async (mode) => {
      await recorder().addGroup({ name: 'A' });
      chmodSync(file, mode);
      await recorder().addGroup({ name: 'B' });
      expect(modeOf(file)).toBe(mode);
      await redactCassette(file);
      expect(modeOf(file)).toBe(mode);
    });

    it('a link at the path of the temporary file is not followed', async () => {
      writeFileSync(notes(), 'mine');
      symlinkSync(notes(), `${file}.tmp`);
      await recorder().addGroup({ name: 'A' });
      expect(readFileSync(notes(), 'utf8')).toBe('mine');
    });
  });
});
