import { HttpResponse, http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetchTransport, httpTransport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { rejection } from '../../support/collect.js';
import { letsThrough, saysWhoHasNoAnswer } from './no-answer-suite.js';

const server = setupServer();
beforeAll(() => {
  // It prints each request that it has no handler for.
  console.error = () => undefined;
  server.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

describe.each([
  ['node:http', httpTransport],
  ['fetch', fetchTransport],
])('over %s', (_name, make) => {
  const says = /: MSW has no answer for this request: no interceptor or handler matches it; /;
  saysWhoHasNoAnswer('MSW with no handler', 'http://gateway.test', () => make(), says);
  saysWhoHasNoAnswer('MSW with no handler', 'https://gateway.test', () => make(), says);
  letsThrough((url) => {
    server.use(http.post(url, () => passthrough()));
    return make();
  });

  it.each(['http', 'https'])('its network error over %s is one, and none of TLS', async (protocol) => {
    const url = `${protocol}://gateway.test/soap`;
    server.use(http.post(url, () => HttpResponse.error()));
    const credentials = { username: 'alice', password: 'sesame-9' };
    const client = new SmsServiceClient({ url, credentials, transport: make(), retry: false });
    expect(await rejection(client.checkPoints())).toMatchObject({ name: 'ConnectionError' });
  });

  it.each(['http', 'https'])('what a handler of it has read over %s may have been carried out', async (protocol) => {
    const url = `${protocol}://gateway.test/soap`;
    let read = 0;
    server.use(
      http.post(url, async ({ request }) => {
        await request.text();
        read += 1;
        return HttpResponse.error();
      }),
    );
    const credentials = { username: 'alice', password: 'sesame-9' };
    const client = new SmsServiceClient({ url, credentials, transport: make() });
    const sent = client.sendSms({ to: '48500100200', message: 'Hi' });
    expect(await rejection(sent)).toMatchObject({ outcome: 'unknown' });
    expect(read).toBe(1);
  });
});
