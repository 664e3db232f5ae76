import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionError, TimeoutError, TlsError } from '../../../src/errors/errors.js';
import { type RecordingProxy, startRecordingProxy } from '../../../src/replay/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import type { TransportResponse } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
const OK = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
let proxy: RecordingProxy;
let urls: string[] = [];
let isClosed = false;
/** What the gateway gives, or throws. */
let given: TransportResponse | Error = OK;

beforeEach(async () => {
  [urls, isClosed, given] = [[], false, OK];
  const transport = {
    send: async ({ url }: { readonly url: string }) => {
      urls.push(url);
      if (given instanceof Error) throw given;
      return given;
    },
    close: async () => {
      isClosed = true;
    },
  };
  const [to, httpTo] = ['http://gateway.test/api/soap', 'http://gateway.test/api/'];
  proxy = await startRecordingProxy({ to, httpTo, cassette: fileOf(), transport });
});
afterEach(() => proxy.close());

const token = { headers: { authorization: 'Bearer x' } };
const ask = (path: string, init: RequestInit = token): Promise<Response> => fetch(`${proxy.httpUrl}${path}`, init);

describe('a recording proxy', () => {
  it.each([
    [
      new ConnectionError('x', 'not-sent', { cause: refused }),
      'the gateway was not reached (ECONNREFUSED); nothing was sent',
    ],
    [new ConnectionError('x', 'not-sent'), 'the gateway was not reached; nothing was sent'],
    [new TlsError('x'), 'the gateway was not reached; nothing was sent'],
  ])('says that the gateway is away: %s', async (error, message) => {
    given = error;
    const response = await ask('profile');
    expect([response.status, await response.json()]).toEqual([502, { error: 'gateway_away', message }]);
    const fault = await fetch(proxy.url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' });
    expect(fault.status).toBe(502);
    expect(await fault.text()).toContain(message);
  });

  it.each([
    new ConnectionError('x', 'unknown', { cause: refused }),
    new TimeoutError('x', 10, 'not-sent'),
    new RangeError('x'),
  ])('loses the connection where it may have been asked, or failed otherwise: %s', async (error) => {
    given = error;
    expect(await rejection(ask('profile'))).toBeInstanceOf(TypeError);
    expect([urls.length, proxy.passedThrough]).toEqual([1, 0]);
  });

  it('does not close a transport that it was given', async () => {
    await proxy.close();
    expect(isClosed).toBe(false);
  });

  it('has a transport of its own where it was given none, and needs a cassette', async () => {
    const gateway = await startSandbox();
    const own = await startRecordingProxy({
      to: gateway.url,
      httpTo: gateway.httpUrl,
      cassette: `${fileOf()}.other.har`,
    });
    const response = await fetch(`${own.httpUrl}profile`, { headers: { authorization: 'Bearer demo-token' } });
    expect(await response.json()).toMatchObject({ points: expect.anything() });
    await own.close();
    await gateway.close();
    for (const nothing of [undefined, null]) {
      const options = { to: 'http://gateway.test/', cassette: nothing as never };
      expect(await rejection(startRecordingProxy(options))).toMatchObject({ message: 'cassette: is missing' });
    }
  });
});
