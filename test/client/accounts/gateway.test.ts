import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ConnectionError,
  SmsServiceClient,
  type SmsServiceEvent,
  SmsServiceGateway,
  type SmsServiceGatewayOptions,
  type Transport,
} from '../../../src/client/index.js';
import { SmsServiceHttpGateway } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { collect, rejection } from '../../support/collect.js';
import { untyped } from '../../support/unreadable.js';

const url = 'http://gateway.test/';
const NAMES = ['anna', 'bert', 'cleo'] as const;
const accountOf = (username: string): { username: string; password: string; tokens: string[]; points: number } => ({
  username,
  password: `${username}-password`,
  tokens: [`${username}-token`],
  points: 100,
});
const credentialsOf = (username: string): { username: string; password: string } => ({
  username,
  password: `${username}-password`,
});

/** A gateway of three accounts, each with a client. */
function shared(options: Partial<SmsServiceGatewayOptions> = {}): {
  readonly sandbox: Sandbox;
  readonly gateway: SmsServiceGateway;
  readonly clients: Readonly<Record<(typeof NAMES)[number], SmsServiceClient>>;
} {
  const sandbox = createSandbox({ accounts: NAMES.map(accountOf) });
  const gateway = new SmsServiceGateway({ url, transport: sandbox.transport(), ...options });
  const clientOf = (name: string): SmsServiceClient =>
    gateway.client({ credentials: credentialsOf(name), label: name });
  return { sandbox, gateway, clients: { anna: clientOf('anna'), bert: clientOf('bert'), cleo: clientOf('cleo') } };
}

/** A transport that holds its responses until `release` is called. */
function held(gateway: Transport): { readonly transport: Transport; readonly waiting: (() => void)[] } {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    transport: {
      send: async (request) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return gateway.send(request);
      },
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('clients of one gateway', () => {
  it('have one account each', async () => {
    const { clients } = shared();
    await clients.anna.addGroup({ name: 'Customers' });
    const groups = await Promise.all(NAMES.map((name) => clients[name].getGroups()));
    expect(groups.map(({ length }) => length)).toEqual([1, 0, 0]);
    expect(clients.anna).toBeInstanceOf(SmsServiceClient);
  });

  it('name their account in events and errors, and each call has its own number', async () => {
    const events: SmsServiceEvent[] = [];
    const { clients, sandbox } = shared({ onEvent: (event) => events.push(event) });
    await Promise.all([clients.anna.checkPoints(), clients.bert.checkPoints(), clients.bert.checkPoints()]);
    const requests = events.filter(({ type }) => type === 'request');
    expect(requests.map(({ label }) => label)).toEqual(['anna', 'bert', 'bert']);
    expect(new Set(requests.map(({ callId }) => callId)).size).toBe(3);
    sandbox.failNext('*', { result: 103 });
    const error = await rejection(clients.bert.sendSms({ to: '500100200', message: 'Hi' }));
    expect(error).toMatchObject({ name: 'InsufficientPointsError', label: 'bert' });
    expect(JSON.stringify(error)).toContain('"label":"bert"');
    const streamed = await rejection(collect(clients.cleo.streamNumbers(7)));
    expect(streamed).toMatchObject({ name: 'NotFoundError', label: 'cleo' });
  });

  it('are named by address and label if their credentials are refused', async () => {
    const { gateway } = shared({ url: 'http://gateway.test/soap' });
    const wrong = gateway.client({ credentials: { username: 'anna', password: 'wrong-1' }, label: 'tenant-17' });
    const where = expect.stringContaining('(http://gateway.test/soap, tenant-17)');
    expect(await rejection(wrong.checkPoints())).toMatchObject({ name: 'AuthenticationError', message: where });
    expect(await rejection(collect(wrong.streamNumbers(1)))).toMatchObject({ message: where });
  });

  it('may override options of the gateway', async () => {
    const { gateway, sandbox } = shared({ validation: { idx: false }, hash: 'md5', timeoutMs: 5000 });
    expect(await rejection(gateway.client({ credentials: credentialsOf('anna') }).checkPoints())).toMatchObject({
      name: 'AuthenticationError',
    });
    const plain = gateway.client({ credentials: credentialsOf('anna'), hash: 'none' });
    await plain.sendSms({ to: '500100200', message: 'Hi', idx: 'no-hyphens' }).catch(() => undefined);
    expect(sandbox.account('anna')?.messages).toHaveLength(0);
    expect(await plain.checkPoints()).toBe(100);
  });

  it.each<[string, object]>([
    ['label', { label: 'a\u202eb' }],
    ['label', { label: 'x'.repeat(101) }],
    ['credentials.password', { credentials: { username: 'anna', password: '' } }],
    ['maxPerSecond', { maxPerSecond: 0 }],
    ['url', { url }],
  ])('are refused by name: %s', (path, options) => {
    const { gateway } = shared();
    const input = untyped({ credentials: credentialsOf('anna'), ...options });
    expect(() => gateway.client(input)).toThrow(expect.objectContaining({ name: 'ValidationError', path }));
  });

  it.each<[string, object]>([
    ['url', {}],
    ['maxConcurrency', { url, maxConcurrency: 0 }],
    ['credentials', { url, credentials: credentialsOf('anna') }],
    ['hash', { url, hash: 'sha1' }],
  ])('are not created if the options of the gateway are refused: %s', (path, options) => {
    expect(() => new SmsServiceGateway(untyped(options))).toThrow(
      expect.objectContaining({ name: 'ValidationError', path }),
    );
  });
});

describe('the limit of all', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives the accounts turns, so that one that has much to do does not hold up the others', async () => {
    const order: (string | undefined)[] = [];
    const { clients } = shared({
      maxPerSecond: 10,
      onEvent: ({ type, label }) => type === 'request' && order.push(label),
    });
    const all = [
      ...Array.from({ length: 20 }, () => clients.anna.checkPoints()),
      clients.bert.checkPoints(),
      clients.cleo.checkPoints(),
      clients.cleo.checkPoints(),
    ];
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(all);
    expect(order.slice(0, 6)).toEqual(['anna', 'anna', 'bert', 'cleo', 'anna', 'cleo']);
    expect(order).toHaveLength(23);
  });
});

describe('the work of a gateway', () => {
  it('is that of its clients', async () => {
    const { transport, waiting } = held(createSandbox({ accounts: NAMES.map(accountOf) }).transport());
    const { gateway, clients } = shared({ transport, maxConcurrency: 2 });
    expect([gateway.load, clients.anna.load]).toEqual([
      { calls: 0, waiting: 0 },
      { calls: 0, waiting: 0 },
    ]);
    const all = [clients.anna, clients.anna, clients.anna, clients.bert].map((client) => client.checkPoints());
    await turn();
    expect([gateway.load, clients.anna.load, clients.bert.load, clients.cleo.load]).toEqual([
      { calls: 4, waiting: 2 },
      { calls: 3, waiting: 1 },
      { calls: 1, waiting: 1 },
      { calls: 0, waiting: 0 },
    ]);
    for (let remaining = 4; remaining > 0; remaining--) {
      while (waiting.length === 0) await turn();
      waiting.shift()?.();
    }
    await Promise.all(all);
    expect(gateway.load).toEqual({ calls: 0, waiting: 0 });
  });
});

describe('an address that is dead', () => {
  it('is tried once, also by those who waited for their turn when it was found out', async () => {
    const gateway = createSandbox({ accounts: NAMES.map(accountOf) }).transport();
    const sent: string[] = [];
    const transport: Transport = {
      send: async (request) => {
        sent.push(new URL(request.url).host);
        if (request.url.startsWith('http://dead.test/')) throw new ConnectionError('refused', 'not-sent');
        return gateway.send(request);
      },
    };
    const { clients } = shared({ transport, url: ['http://dead.test/', url], maxConcurrency: 1 });
    await Promise.all(NAMES.flatMap((name) => [clients[name].checkPoints(), clients[name].checkPoints()]));
    expect(sent.filter((host) => host === 'dead.test')).toHaveLength(1);
    expect(sent).toHaveLength(7);
  });
});

describe('closing', () => {
  it('a client ends its own calls, and the others go on', async () => {
    const { transport, waiting } = held(createSandbox({ accounts: NAMES.map(accountOf) }).transport());
    const { clients } = shared({ transport, maxConcurrency: 2 });
    const [sent, queued] = [rejection(clients.anna.checkPoints()), rejection(clients.anna.checkPoints())];
    const third = rejection(clients.anna.checkPoints());
    const other = clients.bert.checkPoints();
    await turn();
    await clients.anna.close({ abort: true });
    const closed = expect.stringContaining('the client was closed');
    for (const ended of [sent, queued]) {
      expect(await ended).toMatchObject({ name: 'AbortedError', message: closed, outcome: 'unknown', label: 'anna' });
    }
    expect(await third).toMatchObject({ name: 'AbortedError', message: closed, outcome: 'not-sent' });
    expect(await rejection(clients.anna.checkPoints())).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
    for (let remaining = 3; remaining > 0; remaining--) {
      while (waiting.length === 0) await turn();
      waiting.shift()?.();
    }
    expect(await other).toBe(100);
  });

  it('a gateway waits for all of its clients, and lets no further call begin', async () => {
    const { transport, waiting } = held(createSandbox({ accounts: NAMES.map(accountOf) }).transport());
    const { gateway, clients } = shared({ transport });
    const calls = [clients.anna.checkPoints(), clients.bert.checkPoints()];
    await turn();
    let isClosed = false;
    const closing = gateway.close().then(() => {
      isClosed = true;
    });
    expect(await rejection(clients.cleo.checkPoints())).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
    waiting.shift()?.();
    await turn();
    expect(isClosed).toBe(false);
    waiting.shift()?.();
    await closing;
    expect(await Promise.all(calls)).toEqual([100, 100]);
    const late = gateway.client({ credentials: credentialsOf('anna') });
    expect(await rejection(late.checkPoints())).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
  });
});

it('the same is there for the HTTP interface', async () => {
  const events: SmsServiceEvent[] = [];
  const sandbox = createSandbox({ accounts: NAMES.map(accountOf) });
  const gateway = new SmsServiceHttpGateway({
    url,
    variant: 'earlier',
    transport: sandbox.transport(),
    onEvent: (event) => events.push(event),
  });
  const [anna, bert] = ['anna', 'bert'].map((name) => gateway.client({ token: `${name}-token`, label: name }));
  expect(await anna?.points.get()).toMatchObject({ points: 100 });
  await bert?.sms.send({ to: '48500100200', message: 'Hi' });
  expect(events.filter(({ type }) => type === 'request').map(({ label }) => label)).toEqual(['anna', 'bert']);
  const wrong = gateway.client({ token: 'wrong-token', label: 'cleo' });
  expect(await rejection(wrong.profile.get())).toMatchObject({
    name: 'AuthenticationError',
    message: expect.stringContaining('(http://gateway.test/profile, cleo)'),
    label: 'cleo',
  });
  expect(gateway.load).toEqual({ calls: 0, waiting: 0 });
  await gateway.close();
  expect(await rejection(Promise.resolve(anna?.points.get()))).toMatchObject({ name: 'ConnectionError' });
});
