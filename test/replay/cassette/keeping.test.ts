import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { ConnectionError, TimeoutError, TlsError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { type CassetteMode, type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { httpTransport } from '../../../src/transport/http/http.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'alice-account', password: 'sesame-9-open' };
const token = 't0ken-of-alice';
const url = 'https://gateway.test/soap';
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const gateway = (): Transport =>
  createSandbox({ accounts: [{ ...credentials, tokens: [token], points: 50 }] }).transport();

/** Opens the cassette, runs `act` and closes it. */
async function during(
  options: CassetteOptions,
  act: (client: SmsServiceClient, tape: Transport) => Promise<unknown>,
  password: string = credentials.password,
): Promise<void> {
  const tape = cassette(file, options, {});
  await act(
    new SmsServiceClient({ url, credentials: { ...credentials, password }, transport: tape, retry: false }),
    tape,
  );
  await tape.close();
}

const points = (client: SmsServiceClient): Promise<unknown> => client.checkPoints().catch((error: unknown) => error);
const RECORDING: readonly CassetteMode[] = ['auto', 'record', 'update'];
const away = (error: Error): Transport => ({
  send: async () => {
    throw error;
  },
});

describe('a call that never reached the gateway', () => {
  it.each(RECORDING)('is not recorded in mode %s', async (mode) => {
    const transport = httpTransport();
    await during({ mode, transport }, async (_client, tape) => {
      const there = new SmsServiceClient({
        url: 'http://127.0.0.1:9/soap',
        credentials,
        transport: tape,
        retry: false,
      });
      expect(await points(there)).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
    });
    await during({ mode, transport: away(new TlsError('is not trusted')) }, points);
    expect(existsSync(file)).toBe(false);
    await transport.close?.();
  });

  it('is recorded if an option requests it', async () => {
    await during({ keep: { failures: true }, transport: away(new ConnectionError('refused', 'not-sent')) }, points);
    await during({ mode: 'locked' }, async (client) => {
      expect(await points(client)).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
    });
  });

  it.each([{}, { keep: { failures: true, refusals: true } }])(
    'never replaces a response of the gateway: %j',
    async (options) => {
      await during({ transport: gateway() }, points);
      const before = readFileSync(file, 'utf8');
      const refused = away(new ConnectionError('refused', 'not-sent'));
      await during({ mode: 'update', transport: refused, ...options }, points);
      await during({ mode: 'update', transport: gateway(), ...options }, points, 'wrong');
      expect(readFileSync(file, 'utf8')).toBe(before);
    },
  );

  it("leaves the recordings that mode 'record' would have replaced", async () => {
    await during({ transport: gateway() }, points);
    const before = readFileSync(file, 'utf8');
    await during({ mode: 'record', transport: away(new ConnectionError('refused', 'not-sent')) }, points);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('a call with unknown outcome', () => {
  it.each([
    ['a connection that was lost', new ConnectionError('lost', 'unknown')],
    ['no answer in time', new TimeoutError('late', 250, 'unknown')],
  ])('is recorded: %s', async (_what, error) => {
    await during({ transport: away(error) }, points);
    await during({ mode: 'locked' }, async (client) => {
      expect(await points(client)).toMatchObject({ name: error.name, outcome: 'unknown' });
    });
  });
});

describe('a call with credentials that the gateway refuses', () => {
  it.each(RECORDING)('is not recorded in mode %s', async (mode) => {
    await during({ mode, transport: gateway() }, points, 'wrong-password');
    expect(existsSync(file)).toBe(false);
  });

  it('is not recorded over HTTP for a numeric or text error code', async () => {
    await during({ transport: gateway() }, async (_client, transport) => {
      const http = new SmsServiceHttpClient({ url: 'https://gateway.test/', token: 'wrong', transport, retry: false });
      expect(await rejection(http.profile.get())).toMatchObject({ code: 'AUTHENTICATION' });
      expect(await rejection(http.sms.send({ to: '48500100200', message: 'Hi' }))).toMatchObject({
        code: 'AUTHENTICATION',
      });
    });
    expect(existsSync(file)).toBe(false);
  });

  it('is recorded if an option requests it', async () => {
    await during({ keep: { refusals: true }, transport: gateway() }, points, 'wrong-password');
    const refused = async (client: SmsServiceClient): Promise<void> => {
      expect(await points(client)).toMatchObject({ code: 'AUTHENTICATION' });
    };
    await during({ mode: 'locked' }, refused, 'wrong-password');
  });

  it('differs from a refusal because of missing points, which is recorded', async () => {
    const transport = createSandbox({ accounts: [{ ...credentials, points: 0, senders: ['Test'] }] }).transport();
    const send = (client: SmsServiceClient): Promise<unknown> =>
      rejection(client.sendSms({ to: '48500100200', message: 'Hi', from: 'Test' }));
    await during({ transport }, send);
    await during({ mode: 'locked' }, async (client) => {
      expect(await send(client)).toMatchObject({ code: 'INSUFFICIENT_POINTS' });
    });
  });
});

describe('the logger of a cassette', () => {
  const lines: string[] = [];
  const logger = {
    debug: (line: string) => void lines.push(`debug ${line}`),
    info: (line: string) => void lines.push(`info ${line}`),
    warn: (line: string) => void lines.push(`warn ${line}`),
  };

  beforeEach(() => {
    lines.length = 0;
  });

  it.each(['har', 'yaml'])('gets one line with the number of recorded and unchanged calls in .%s', async (ending) => {
    file = file.replace(/har$/, ending);
    await during({ transport: gateway(), logger }, async (client) => {
      await client.checkPoints();
      await client.getGroups();
    });
    await during({ mode: 'update', transport: gateway(), logger }, (client) => client.checkPoints());
    expect(lines).toEqual([`info recorded 2 calls in ${file}`, `info recorded 0 calls in ${file}; as before: 1`]);
    const before = readFileSync(file, 'utf8');
    await during({ mode: 'update', transport: gateway(), logger }, (client) => client.checkPoints());
    expect(readFileSync(file, 'utf8')).toBe(before);
    // A run without calls removes nothing.
    await during({ mode: 'update', transport: gateway() }, async () => undefined);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('gets a warning for calls that were not recorded', async () => {
    await during({ transport: away(new ConnectionError('refused', 'not-sent')), logger }, points);
    await during({ transport: gateway(), logger }, points, 'wrong-password');
    expect(lines).toEqual([
      `warn recorded 0 calls in ${file}; not kept, because they never reached the gateway: 1`,
      `warn recorded 0 calls in ${file}; not kept, because their credentials were refused: 1`,
    ]);
  });

  it('gets nothing if nothing was recorded, and cannot make close() fail', async () => {
    await during({ transport: gateway() }, points);
    await during({ logger }, points);
    expect(lines).toEqual([]);
    const failing = { ...logger, info: () => expect.fail('the logger is full') };
    await expect(during({ mode: 'record', transport: gateway(), logger: failing }, points)).resolves.toBeUndefined();
  });
});
