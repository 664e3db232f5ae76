import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OutgoingSms, SmsServiceClient } from '../../../src/client/index.js';
import {
  type CassetteMode,
  type CassetteOptions,
  cassette,
  type ReplayMissError,
  replayWithNock,
  startReplayServer,
} from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'alice-account', password: 'sesame-9-open' };
const url = 'https://gateway.test/soap';
const sms: OutgoingSms = { to: '48500100200', message: 'Your code is 1234', from: 'Test', idx: 'a1' };
const key = 'W3ll-made-Key-of-32-characters-xy';
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

type Opened = { readonly tape: ReturnType<typeof cassette>; readonly client: SmsServiceClient };

function open(options: CassetteOptions = {}, environment: Readonly<Record<string, string>> = {}): Opened {
  const tape = cassette(file, options, environment);
  const client = new SmsServiceClient({ url, credentials, transport: tape, retry: false, validation: false });
  return { tape, client };
}

async function record(
  act: (client: SmsServiceClient) => Promise<unknown>,
  options: CassetteOptions = {},
): Promise<void> {
  const transport = createSandbox({ accounts: [{ ...credentials, points: 50, senders: ['Test'] }] }).transport();
  const { tape, client } = open({ transport, ...options });
  await act(client);
  await tape.close();
}

const MODES: readonly (readonly [CassetteMode, Readonly<Record<string, string>>])[] = [
  ['replay', {}],
  ['locked', {}],
  ['auto', { CI: 'true' }],
];

describe('a miss that the code under test ignored', () => {
  it.each(MODES)('fails close() in mode %s with the first miss and their number', async (mode, environment) => {
    await record((client) => client.checkPoints());
    const { tape, client } = open({ mode }, environment);
    await client.addGroup({ name: 'Customers' }).catch(() => undefined);
    await client.getSenders().catch(() => undefined);
    await client.checkPoints();
    const error = (await rejection(tape.close())) as ReplayMissError;
    expect(error).toMatchObject({ name: 'ReplayMissError', code: 'REPLAY_MISS', outcome: 'rejected' });
    expect(error.message).toContain(`2 calls were not in the cassette ${file}`);
    expect(error.message).toContain('the first: soap_AddGroup');
    expect(error.cause).toMatchObject({ name: 'ReplayMissError', operation: 'soap_AddGroup' });
    await tape.close();
  });

  it('fails the close() of a server and of nock, which answered it with a Fault', async () => {
    await record((client) => client.checkPoints());
    const server = await startReplayServer(file);
    const soap = new SmsServiceClient({ url: server.url, credentials, retry: false });
    await rejection(soap.getSenders());
    await soap.close();
    expect(await rejection(server.close())).toMatchObject({
      code: 'REPLAY_MISS',
      message: expect.stringContaining('soap_GetSenders'),
    });
    const replay = replayWithNock(file);
    const throughNock = new SmsServiceClient({ url, credentials, retry: false });
    await rejection(throughNock.getSenders());
    await throughNock.close();
    expect(await rejection(replay.close())).toMatchObject({
      code: 'REPLAY_MISS',
      message: expect.stringContaining('soap_GetSenders'),
    });
  });
});

describe('a miss', () => {
  it('is not retried', async () => {
    let misses = 0;
    const tape = cassette(file, { mode: 'replay' }, {});
    const transport = {
      send: (request: Parameters<typeof tape.send>[0]) => {
        misses += 1;
        return tape.send(request);
      },
    };
    const urls = [url, 'https://other.test/soap'];
    const client = new SmsServiceClient({ url: urls, credentials, transport });
    const error = await rejection(client.checkPoints());
    expect(error).toMatchObject({ code: 'REPLAY_MISS', outcome: 'rejected', retryable: false });
    expect(misses).toBe(1);
  });

  it('does not replace a replayed failure that the client retries', async () => {
    const failing = { send: () => Promise.reject(new TypeError('a foreign error')) };
    const live = await rejection(open({ transport: failing }).client.checkPoints());
    expect(live).toMatchObject({ code: 'CONNECTION', outcome: 'unknown' });
    const { tape } = open({ mode: 'locked' });
    const client = new SmsServiceClient({ url, credentials, transport: tape, retry: { attempts: 3, baseDelayMs: 1 } });
    expect(await rejection(client.checkPoints())).toMatchObject({ code: 'CONNECTION', outcome: 'unknown' });
    // One more call is a miss.
    expect(await rejection(client.checkPoints())).toMatchObject({ code: 'REPLAY_MISS' });
    expect(await rejection(tape.close())).toMatchObject({ code: 'REPLAY_MISS' });
  });

  it.each([
    [
      'a truncated envelope',
      200,
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Bo',
      'text/xml',
    ],
  ])('does not replace an unreadable response: %s', async (_what, status, text, type) => {
    const broken = { send: async () => ({ status, headers: { 'content-type': type }, body: Buffer.from(text) }) };
    const live = (await rejection(open({ transport: broken }).client.checkPoints())) as ReplayMissError;
    const { tape } = open({ mode: 'locked' });
    const client = new SmsServiceClient({ url, credentials, transport: tape, retry: { attempts: 3, baseDelayMs: 1 } });
    const { name, code, outcome } = live;
    expect(await rejection(client.checkPoints())).toMatchObject({ name, code, outcome });
    await tape.close();
  });

  it.each([
    ['replay', {}, "use mode 'auto' (only missing calls)"],
    ['locked', {}, "use mode 'auto' (only missing calls)"],
    ['auto', { CI: '1' }, 'run it once without CI'],
  ] as const)('explains in mode %s how to record the call', async (mode, environment, advice) => {
    const { message } = (await rejection(open({ mode }, environment).client.checkPoints())) as Error;
    expect(message).toContain(advice);
  });

  it('proposes a rule for a different date, unless there is one', async () => {
    const date = new Date(Date.now() + 3_600_000);
    await record((client) => client.sendSms({ ...sms, date }));
    const later = { ...sms, date: new Date(date.getTime() + 600_000) };
    const { message } = (await rejection(open({ mode: 'replay' }).client.sendSms(later))) as Error;
    expect(message).toContain("match: { 'sms_param.date': 'relative' }");
    const match = { 'sms_param.date': 'relative' } as const;
    const ruled = (await rejection(open({ mode: 'replay', match }).client.sendSms(later))) as Error;
    expect(ruled.message).toContain('sms_param.date: recorded');
    expect(ruled.message).not.toContain('match:');
    const same = (await rejection(open({ mode: 'replay' }).client.sendSms({ ...sms, date, idx: 'a2' }))) as Error;
    expect(same.message).not.toContain('match:');
  });

  it('shows texts that the cassette contains, but no password or number', async () => {
    await record((client) => client.sendSms(sms));
    const message = `Your code is 99; call 48500100299; ${credentials.password}`;
    const error = (await rejection(open({ mode: 'replay' }).client.sendSms({ ...sms, message }))) as ReplayMissError;
    const [difference] = error.nearest[0]?.differences ?? [];
    expect(difference).toMatchObject({ path: 'sms_param.message', recorded: '"Your code is 1234"' });
    expect(difference?.given).toContain('Your code is 99; call');
    for (const shown of [error.message, JSON.stringify(error), inspect(error)]) {
      expect(shown).toContain('Your code is 1234');
      for (const secret of ['48500100299', credentials.password]) expect(shown).not.toContain(secret);
    }
  });

  it.each(['numbers', 'names', 'texts'] as const)('shows no text if %s are private', async (kind) => {
    const privacy = { [kind]: true, key };
    await record((client) => client.sendSms(sms), { privacy });
    const other = open({ mode: 'replay', privacy }).client.sendSms({ ...sms, message: 'Your secret is 99' });
    const error = (await rejection(other)) as ReplayMissError;
    for (const shown of [error.message, JSON.stringify(error)]) {
      expect(shown).toContain('sms_param.message');
      expect(shown).not.toContain('Your');
    }
  });
});
