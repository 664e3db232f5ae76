import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transport, TransportRequest } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import { type Cassette, type CassetteOptions, cassette, ReplayMissError } from '../../../src/replay/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { bytesOf } from '../../support/body-bytes.js';
import { collect, rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'alice-account', password: 'sesame-9-open' };
const url = 'https://gateway.test/soap?key=hush-hush';
const fileOf = cassetteFile();
let file = '';
let sandbox: Sandbox;

beforeEach(() => {
  file = fileOf();
  sandbox = createSandbox({ accounts: [{ ...credentials, points: 50, senders: ['Test'] }] });
});

/** A transport that must not be used. */
const FORBIDDEN: Transport = {
  send: async () => {
    throw new Error('the network was used');
  },
};

function open(options: CassetteOptions, environment = {}): { tape: Cassette; client: SmsServiceClient } {
  const tape = cassette(file, options, environment);
  return { tape, client: new SmsServiceClient({ url, credentials, transport: tape, retry: false }) };
}

/** Records the calls of `act`. */
async function recorded(
  act: (client: SmsServiceClient) => Promise<unknown>,
  options: CassetteOptions = {},
): Promise<void> {
  const { tape, client } = open({ transport: sandbox.transport(), ...options });
  await act(client);
  await tape.close();
}

const played = (options: CassetteOptions = {}) => open({ mode: 'replay', transport: FORBIDDEN, ...options });

describe('a cassette', () => {
  it('replays the recorded calls in the same order without a gateway', async () => {
    const act = async (client: SmsServiceClient): Promise<unknown> => {
      const { groupId } = await client.addGroup({ name: 'Łódź & "Sons"', info: 'x < y' });
      await client.addNumber({ number: '48500100200', name: 'Żółć', groupId });
      const before = await client.checkPoints();
      const { messages } = await client.sendSms({ to: '48500100200', message: 'Hi there', from: 'Test' });
      const after = await client.checkPoints();
      const streamed = await collect(client.streamNumbers(groupId));
      return { groupId, before, after, messages, streamed, groups: await client.getGroups() };
    };
    let first: unknown;
    await recorded(async (client) => {
      first = await act(client);
    });
    const calls = sandbox.callCount();
    const { tape, client } = played({ mode: 'locked' });
    expect(await act(client)).toEqual(first);
    await tape.close();
    expect(sandbox.callCount()).toBe(calls);
    expect(first).toMatchObject({ before: 50, after: 49.84 });
  });

  it('records missing calls and replays the others', async () => {
    await recorded((client) => client.checkPoints());
    await recorded(async (client) => {
      await client.checkPoints();
      await client.getSenders();
    });
    expect(sandbox.requests.map(({ operation }) => operation)).toEqual(['soap_CheckPoints', 'soap_GetSenders']);
    const { client } = played();
    expect([await client.checkPoints(), await client.getSenders()]).toEqual([50, ['Test']]);
  });

  it("fails at close() in mode 'locked' if a recording was not used", async () => {
    await recorded(async (client) => {
      await client.checkPoints();
      await client.getSenders();
      await client.getSenders();
    });
    const { tape, client } = played({ mode: 'locked' });
    await client.getSenders();
    const error = await rejection(tape.close());
    expect(error).toBeInstanceOf(ReplayMissError);
    expect((error as Error).message).toContain('2 of the recordings');
    expect((error as Error).message).toContain('soap_CheckPoints, soap_GetSenders');
  });

  it('fails for one more call than recorded, or repeats the last response', async () => {
    await recorded(async (client) => {
      await client.addGroup({ name: 'a' });
      await client.getGroups();
      await client.addGroup({ name: 'b' });
      await client.getGroups();
    });
    const { client } = played();
    const names = async (from: SmsServiceClient) => (await from.getGroups()).map(({ name }) => name);
    expect([await names(client), await names(client)]).toEqual([['a'], ['a', 'b']]);
    expect(String(await rejection(names(client)))).toContain('was recorded 2 times');
    const again = played({ afterLast: 'repeat' }).client;
    expect([await names(again), await names(again), await names(again)]).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
  });

  it("loses all previous recordings in mode 'record'", async () => {
    await recorded((client) => client.getSenders());
    await recorded((client) => client.checkPoints(), { mode: 'record' });
    const { client } = played();
    expect(await client.checkPoints()).toBe(50);
    expect(await rejection(client.getSenders())).toBeInstanceOf(ReplayMissError);
  });

  it("keeps unchanged recordings byte for byte in mode 'update', and loses unused ones", async () => {
    await recorded(async (client) => {
      await client.getSenders();
      await client.checkPoints();
      await client.getGroups();
    });
    const before = readFileSync(file, 'utf8');
    await recorded(
      async (client) => {
        await client.getSenders();
        await client.checkPoints();
        await client.getGroups();
      },
      { mode: 'update' },
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    await recorded(
      async (client) => {
        await client.getSenders();
        await client.sendSms({ to: '48500100200', message: 'Hi' });
        await client.checkPoints();
      },
      { mode: 'update' },
    );
    const { client } = played();
    expect(await client.checkPoints()).toBe(49.84);
    expect(await rejection(client.getGroups())).toBeInstanceOf(ReplayMissError);
    const entries = (text: string) => (JSON.parse(text) as { log: { entries: unknown[] } }).log.entries;
    const senders = entries(before).filter((entry) => JSON.stringify(entry).includes('soap_GetSenders'));
    expect(entries(readFileSync(file, 'utf8'))).toEqual(expect.arrayContaining(senders));
  });

  it('contains the received part of a response that broke off', async () => {
    const broken: Transport = {
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'text/xml' },
        body: (async function* () {
          yield Buffer.from('<Envelope>');
          throw new ConnectionError('lost', 'unknown');
        })(),
      }),
    };
    const first = await rejection(open({ transport: broken }).client.checkPoints());
    const again = await rejection(played().client.checkPoints());
    expect(first).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    expect(again).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  it('does not contain aborted calls', async () => {
    const { client } = open({ transport: sandbox.transport() });
    await rejection(client.checkPoints({ signal: AbortSignal.abort() }));
    sandbox.failNext('*', { delayMs: 60_000 });
    const controller = new AbortController();
    const sent = rejection(client.checkPoints({ signal: controller.signal }));
    setImmediate(() => controller.abort());
    expect(await sent).toMatchObject({ name: 'AbortedError' });
    expect(existsSync(file)).toBe(false);
  });
});

describe('a replayed response', () => {
  it('arrives immediately or after the recorded duration', async () => {
    await recorded((client) => client.checkPoints());
    const text = readFileSync(file, 'utf8').replace(/"time": \d+/, '"time": 4000');
    writeFileSync(file, text);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      for (const [latency, ms] of [
        ['none', 0],
        ['recorded', 4000],
      ] as const) {
        const done = vi.fn();
        const sent = (async () => done(await played({ latency }).client.checkPoints()))();
        await vi.advanceTimersByTimeAsync(Math.max(0, ms - 1));
        expect(done).toHaveBeenCalledTimes(ms === 0 ? 1 : 0);
        await vi.advanceTimersByTimeAsync(1);
        await sent;
      }
      const late = rejection(played({ latency: 'recorded' }).client.checkPoints({ timeoutMs: 300 }));
      await vi.advanceTimersByTimeAsync(300);
      expect(await late).toMatchObject({ name: 'TimeoutError', timeoutMs: 300, outcome: 'unknown' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not returned to an aborted call or after close()', async () => {
    await recorded((client) => client.checkPoints());
    const { tape, client } = played();
    const error = await rejection(client.checkPoints({ signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
    await tape.close();
    await tape.close();
    expect(await rejection(client.checkPoints())).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
  });
});

describe('the content of a cassette', () => {
  it('is HAR 1.2 without credentials, addresses and headers of the caller', async () => {
    const spy: TransportRequest[] = [];
    const transport: Transport = {
      send: async (request) => {
        spy.push(request);
        const text =
          '<?xml version="1.0" encoding="ISO-8859-2"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
          `<soap_CheckPointsResponse><result>0</result><description>\u00a3 ${credentials.password} ` +
          `${Buffer.from(credentials.password).toString('base64')}</description><points>7</points>` +
          `</soap_CheckPointsResponse></e:Body></e:Envelope>`;
        return {
          status: 200,
          headers: {
            'content-type': 'text/xml; charset=iso-8859-2',
            'set-cookie': 'id=secret-cookie',
            server: 'gateway.test',
          },
          body: Buffer.from(text, 'latin1'),
        };
      },
    };
    await recorded((client) => client.checkPoints(), { transport });
    expect(bytesOf(spy[0]?.body).toString()).toContain(credentials.password);
    const text = readFileSync(file, 'utf8');
    const { log } = JSON.parse(text) as {
      log: { version: string; entries: { response: { content: { text: string } } }[] };
    };
    expect(log.version).toBe('1.2');
    expect(log.entries).toHaveLength(1);
    expect(log.entries[0]?.response.content.text).toMatch(/<description [^>]*>Ł /);
    expect(log.entries[0]?.response.content.text).toContain('<?xml version="1.0" encoding="UTF-8"?>');
    for (const secret of [credentials.username, credentials.password, 'gateway.test', 'hush-hush', 'secret-cookie']) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
    }
    expect(await played().client.checkPoints()).toBe(7);
  });
});
