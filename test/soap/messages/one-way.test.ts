import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { caller, oneWay, service, string } from '../../../src/soap/index.js';

const log = oneWay<{ line: string }>({ name: 'log', namespace: 'urn:log', soapAction: '', input: { line: string } });
const Log = service({ name: 'Log', namespaces: { ns1: 'urn:log' }, operations: { log } });

const envelope = (body: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
const FAULT = envelope('<e:Fault><faultcode>e:Server</faultcode><faultstring>full</faultstring></e:Fault>');

function calling(status: number, body: string, contentType = 'text/xml'): Promise<unknown> {
  const transport: Transport = {
    send: async () => ({ status, headers: { 'content-type': contentType }, body: Buffer.from(body) }),
  };
  return caller(Log, { transport, url: 'http://127.0.0.1/' })(log, { line: 'a' });
}

describe('a call that is not answered', () => {
  it.each([
    ['202 and nothing', 202, ''],
    ['an empty Body', 200, envelope('')],
    ['a response all the same', 200, envelope('<logResponse/>')],
  ])('resolves to undefined for %s', async (_, status, body) => {
    expect(await calling(status, body)).toBeUndefined();
  });

  it.each([500, 200])('rejects for a Fault with status %i', async (status) => {
    await expect(calling(status, FAULT)).rejects.toMatchObject({ name: 'SoapFaultError', faultString: 'full' });
  });

  it.each([
    ['an error', 503, 'HttpStatusError'],
    ['a redirect', 302, 'HttpStatusError'],
  ])('rejects for %s', async (_, status, name) => {
    await expect(calling(status, '')).rejects.toMatchObject({ name });
  });
});
