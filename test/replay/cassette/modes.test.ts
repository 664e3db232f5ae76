import { existsSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type Cassette, type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'alice-account', password: 'sesame-9-open' };
const url = 'https://gateway.test/soap';
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const gateway = (points = 50): Transport => createSandbox({ accounts: [{ ...credentials, points }] }).transport();

function open(
  options: CassetteOptions = {},
  environment: Readonly<Record<string, string>> = {},
): { readonly tape: Cassette; readonly client: SmsServiceClient } {
  const tape = cassette(file, { transport: gateway(), ...options }, environment);
  return { tape, client: new SmsServiceClient({ url, credentials, transport: tape, retry: false }) };
}

async function record(
  act: (client: SmsServiceClient) => Promise<unknown>,
  options: CassetteOptions = {},
): Promise<void> {
  const { tape, client } = open(options);
  await act(client);
  await tape.close();
}

describe('CI', () => {
  it.each(['no', 'FALSE', '0', ' Off ', ''])('is not detected if the variable is %j', async (CI) => {
    await open({}, { CI }).client.checkPoints();
    expect(existsSync(file)).toBe(true);
  });

  it.each(['true', '1', 'drone'])('is detected if the variable is %j', async (CI) => {
    expect(await rejection(open({}, { CI }).client.checkPoints())).toMatchObject({ code: 'REPLAY_MISS' });
    expect(existsSync(file)).toBe(false);
  });
});

describe('SMS_SERVICE_CASSETTE_MODE', () => {
  const variable = (mode: string, CI?: string): Readonly<Record<string, string>> =>
    CI === undefined ? { SMS_SERVICE_CASSETTE_MODE: mode } : { SMS_SERVICE_CASSETTE_MODE: mode, CI };

  it('takes precedence over the mode in the code', async () => {
    await record((client) => client.checkPoints());
    const { tape, client } = open({ mode: 'locked', transport: gateway(7) }, variable('update'));
    expect(await client.checkPoints()).toBe(7);
    await tape.close();
    expect(await open({ mode: 'record' }, variable('replay')).client.checkPoints()).toBe(7);
  });

  it.each(['Record', 'none', 'replay ', 'new_episodes'])('is rejected by name if it is %j', (mode) => {
    expect(() => open({}, variable(mode))).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        path: 'SMS_SERVICE_CASSETTE_MODE',
        message: expect.stringContaining("'auto', 'record'"),
      }),
    );
  });

  it.each(['record', 'update'])('cannot enable recording in CI: %s', (mode) => {
    expect(() => open({ mode: 'replay' }, variable(mode, 'true'))).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        path: 'SMS_SERVICE_CASSETTE_MODE',
        message: expect.stringContaining('CI is set; CI=false lets it'),
      }),
    );
    expect(() => open({ mode: 'replay' }, variable(mode, 'no'))).not.toThrow();
  });

  it.each(['auto', 'replay'])("does not weaken mode 'locked' in CI: %s", async (mode) => {
    await record(async (client) => {
      await client.checkPoints();
      await client.getGroups();
    });
    const { tape, client } = open({ mode: 'locked' }, variable(mode, 'true'));
    await client.checkPoints();
    expect(await rejection(tape.close())).toMatchObject({ message: expect.stringContaining('1 of the recordings') });
  });
});
