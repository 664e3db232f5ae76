import { describe, expect, it, onTestFinished } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { AbortedError, ConnectionError, RateLimitError, TimeoutError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import {
  createSandbox,
  type RunningSandbox,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { ALICE, CLIENT, START } from '../setup.js';

const BOB = { username: 'bob', password: 'b', tokens: ['of-bob'], points: 10 };

interface LimitedGateway {
  readonly sandbox: Sandbox;
  readonly soap: SmsServiceClient;
  readonly http: SmsServiceHttpClient;
  readonly bob: SmsServiceHttpClient;
  wait(ms: number): void;
}

/** A gateway in process, and clients that try once. */
function limitedGateway(options: SandboxOptions): LimitedGateway {
  let nowMs = START.getTime();
  const accounts = [
    { ...ALICE, tokens: ['of-alice'], users: [{ username: 'alice_shop', password: 's', limit: 5 }] },
    BOB,
  ];
  const sandbox = createSandbox({ accounts, now: () => new Date(nowMs), ...options });
  return { ...clientsOf(sandbox, sandbox.transport()), sandbox, wait: (ms) => void (nowMs += ms) };
}

function clientsOf(sandbox: Sandbox | RunningSandbox, transport?: Transport): Omit<LimitedGateway, 'sandbox' | 'wait'> {
  const { url, httpUrl } =
    'url' in sandbox ? sandbox : { url: 'http://gateway.test/', httpUrl: 'http://gateway.test/' };
  const common = { retry: false, ...(transport === undefined ? {} : { transport }) } as const;
  return {
    soap: new SmsServiceClient({ url, credentials: CLIENT, ...common }),
    http: new SmsServiceHttpClient({ url: httpUrl, token: 'of-alice', ...common }),
    bob: new SmsServiceHttpClient({ url: httpUrl, token: 'of-bob', ...common }),
  };
}

const MESSAGE = { to: '500100200', message: 'Hi' };

describe('a limit by window', () => {
  it('accepts the given number of requests of an account over all interfaces, and refuses others with 203', async () => {
    const { sandbox, soap, http, bob, wait } = limitedGateway({ rateLimit: { requests: 2 } });
    await soap.checkPoints();
    wait(999);
    await http.sms.send(MESSAGE);
    for (const refused of [http.sms.send(MESSAGE), soap.sendSms(MESSAGE)]) {
      const error = await rejection(refused);
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error).toMatchObject({ result: 203, limit: 'rate', outcome: 'rejected', retryable: true });
    }
    expect(sandbox.messages()).toHaveLength(1);
    expect(sandbox.callCount()).toBe(4);
    await bob.sms.send(MESSAGE);
    // The window has begun with its first request.
    wait(1);
    await soap.sendSms(MESSAGE);
    await http.sms.send(MESSAGE);
    expect(await rejection(http.sms.send(MESSAGE))).toBeInstanceOf(RateLimitError);
  });

  it('responds with 429 and the remaining seconds, with the option', async () => {
    const { http, soap, wait } = limitedGateway({ rateLimit: { requests: 1, windowMs: 60_000, answer: 'status' } });
    await http.sms.send(MESSAGE);
    wait(500);
    for (const refused of [http.sms.send(MESSAGE), soap.sendSms(MESSAGE)]) {
      expect(await rejection(refused)).toMatchObject({ status: 429, retryAfterMs: 60_000, outcome: 'rejected' });
    }
  });

  it.each([
    [{}, 'rateLimit.requests'],
    [{ requests: 0 }, 'rateLimit.requests'],
    [{ requests: 1, windowMs: 0 }, 'rateLimit.windowMs'],
    [{ requests: 1, answer: 'html' }, 'rateLimit.answer'],
    [{ requests: 1, per: 5 }, 'rateLimit.per'],
  ])('%j is refused', (rateLimit, path) => {
    expect(() => createSandbox({ rateLimit } as never)).toThrow(expect.objectContaining({ path }));
  });
});

describe('a latency', () => {
  it('delays responses, but executes requests immediately', async () => {
    const { sandbox, http } = limitedGateway({ latency: 3_600_000 });
    const caller = new AbortController();
    const send = rejection(http.sms.send(MESSAGE, { signal: caller.signal }));
    await sandbox.waitForMessage();
    caller.abort();
    expect(await send).toBeInstanceOf(AbortedError);
    expect(await send).toMatchObject({ outcome: 'unknown' });
    expect(await rejection(http.sms.send(MESSAGE, { timeoutMs: 5 }))).toBeInstanceOf(TimeoutError);
  });
  it('ends when the gateway is closed, over a socket', async () => {
    const running = await startSandbox({ accounts: [BOB], latency: 3_600_000 });
    const send = rejection(clientsOf(running).bob.sms.send(MESSAGE));
    await running.waitForMessage();
    await running.close();
    expect(await send).toBeInstanceOf(ConnectionError);
    expect(await send).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    [-1, 'latency'],
    ['5', 'latency'],
    [{ fromMs: 5, toMs: 6 }, 'latency'],
  ])('%j is refused', (latency, path) => {
    expect(() => createSandbox({ latency } as never)).toThrow(expect.objectContaining({ path }));
  });
});

describe('loseNextAnswer', () => {
  it.each(['in process', 'over a socket'])('accepts one call and drops its response, %s', async (way) => {
    const running = await startSandbox({ accounts: [{ ...ALICE, tokens: ['of-alice'] }, BOB] });
    onTestFinished(() => running.close());
    const { soap, http } = clientsOf(running, way === 'in process' ? running.transport() : undefined);
    running.loseNextAnswer('soap_SendSms');
    expect(await rejection(soap.sendSms(MESSAGE))).toMatchObject({ code: 'CONNECTION', outcome: 'unknown' });
    expect(running.messages()).toHaveLength(1);
    await soap.sendSms(MESSAGE);
    running.loseNextAnswer();
    expect(await rejection(http.sms.send({ ...MESSAGE, once: false }))).toMatchObject({ outcome: 'unknown' });
    expect(running.messages()).toHaveLength(3);
    expect(() => running.loseNextAnswer('soap_Send')).toThrow(expect.objectContaining({ path: 'operation' }));
  });
});

describe('a failure of one account', () => {
  it('affects only calls of this account, by username and by token', async () => {
    const { sandbox, soap, http, bob } = limitedGateway({});
    sandbox.failNext('*', { result: 103 }, { username: 'alice' });
    sandbox.failNext('sms.do', { result: 104 }, { username: 'alice' });
    await bob.sms.send(MESSAGE);
    expect(await rejection(soap.checkPoints())).toMatchObject({ result: 103 });
    expect(await rejection(http.sms.send(MESSAGE))).toMatchObject({ result: 104 });
    await http.sms.send(MESSAGE);
    sandbox.loseNextAnswer('sms.do', { username: 'bob' });
    await http.sms.send(MESSAGE);
    expect(await rejection(bob.sms.send({ ...MESSAGE, once: false }))).toMatchObject({ outcome: 'unknown' });
  });
  it('can be set by token or username, also before the account exists', async () => {
    const { sandbox, soap, http, bob } = limitedGateway({ newAccounts: true });
    sandbox.failNext('*', { result: 104 }, { token: 'of-alice' });
    await bob.sms.send(MESSAGE);
    expect(await rejection(soap.checkPoints())).toMatchObject({ result: 104 });
    sandbox.failEvery(1, 'sms.do', { result: 103 }, { token: 'of-eve' });
    await http.sms.send(MESSAGE);
    const transport = sandbox.transport();
    const eve = new SmsServiceHttpClient({ url: 'http://x/', token: 'of-eve', transport, retry: false });
    expect(await rejection(eve.sms.send(MESSAGE))).toMatchObject({ result: 103 });
    expect(() => sandbox.loseNextAnswer('*', { username: 'bob', token: 'of-bob' })).toThrow(
      expect.objectContaining({ path: 'token' }),
    );
  });
});
