import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { failover, httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceEvent } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { serve } from '../support/http-server.js';
import { everythingShown } from '../support/shown.js';

const credentials = { username: 'alice', password: 'sesame-0001' };

const addressOf = async (listener: RequestListener): Promise<string> => (await serve(listener)).url;

describe('the address and the headers of a request', () => {
  /** A page that shows all that it was sent, as PHP's `print_r($_SERVER)` does. */
  const echoing: RequestListener = (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => `[${name}] => ${String(value)}`);
    response
      .writeHead(500, { 'content-type': 'text/html' })
      .end(`<pre>${request.url}\n${headers.sort().join('\n')}</pre>`);
  };
  const basic = `Basic ${Buffer.from('proxy-user:proxy-Pass1').toString('base64')}`;
  const headers = { authorization: 'Bearer tok3n-of-mine', 'a-key': 'ab12', cookie: 'id=c00kie; theme=dark-blue' };

  it('are masked in the page that echoes them', async () => {
    const address = await addressOf(echoing);
    const events: SmsServiceEvent[] = [];
    const client = new SmsServiceClient({
      url: `${address}?key=qu3ry-key&n3ver-said&x=yz12#fragment`,
      credentials,
      transport: httpTransport({ headers }),
      retry: false,
      onEvent: (event) => events.push(event),
    });
    const error = await rejection(client.checkPoints());
    await client.close();
    expect(error).toMatchObject({ excerpt: expect.stringContaining('[authorization] => Bearer [redacted]') });
    const shown = everythingShown(error) + JSON.stringify(events);
    expect(shown.match(/qu3ry|n3ver|yz12|tok3n|ab12|c00kie|dark/g)).toBeNull();
  });

  it('are masked after decoding Basic authentication', async () => {
    const address = await addressOf((_request, response) => {
      response.writeHead(401, { 'content-type': 'text/html' }).end('No proxy-user with proxy-Pass1 here');
    });
    const transport = httpTransport({ headers: { authorization: basic } });
    const client = new SmsServiceClient({ url: address, credentials, transport, retry: false });
    expect(await rejection(client.checkPoints())).toMatchObject({ excerpt: 'No [redacted] with [redacted] here' });
    await client.close();
    await transport.close?.();
  });

  it('are masked also where another address was chosen, and in a gateway code', async () => {
    const address = await addressOf((_request, response) => {
      response.setHeader('content-type', 'text/xml');
      response.end(
        soapResponse('soap_CheckPoints', '<result>101</result><description>qu3ry-key, tok3n-of-mine</description>'),
      );
    });
    const inner = httpTransport({ headers });
    const client = new SmsServiceClient({
      url: 'http://127.0.0.1:1/soap?key=other-key',
      credentials,
      transport: inner,
      interceptors: [failover({ urls: [`${address}?key=qu3ry-key`] })],
      retry: false,
    });
    expect(await rejection(client.checkPoints())).toMatchObject({ description: '[redacted], [redacted]' });
    await client.close();
    await inner.close?.();
  });

  it('are not shown by errors and events if the connection fails', async () => {
    const events: SmsServiceEvent[] = [];
    const client = new SmsServiceClient({
      url: ['http://127.0.0.1:1/soap?key=qu3ry-key', 'http://127.0.0.1:1/s?key=other-key'],
      credentials,
      transport: httpTransport({ headers }),
      retry: { baseDelayMs: 1, maxTotalMs: 100 },
      onEvent: (event) => events.push(event),
    });
    const shown = everythingShown(await rejection(client.checkPoints())) + JSON.stringify(events);
    await client.close();
    expect(shown).not.toMatch(/qu3ry|other-key|tok3n|c00kie/);
    const refusal = (): unknown => new SmsServiceClient({ url: 'http://us3r:pa55word@gateway.test/', credentials });
    expect(refusal).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/us3r|pa55/) }));
  });
});
