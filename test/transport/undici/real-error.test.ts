import { Agent, errors } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciTransport } from '../../../src/calls/index.js';
import { ProxyProblem } from '../../../src/transport/proxy/problem.js';
import { realError } from '../../../src/transport/undici/undici-signals.js';
import { rejection } from '../../support/collect.js';
import { serve } from '../../support/http-server.js';
import { requestFor } from '../../support/scripted-transport.js';
import { pem, startTlsServer } from '../../support/tls-server.js';

describe('what undici says of a proxy', () => {
  it.each([
    [new errors.RequestAbortedError('Proxy response (403) !== 200 when HTTP Tunneling'), 403],
    [new errors.InvalidArgumentError('Proxy Authentication Required (407)'), 407],
  ])('is its refusal: %s', (error, status) => {
    const said = realError(error);
    expect(said).toBeInstanceOf(ProxyProblem);
    expect(said).toMatchObject({ proxy: 'of the pool', status });
  });
});

describe('a proxy that answers in place of the server, over undici', () => {
  it('is reported, and the rest of its page is ignored', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(403, { server: 'tinyproxy/1.11.1' }).write('<html>');
    });
    const pool = new Agent();
    onTestFinished(() => pool.destroy());
    expect(await rejection(undiciTransport(pool).send(requestFor('soap_SendSms', { url })))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      message: `soap_SendSms: no connection to ${new URL(url).host}: the proxy on the way refused with HTTP status 403: it does not allow this address; nothing was sent`,
    });
    // An unhandled error would fail the run.
    await new Promise(setImmediate);
  });
});

describe('a server that requires a client certificate, over undici', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is reported as not-sent, by %s', async (version) => {
    const wants = { requestCert: true, ca: pem('second-authority'), minVersion: version, maxVersion: version };
    const server = await startTlsServer('right', 'yes', wants);
    onTestFinished(server.close);
    const pool = new Agent({ connect: { ca: pem('authority') } });
    onTestFinished(() => pool.destroy());
    for (let call = 0; call < 3; call++) {
      expect(
        await rejection(undiciTransport(pool).send(requestFor('soap_SendSms', { url: server.url }))),
      ).toMatchObject({
        name: 'TlsError',
        outcome: 'not-sent',
        message: expect.stringContaining('requires a client certificate'),
      });
    }
    expect(server.requests).toEqual([]);
  });
});
