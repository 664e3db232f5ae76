import { describe, expect, it, onTestFinished } from 'vitest';
import { type HttpTransportOptions, httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { pem, serveTls } from '../support/tls-server.js';

const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');

function clientFor(url: string, options: HttpTransportOptions = {}): SmsServiceClient {
  const transport = httpTransport(options);
  onTestFinished(() => transport.close?.());
  return new SmsServiceClient({ url, credentials: { username: 'alice', password: 'sesame' }, transport });
}

describe('TLS', () => {
  it('trusts the certificate authority in ca', async () => {
    const { url, requests } = await serveTls('right', POINTS);
    const client = clientFor(url, { ca: pem('authority') });
    expect([await client.checkPoints(), await client.checkPoints()]).toEqual([7.25, 7.25]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['an unknown authority', 'right', {}, 'option ca'],
    ['another host', 'other-host', { ca: pem('authority') }, 'another host'],
    ['an expired certificate', 'expired', { ca: pem('authority') }, 'expired'],
  ])('refuses %s, and sends no byte of the request', async (_name, certificate, options, reason) => {
    const server = await serveTls(certificate, POINTS);
    const error = await rejection(clientFor(server.url, options).checkPoints());
    expect(error).toMatchObject({
      name: 'TlsError',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringContaining(reason),
    });
    await expect.poll(server.open).toBe(0);
    expect([server.readable(), server.requests]).toEqual([0, []]);
  });
});
