import { describe, expect, it, onTestFinished } from 'vitest';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { startRawServer } from '../support/raw-server.js';

// Minimal cases of defects that the fault suite (test/faults) found.

const credentials = { username: 'alice', password: 'sesame' };
function clientWith(options: Partial<SmsServiceClientOptions>): SmsServiceClient {
  const client = new SmsServiceClient({ url: 'http://localhost/soap', credentials, ...options });
  onTestFinished(() => client.close({ abort: true }));
  return client;
}

describe('a retry', () => {
  it.each<[string, Partial<SmsServiceClientOptions>]>([
    ['as it is', {}],
    ['with events', { onEvent: () => undefined }],
    ['with several addresses', { url: ['http://localhost/one', 'http://localhost/two'] }],
  ])('waits as long as Retry-After says, by a client %s', async (_which, options) => {
    const transport = fakeTransport({
      status: 503,
      headers: { 'content-type': 'text/html', 'retry-after': '7' },
      body: Buffer.from('<html>busy</html>'),
    });
    const delays: number[] = [];
    const client = clientWith({
      ...options,
      transport,
      // Ends the call when the pause begins.
      onEvent: (event) => {
        if (event.type !== 'retry') return;
        delays.push(event.delayMs);
        void client.close({ abort: true });
      },
    });
    await rejection(client.checkPoints());
    expect(delays).toHaveLength(1);
    expect(delays[0]).toBeGreaterThanOrEqual(7000);
  });

  it('warns of nothing when many calls pause at once', async () => {
    const warnings: string[] = [];
    const keep = ({ message }: Error): unknown => warnings.push(message);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    let calls = 0;
    const transport = fakeTransport(async () => {
      calls += 1;
      if (calls <= 40) throw new Error('lost');
      const body = Buffer.from(soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>'));
      return { status: 200, headers: { 'content-type': 'text/xml' }, body };
    });
    const client = clientWith({ transport, maxConcurrency: 40, retry: { baseDelayMs: 20 } });
    const { signal } = new AbortController();
    const options = (index: number): object => (index % 2 === 0 ? { signal } : {});
    await Promise.all(Array.from({ length: 40 }, (_, index) => client.checkPoints(options(index))));
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});

describe('a response that ends without an error', () => {
  it('is a lost connection: an unrequested upgrade (101)', async () => {
    const upgrade = Buffer.from(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    );
    const server = await startRawServer(upgrade, 'keep');
    onTestFinished(() => server.close());
    const client = clientWith({ url: server.url, retry: false });
    const error = await rejection(client.checkPoints({ timeoutMs: 5000 }));
    expect(error).toMatchObject({ code: 'CONNECTION', outcome: 'unknown' });
  });
});
