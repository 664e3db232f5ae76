import { describe, expect, it, vi } from 'vitest';
import { AbortedError, ConnectionError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { ALICE, CLIENT, runningGateway, START, sendOne, stubOf, type TestGateway } from '../setup.js';

const BOB = { username: 'bob', password: 'b', tokens: ['of-bob'], points: 10 };

/** A gateway with Alice (with a sub-user and a group) and Bob. */
function gatewayOf(options: SandboxOptions = {}): TestGateway & { readonly http: SmsServiceHttpClient } {
  let nowMs = START.getTime();
  const alice = {
    ...ALICE,
    tokens: ['of-alice'],
    groups: [{ name: 'Friends', numbers: [{ number: '500100200' }] }],
    users: [{ username: 'alice_shop', password: 's', tokens: ['of-shop'], limit: 5 }],
  };
  const sandbox = createSandbox({ now: () => new Date(nowMs), accounts: [alice, BOB], ...options });
  const stub = stubOf(sandbox);
  return { sandbox, stub, http: httpOf(sandbox, 'of-bob'), wait: (seconds) => void (nowMs += seconds * 1000) };
}

const httpOf = (sandbox: Sandbox, token: string): SmsServiceHttpClient =>
  new SmsServiceHttpClient({ url: 'http://gateway.test/', token, transport: sandbox.transport(), retry: false });

/** All that can be seen of a gateway from outside. */
const seen = ({ sandbox }: TestGateway): unknown => [
  ['alice', 'alice_shop', 'alice_new', 'bob'].map((username) => sandbox.account(username)),
  sandbox.messages(),
  sandbox.requests,
  sandbox.callCount(),
  sandbox.callbacks.sent,
  sandbox.callbacks.waiting,
  sandbox.callbacks.nextAt,
];

async function useAll(gateway: TestGateway & { readonly http: SmsServiceHttpClient }): Promise<void> {
  const { sandbox, stub, http } = gateway;
  await sendOne(gateway, { idx: 'a1' });
  await stub.soap_AddGroup({ client: CLIENT, group: { name: 'Foes', info: '' } });
  await stub.soap_AddNumber({ client: CLIENT, number: { number: '500100201', id_group: 1 } });
  const transport = sandbox.transport();
  const earlier = new SmsServiceHttpClient({ url: 'http://x/', token: 'of-alice', variant: 'earlier', transport });
  await earlier.users.add({ username: 'new', password: 'p'.repeat(8) });
  await http.sms.send({ to: '500100203', message: 'Hi', from: '2way' });
  await httpOf(sandbox, 'of-shop').sms.send({ to: '500100204', message: 'Hi', date: new Date('2027-01-16T12:00:00Z') });
  sandbox.failNext('*', { result: 201 });
  gateway.wait(5);
  await sandbox.callbacks.settle();
}

describe('reset', () => {
  it('restores the initial state', async () => {
    const addresses = { fetch: () => new Response('later') };
    const gateway = gatewayOf({ callbacks: { addresses } });
    const { sandbox, stub } = gateway;
    const { requests } = sandbox;
    const start = structuredClone(seen(gateway));
    await useAll(gateway);
    expect(sandbox.callbacks.sent).not.toEqual([]);
    expect(sandbox.callbacks.waiting).toBeGreaterThan(0);
    expect(sandbox.account('alice_new')).toMatchObject({ username: 'alice_new' });
    expect(seen(gateway)).not.toEqual(start);
    const done = sandbox.reset();
    expect(seen(gateway)).toEqual(start);
    await done;
    expect(seen(gateway)).toEqual(start);
    // Nothing is ordered any more, the idx is free, and ids start again, of messages and of groups.
    expect(await sendOne(gateway, { idx: 'a1' })).toMatchObject({ result: 0, ids: ['1001'] });
    await stub.soap_AddGroup({ client: CLIENT, group: { name: 'Foes', info: '' } });
    expect(sandbox.account('alice')?.groups.map(({ id }) => id)).toEqual([1, 2]);
    expect(requests).toBe(sandbox.requests);
    expect(requests).toHaveLength(2);
  });

  it('sends delayed responses immediately, and deletes their calls', async () => {
    const running = await runningGateway({ accounts: [{ ...ALICE, tokens: ['of-alice'] }], latency: 3_600_000 });
    const clients = [
      httpOf(running, 'of-alice'),
      new SmsServiceHttpClient({ url: running.httpUrl, token: 'of-alice', retry: false }),
    ];
    const sends = clients.map((client) => client.sms.send({ to: '500100200', message: 'Hi' }));
    await vi.waitUntil(() => running.messages().length === 2);
    await running.reset();
    expect((await Promise.all(sends)).map(({ count }) => count)).toEqual([1, 1]);
    expect([running.messages(), running.callCount()]).toEqual([[], 0]);
  });

  it('keeps the visible state consistent during concurrent calls', async () => {
    const running = await runningGateway({ accounts: [{ ...ALICE, tokens: ['of-alice'], points: 1000 }] });
    const clients = [
      httpOf(running, 'of-alice'),
      new SmsServiceHttpClient({ url: running.httpUrl, token: 'of-alice', retry: false }),
    ];
    const isWhole = (): boolean => {
      const count = running.messages().length;
      const { messages, points } = running.account('alice') ?? { messages: [], points: 0 };
      const rest = 1000 - 0.16 * count;
      return running.callCount() === count && messages.length === count && Math.abs(points - rest) < 0.001;
    };
    const wrong: number[] = [];
    const sends = Array.from({ length: 300 }, async (_, index) => {
      await clients[index % 2]?.sms.send({ to: '500100200', message: `${index}` });
      if (index % 13 === 0) await running.reset();
      if (!isWhole()) wrong.push(index);
    });
    await Promise.all(sends);
    expect(wrong).toEqual([]);
  });

  it('rejects waitForMessage', async () => {
    const { sandbox } = gatewayOf();
    const error = rejection(sandbox.waitForMessage());
    await sandbox.reset();
    expect(await error).toBeInstanceOf(AbortedError);
    expect(await error).toMatchObject({ message: expect.stringContaining('the gateway was reset') });
  });

  it('aborts callbacks in progress and does not list them', async () => {
    let aborted = false;
    const addresses = {
      fetch: (request: Request) =>
        new Promise<Response>(() => {
          request.signal.addEventListener('abort', () => {
            aborted = true;
          });
        }),
    };
    const gateway = gatewayOf({ callbacks: { addresses } });
    await sendOne(gateway);
    gateway.wait(5);
    const settled = gateway.sandbox.callbacks.settle();
    await vi.waitUntil(() => gateway.sandbox.callbacks.waiting < 2);
    await gateway.sandbox.reset();
    expect(await settled).toEqual([]);
    expect(aborted).toBe(true);
    expect(gateway.sandbox.callbacks.sent).toEqual([]);
  });
});

describe('close, in process,', () => {
  it('drops pending responses, refuses later calls, and rejects waitForMessage', async () => {
    const sandbox = createSandbox({ accounts: [BOB], latency: 3_600_000 });
    const send = (): Promise<unknown> =>
      rejection(httpOf(sandbox, 'of-bob').sms.send({ to: '500100200', message: 'Hi' }));
    const under = send();
    const waiting = rejection(sandbox.waitForMessage({ to: '500100201' }));
    await sandbox.waitForMessage({ to: '500100200' });
    await sandbox.close();
    await sandbox.close();
    expect(await under).toMatchObject({ outcome: 'unknown' });
    expect(await under).toBeInstanceOf(ConnectionError);
    expect(await send()).toMatchObject({ outcome: 'not-sent' });
    expect(await waiting).toMatchObject({ message: expect.stringContaining('the gateway was closed') });
    expect(await rejection(sandbox.waitForMessage({ to: '500100201' }))).toBeInstanceOf(AbortedError);
    expect((await sandbox.waitForMessage({ to: '500100200' })).id).toBe('1001');
  });
});
