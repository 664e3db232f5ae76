import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type SandboxCallbackOptions } from '../../../src/sandbox/index.js';
import { ALICE, START } from '../setup.js';
import { gatewayWithCallbacks, handler, listener, TOKEN, valuesOf } from './setup.js';

const DELIVERED = [{ status: 'DELIVERED' }] as const;

describe('the addresses of an account', () => {
  it('are one for each kind, and a default for the other kinds', async () => {
    const [all, reports, sms] = [handler(), handler(), handler()];
    const { http, sandbox, after } = gatewayWithCallbacks(
      { all, reports, incomingSms: sms },
      { deliveryScript: DELIVERED },
    );
    await http.sms.send({ to: ['500100200', '500100201'], message: 'Hi' });
    sandbox.receive({ from: '500100200', text: 'Hi' });
    sandbox.receive({ from: '500100200', subject: 'Hi' });
    await after(0);
    expect([all, reports, sms].map(({ urls }) => urls.length)).toEqual([2, 1, 1]);
    expect(sandbox.callbacks.sent.map(({ kind }) => kind)).toEqual([
      'bulk-started',
      'sms-report',
      'incoming-sms',
      'incoming-mms',
    ]);
  });
  it('default to the addresses of the gateway, and of the main user for a sub-user', async () => {
    const [gateway, own] = [handler(), handler()];
    const users = [{ username: 'alice_shop', password: 'x', tokens: ['sub-token'], limit: 5 }];
    const bob = { username: 'bob', password: 'x', tokens: ['bob-token'] };
    const sandbox = createSandbox({
      accounts: [{ ...ALICE, tokens: [TOKEN], callbacks: own, users }, bob],
      callbacks: { addresses: gateway },
      deliveryScript: DELIVERED,
      now: () => START,
    });
    for (const token of [TOKEN, 'sub-token', 'bob-token']) {
      const http = new SmsServiceHttpClient({ url: 'http://x/', token, transport: sandbox.transport() });
      await http.sms.send({ to: '500100200', message: 'Hi' });
    }
    await sandbox.callbacks.settle();
    expect(valuesOf(own.urls, 'username')).toEqual(['alice', 'alice_shop']);
    expect(valuesOf(gateway.urls, 'username')).toEqual(['bob']);
  });

  it('pass the peer 127.0.0.1 to a handler', async () => {
    const peers: string[] = [];
    const fetch = (_request: Request, { peer }: { readonly peer: string }): Response => {
      peers.push(peer);
      return new Response('OK');
    };
    const { sandbox, after } = gatewayWithCallbacks({ incomingSms: { fetch } });
    sandbox.receive({ from: '500100200', text: 'Hi' });
    await after(0);
    expect(peers).toEqual(['127.0.0.1']);
  });

  it.each([
    ['no address', 'shop', 'accounts[0].callbacks', /must be an absolute http/],
    ['credentials', 'http://a:b@shop.test/', 'accounts[0].callbacks', /credentials/],
    ['an unknown kind', { report: 'http://shop.test/' }, 'accounts[0].callbacks.report', /is unknown/],
  ])('are refused with %s', (_name, callbacks, path, why) => {
    const error = refusalOf(() => createSandbox({ accounts: [{ ...ALICE, callbacks }] }));
    expect(error).toMatchObject({ path, message: expect.stringMatching(why) });
  });
});

function refusalOf(act: () => unknown): ValidationError {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationError) return error;
  }
  throw new Error('it was not refused');
}

describe('the options of callbacks are refused with', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['six reports in a call', { reportsPerCall: 6 }, 'callbacks.reportsPerCall', /from 1 to 5/],
    ['no pause', { pausesMs: [] }, 'callbacks.pausesMs', /must not be empty/],
    [
      'an address as a host',
      { handlers: { 'http://x/': handler() } },
      'callbacks.handlers.http://x/',
      /must be a host name/,
    ],
    [
      'a host with a port',
      { allowedHosts: ['x', 'shop.test:80'] },
      'callbacks.allowedHosts[1]',
      /must not contain a port/,
    ],
  ])('%s', (_name, callbacks, path, why) => {
    const error = refusalOf(() => createSandbox({ callbacks: callbacks as SandboxCallbackOptions }));
    expect(error).toMatchObject({ path, message: expect.stringMatching(why) });
  });
});

describe('a notify_url', () => {
  const sentTo = async (notifyUrl: string, callbacks: SandboxCallbackOptions = {}): Promise<unknown> => {
    const { http, sandbox, after } = gatewayWithCallbacks(undefined, { callbacks, deliveryScript: DELIVERED });
    await http.sms.send({ to: '500100200', message: 'Hi', notifyUrl });
    await after(0);
    const [{ status, problem, repeatAt } = {} as never] = sandbox.callbacks.sent;
    return status === 200 ? 'sent' : [status, problem, repeatAt];
  };
  const REFUSED = [null, 'The host is not in allowedHosts: nothing was sent', null];

  it.each([
    'http://169.254.169.254/latest/',
    'http://192.168.0.1/',
    'https://shop.test/',
    'http://127.0.0.1.shop.test/',
    'http://localhost.shop.test/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
  ])('with another host is not called: %s', async (url) => {
    expect(await sentTo(url)).toEqual(REFUSED);
  });

  it('with this machine as host is called', async () => {
    const { url } = await listener();
    expect(await sentTo(url)).toBe('sent');
    expect(await sentTo(url.replace('127.0.0.1', '0x7f.1'))).toBe('sent');
  });

  it('with the host of a handler is passed to the handler, without a socket', async () => {
    const shop = handler();
    expect(await sentTo('https://Shop.test/a?b=c', { handlers: { 'shop.TEST': shop } })).toBe('sent');
    expect(shop.urls[0]).toMatch(/^https:\/\/shop\.test\/a\?b=c&MsgId=1001&/);
    expect(await sentTo('https://shop.test:8443/', { handlers: { 'shop.test': shop } })).toEqual(REFUSED);
    expect(await sentTo('https://shop.test:8443/', { handlers: { 'shop.test:8443': shop } })).toBe('sent');
    expect(await sentTo('https://sklep-ż.test/', { handlers: { 'sklep-ż.test': shop } })).toBe('sent');
    expect(await sentTo('https://shop.test/', { handlers: { 'shop.test:443': shop } })).toBe('sent');
    expect(await sentTo('http://[2001:DB8:0::1]/', { handlers: { '[2001:db8::1]': shop } })).toBe('sent');
  });

  it('with an allowed host is called, and so is the address of an account', async () => {
    const asked = [null, expect.stringMatching(/No response/), expect.any(Date)];
    // No name ends with .invalid: that it is asked for shows in the words.
    expect(await sentTo('http://shop.invalid/', { allowedHosts: ['SHOP.invalid'] })).toEqual(asked);
    expect(await sentTo('http://shop.invalid/', { allowedHosts: ['*'] })).toEqual(asked);
    expect(await sentTo('http://żółć.invalid/', { allowedHosts: ['ŻÓŁĆ.invalid'] })).toEqual(asked);
    expect(await sentTo('http://shop.invalid/a', { addresses: 'http://shop.invalid/' })).toEqual(asked);
  });
});
