import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpTransport, type Transport, type TransportRequest, type TransportResponse } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { createSandbox, type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import { collect, rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { arriving, goodResponse } from '../support/scripted-transport.js';

const url = 'http://gateway.test/soap';
const credentials = { username: 'demo', password: 'demo-password' };
const POINTS = goodResponse({
  body: Buffer.from(soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>')),
});
const item = (number: string): string => `<item><number>${number}</number><id_group>1</id_group></item>`;
const NUMBERS = soapResponse('soap_GetNumbers', `<result>0</result><arNumbers>${item('1')}${item('2')}</arNumbers>`);

/** A client whose answers the test gives. */
function heldClient(options: Partial<SmsServiceClientOptions> = {}): {
  readonly client: SmsServiceClient;
  readonly requests: TransportRequest[];
  response(response?: TransportResponse): void;
} {
  const requests: TransportRequest[] = [];
  const held: ((response: TransportResponse) => void)[] = [];
  const transport: Transport = {
    send: (request) =>
      new Promise((resolve) => {
        requests.push(request);
        held.push(resolve);
      }),
  };
  const client = new SmsServiceClient({ url, credentials, transport, ...options });
  return { client, requests, response: (response = POINTS) => held.shift()?.(response) };
}

/** Whether a promise is settled after all that is ready to run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise
    .catch(() => undefined)
    .finally(() => {
      settled = true;
    });
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('close()', () => {
  it('waits for a call in flight, which ends well', async () => {
    const { client, response } = heldClient();
    const call = client.checkPoints();
    const closed = client.close();
    expect(await isSettled(closed)).toBe(false);
    response();
    expect(await call).toBe(1);
    await closed;
  });

  it('waits until a stream has been read', async () => {
    const { client, response } = heldClient();
    const stream = client.streamNumbers(1);
    const first = stream.next();
    await isSettled(first);
    response(goodResponse({ body: arriving(NUMBERS).body }));
    await first;
    const closed = client.close();
    expect(await isSettled(closed)).toBe(false);
    expect(await collect(stream)).toHaveLength(1);
    expect(await isSettled(closed)).toBe(true);
  });
});

describe('after close()', () => {
  it.each<[string, (client: SmsServiceClient) => Promise<unknown>]>([
    ['a read', (client) => client.checkPoints()],
    ['a send', (client) => client.sendSms({ to: '500100200', message: 'x' })],
    ['a stream', (client) => collect(client.streamNumbers(1))],
  ])('%s is refused: nothing was sent', async (_what, call) => {
    const { client, requests } = heldClient();
    await client.close();
    expect(await rejection(call(client))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      message: expect.stringContaining('closed'),
    });
    expect(requests).toEqual([]);
  });
});

describe('close({ timeoutMs })', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits so long and then ends what is in flight', async () => {
    const { client } = heldClient();
    const call = rejection(client.checkPoints());
    const closed = client.close({ timeoutMs: 500 });
    await vi.advanceTimersByTimeAsync(499);
    expect(await isSettled(call)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
    await closed;
  });
});

/** The ways on which a client can reach a gateway that listens. */
const WAYS: readonly (readonly [string, () => { readonly borrowed?: Transport }])[] = [
  ['its own transport', () => ({})],
  ['a transport that was given', () => ({ borrowed: httpTransport() })],
];

describe.each(WAYS)('close({ abort: true }) over HTTP with %s', (_way, make) => {
  let sandbox: RunningSandbox;
  let borrowed: Transport | undefined;

  beforeEach(async () => {
    const numbers = Array.from({ length: 20_000 }, (_, n) => ({ number: `5001${String(n).padStart(5, '0')}` }));
    sandbox = await startSandbox({ accounts: [{ ...credentials, groups: [{ name: 'All', numbers }] }] });
    borrowed = make().borrowed;
  });

  afterEach(async () => {
    await borrowed?.close?.();
    await sandbox.close();
  });

  function clientWith(options: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
    return new SmsServiceClient({ url: sandbox.url, credentials, transport: borrowed, ...options });
  }

  /** Until the gateway has so many requests. */
  async function arrived(count: number): Promise<void> {
    while (sandbox.callCount() < count) await new Promise((resolve) => setImmediate(resolve));
  }

  it('a call that waits for its response may have been carried out', async () => {
    sandbox.failNext('*', { delayMs: 3_600_000 });
    const client = clientWith();
    const call = rejection(client.sendSms({ to: '500100200', message: 'x' }));
    await arrived(1);
    await client.close({ abort: true });
    expect(await call).toMatchObject({ name: 'AbortedError', outcome: 'unknown', operation: 'soap_SendSms' });
  });

  it('a call that has no connection yet was not sent', async () => {
    const client = clientWith({ retry: false });
    const call = rejection(client.checkPoints());
    await new Promise((resolve) => process.nextTick(resolve));
    await client.close({ abort: true });
    expect(await call).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
    expect(sandbox.callCount()).toBe(0);
  });

  it('a stream breaks off after the records that have come', async () => {
    const client = clientWith();
    const numbers: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { number } of client.streamNumbers(1)) {
        if (numbers.push(number) === 10) await client.close({ abort: true });
      }
    };
    expect(await rejection(read())).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
    expect(numbers.length).toBeLessThan(20_000);
  });
});

it('close({ abort: true }) ends the calls of this client alone', async () => {
  const sandbox = createSandbox();
  const transport = sandbox.transport();
  const [one, other] = [1, 2].map(() => new SmsServiceClient({ url, credentials, transport }));
  sandbox.failNext('*', { delayMs: 50 });
  const call = other?.checkPoints();
  await one?.close({ abort: true });
  expect(await call).toBe(100);
});
