import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Credentials, SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport } from '../support/fake-transport.js';

const NEW: Credentials = { username: 'alice', password: 'new-password' };
const OLD: Credentials = { username: 'alice', password: 'old-password' };
const url = 'http://gateway.test/';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gateway that knows the new password only, and a client whose function gives these, one after the other. */
function rotated(
  input: readonly (Credentials | Error)[],
  options: Partial<SmsServiceClientOptions> = {},
): { readonly client: SmsServiceClient; readonly requested: ReturnType<typeof vi.fn>; readonly sandbox: Sandbox } {
  const sandbox = createSandbox({ accounts: [{ ...NEW, points: 10 }] });
  const requested = vi.fn(async () => {
    const next = input[Math.min(requested.mock.calls.length, input.length) - 1];
    if (next instanceof Error) throw next;
    return next as Credentials;
  });
  const client = new SmsServiceClient({ url, credentials: requested, transport: sandbox.transport(), ...options });
  return { client, requested, sandbox };
}

describe('credentials that a function gives', () => {
  it('are used for the time that they live, and by calls that begin together', async () => {
    const { client, requested } = rotated([NEW], { credentialsTtlMs: 1000 });
    await Promise.all([client.checkPoints(), client.checkPoints(), collect(client.streamNumbers(1)).catch(() => [])]);
    await vi.advanceTimersByTimeAsync(999);
    await client.checkPoints();
    expect(requested).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    await client.checkPoints();
    expect(requested).toHaveBeenCalledTimes(2);
  });

  it('are asked for again when the gateway refuses them, once', async () => {
    const { client, requested } = rotated([OLD, NEW], { credentialsTtlMs: 60_000 });
    expect(await client.checkPoints()).toBe(10);
    expect(await client.checkPoints()).toBe(10);
    expect(requested).toHaveBeenCalledTimes(2);
  });

  it('are asked for once where several calls were refused together', async () => {
    const { client, requested } = rotated([OLD, NEW], { credentialsTtlMs: 60_000 });
    expect(await Promise.all([client.checkPoints(), client.checkPoints(), client.checkPoints()])).toEqual([10, 10, 10]);
    expect(requested).toHaveBeenCalledTimes(2);
  });

  it('are asked for again for a response that is read as it arrives', async () => {
    const { client, requested } = rotated([NEW, OLD, NEW], { credentialsTtlMs: 1000 });
    const { groupId } = await client.addGroup({ name: 'Customers' });
    await client.addNumber({ number: '48500100200', name: 'Anna', groupId });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await collect(client.streamNumbers(groupId))).toMatchObject([{ number: '48500100200' }]);
    expect(requested).toHaveBeenCalledTimes(3);
  });

  it.each<[string, (Credentials | Error)[], number]>([
    ['the same again', [OLD], 1],
    ['others that are refused, too', [OLD, { ...OLD, password: 'other-password' }], 2],
    ['none', [OLD, new Error('the vault is down')], 1],
  ])('keep the refusal if the function returns %s', async (_what, input, requests) => {
    const { client, requested } = rotated(input, { credentialsTtlMs: 60_000, transport: refusing() });
    expect(await rejection(client.checkPoints())).toMatchObject({ name: 'AuthenticationError', outcome: 'rejected' });
    expect([requested.mock.calls.length, sent]).toEqual([2, requests]);
  });

  it.each([undefined, 60_000])('are waited for no longer than their own limit (a time to live of %s)', async (ttl) => {
    const never = (): Promise<Credentials> => new Promise(() => undefined);
    const transport = createSandbox().transport();
    const client = new SmsServiceClient({ url, credentials: never, transport, credentialsTtlMs: ttl });
    const first = rejection(client.checkPoints({ timeoutMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toMatchObject({
      name: 'CredentialsError',
      message: 'soap_CheckPoints: the function for the credentials took longer than 10000 ms; nothing was sent',
      outcome: 'not-sent',
      retryable: true,
    });
    const second = rejection(client.checkPoints());
    await vi.advanceTimersByTimeAsync(9_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await second).toMatchObject({ name: 'CredentialsError' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

let sent = 0;

function refusing(): ReturnType<ReturnType<typeof createSandbox>['transport']> {
  sent = 0;
  const gateway = createSandbox({ accounts: [{ ...NEW, points: 10 }] }).transport();
  return {
    send: (request) => {
      sent += 1;
      return gateway.send(request);
    },
  };
}

describe('a token that a function gives', () => {
  const order = { to: '48500100200', message: 'Hi' };

  it('is asked for again when the gateway refuses it, and the message is sent once', async () => {
    const sandbox = createSandbox({ accounts: [{ ...NEW, points: 10, tokens: ['new-token'] }] });
    const token = vi.fn(() => (token.mock.calls.length === 1 ? 'old-token' : 'new-token'));
    const http = new SmsServiceHttpClient({ url, token, credentialsTtlMs: 60_000, transport: sandbox.transport() });
    expect((await http.sms.send(order)).messages).toHaveLength(1);
    await http.profile.get();
    expect(token).toHaveBeenCalledTimes(2);
    expect(sandbox.account('alice')?.messages).toHaveLength(1);
  });

  it('is not requested again if an earlier attempt has an unknown outcome', async () => {
    let count = 0;
    const transport = fakeTransport(async () => {
      count += 1;
      if (count === 1) return { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') };
      const body = Buffer.from('{"error":101,"message":"Authorization failed"}');
      return { status: 401, headers: { 'content-type': 'application/json' }, body };
    });
    const token = vi.fn(() => `token-${token.mock.calls.length}`);
    const http = new SmsServiceHttpClient({ url, token, credentialsTtlMs: 60_000, transport });
    const refusal = rejection(http.sms.send(order));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refusal).toMatchObject({ name: 'AuthenticationError' });
    expect([token.mock.calls.length, count]).toEqual([1, 2]);
  });
});
