import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionError, TimeoutError, TlsError } from '../../../src/errors/errors.js';
import {
  cassette,
  type RecordingProxy,
  type RecordingProxyOptions,
  responseXml,
  startRecordingProxy,
} from '../../../src/replay/index.js';
import type { Transport, TransportRequest } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';
import { requestXml } from '../requests.js';

const fileOf = cassetteFile();
const TO = 'https://gateway.test/soap';
let sent: TransportRequest[];
let closes: number;
let proxies: RecordingProxy[];

beforeEach(() => {
  sent = [];
  closes = 0;
  proxies = [];
});

afterEach(async () => {
  for (const proxy of proxies) await proxy.close();
});

/** A gateway that gives a group, or fails. */
function gateway(error?: Error): Transport {
  return {
    send: async (request) => {
      sent.push(request);
      if (error !== undefined) throw error;
      const body = Buffer.from(responseXml('soap_AddGroup', { result: 0, id_group: 7 }));
      return { status: 200, headers: { 'content-type': 'text/xml' }, body };
    },
    close: async () => void (closes += 1),
  };
}

async function started(options: Partial<RecordingProxyOptions> = {}, error?: Error): Promise<RecordingProxy> {
  const proxy = await startRecordingProxy({ to: TO, cassette: fileOf(), transport: gateway(error), ...options });
  proxies.push(proxy);
  return proxy;
}

const SOAP = { method: 'POST', headers: { 'content-type': 'text/xml' }, body: requestXml('Kraków') };
const askSoap = (proxy: RecordingProxy, path = '/soap'): Promise<Response> => fetch(new URL(path, proxy.url), SOAP);
const askHttp = (proxy: RecordingProxy, path = '/profile'): Promise<Response> =>
  fetch(new URL(path, proxy.url), { headers: { authorization: 'Bearer t0ken' } });

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

describe('a recording proxy whose gateway is unreachable', () => {
  it.each([
    [new ConnectionError('no', 'not-sent', { cause: systemError('ECONNREFUSED') }), ' (ECONNREFUSED)'],
    [new TlsError('no', { cause: systemError('CERT_HAS_EXPIRED') }), ' (CERT_HAS_EXPIRED)'],
    [new ConnectionError('no', 'not-sent'), ''],
  ])('answers 502 in the protocol of the call: %s%s', async (error, why) => {
    const proxy = await started({}, error);
    const words = `the gateway was not reached${why}; nothing was sent`;
    const soap = await askSoap(proxy);
    expect([soap.status, soap.headers.get('content-type')]).toEqual([502, 'text/xml; charset=utf-8']);
    expect(await soap.text()).toContain(`>${words}</faultstring>`);
    const http = await askHttp(proxy);
    expect([http.status, await http.json()]).toEqual([502, { error: 'gateway_away', message: words }]);
    expect(proxy.passedThrough).toBe(0);
  });

  it.each([
    new ConnectionError('lost', 'unknown', { cause: systemError('ECONNRESET') }),
    new TimeoutError('late', 1000, 'not-sent'),
    new RangeError('x'),
  ])('breaks the connection after other failures: %s', async (error) => {
    const proxy = await started({}, error);
    expect(await rejection(askSoap(proxy))).toMatchObject({ name: 'TypeError' });
    expect([sent.length, proxy.passedThrough]).toEqual([1, 0]);
  });
});

describe('the target address of a recording proxy', () => {
  const addresses = (): readonly string[] => sent.map(({ url }) => url);

  it('is the address of the gateway for SOAP calls to any path', async () => {
    const proxy = await started({ to: `${TO}?a=b` });
    await askSoap(proxy);
    await askSoap(proxy, '/other?c=d');
    expect(addresses()).toEqual([`${TO}?a=b`, `${TO}?a=b`]);
  });

  it.each([
    ['https://gateway.test/api/', 'https://gateway.test/api/profile'],
    ['https://gateway.test/api', 'https://gateway.test/api/profile'],
    [undefined, `${TO}/profile`],
  ])('is below the address of the HTTP interface, with the query, for other calls: %s', async (httpTo, address) => {
    const proxy = await started(httpTo === undefined ? {} : { httpTo });
    await askHttp(proxy);
    await askHttp(proxy, '/profile?x=1&y');
    expect(addresses()).toEqual([address, `${address}?x=1&y`]);
  });
});

describe('a recording proxy', () => {
  it('has its own addresses', async () => {
    const proxy = await started();
    const origin = `http://127.0.0.1:${proxy.port}`;
    expect([proxy.url, proxy.httpUrl, proxy.wsdlUrl]).toEqual([`${origin}/soap`, `${origin}/`, `${origin}/soap?wsdl`]);
  });

  it('forwards and counts other requests', async () => {
    const proxy = await started();
    const response = await fetch(proxy.url, { ...SOAP, body: '<hello/>' });
    expect([response.status, proxy.passedThrough, sent.length]).toEqual([200, 1, 1]);
    await askSoap(proxy);
    expect([proxy.passedThrough, sent.length]).toEqual([1, 2]);
  });

  it("closes neither the user's transport nor the user's cassette", async () => {
    const file = fileOf();
    const proxy = await started();
    await askSoap(proxy);
    await proxy.close();
    expect(closes).toBe(0);
    await expect(askSoap(proxy)).rejects.toThrow('fetch failed');
    const tape = cassette(file, { mode: 'record', transport: gateway() }, {});
    const other = await started({ cassette: tape });
    await other.close();
    await tape.send({
      ...SOAP,
      method: 'POST',
      url: TO,
      operation: 'x',
      idempotent: false,
      body: Buffer.from(SOAP.body),
    });
    await tape.close();
  });

  it.each([
    ['cassette', undefined, 'cassette: is missing'],
    ['cassette', null, 'cassette: is missing'],
    ['httpTo', 'gateway', 'httpTo: must be an absolute http or https address'],
  ])('requires valid options: %s %s', async (path, value, message) => {
    const options = { to: TO, cassette: fileOf(), [path]: value } as RecordingProxyOptions;
    expect(await rejection(startRecordingProxy(options))).toMatchObject({ name: 'ValidationError', path });
    await expect(startRecordingProxy(options)).rejects.toThrow(message);
  });
});
