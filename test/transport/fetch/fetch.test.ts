import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type FetchTransportOptions, fetchTransport, type TransportRequest } from '../../../src/calls/index.js';
import { collect, rejection } from '../../support/collect.js';
import { serve } from '../../support/http-server.js';
import { requestFor } from '../../support/scripted-transport.js';
import { startTlsServer } from '../../support/tls-server.js';
import { errorOf, untyped } from '../../support/unreadable.js';

const operation = 'soap_SendSms';
const url = 'https://gateway.test/soap';
type Fetch = typeof globalThis.fetch;

/** A transport over a fake `fetch`, and the calls of that. */
function over(answer: () => unknown, options: FetchTransportOptions = {}) {
  const calls: { url: unknown; init: RequestInit }[] = [];
  const fetch = (async (requested: unknown, init: RequestInit) => {
    calls.push({ url: requested, init });
    return answer();
  }) as Fetch;
  const transport = fetchTransport({ ...options, fetch });
  return { calls, transport, send: (more: Partial<TransportRequest> = {}) => transport.send(requestTo(more)) };
}

const requestTo = (more: Partial<TransportRequest> = {}): TransportRequest => requestFor(operation, { url, ...more });
const textOf = (body: unknown): string => Buffer.from(body as Uint8Array).toString();

/** What `fetch` of Node.js fails with. */
const fetchFailed = (code: string, more: object = {}): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }, more) });

describe('what fetch is given', () => {
  it('is the request, with redirects left alone', async () => {
    const { calls, send } = over(() => new Response('ok'), { headers: { 'X-One': '1', 'x-two': '2' } });
    const body = Buffer.from('<a/>');
    await send({ body, headers: { 'x-two': 'mine' } });
    expect(calls.map((call) => call.url)).toEqual([url]);
    expect(calls[0]?.init).toMatchObject({
      method: 'POST',
      headers: { 'user-agent': 'sms-service-client', 'x-one': '1', 'x-two': 'mine' },
      body,
      redirect: 'manual',
    });
    expect(calls[0]?.init).not.toHaveProperty('duplex');
  });

  it('is no GET with a body: nothing is sent', async () => {
    const { calls, send } = over(() => new Response('ok'));
    expect(await rejection(send({ method: 'GET', body: Buffer.from('x') }))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringContaining('fetch does not send a body with GET'),
    });
    await send({ method: 'GET', body: undefined });
    expect(calls).toHaveLength(1);
  });
});

describe('what fetch gives', () => {
  it('becomes a response, with each cookie for itself', async () => {
    const headers = new Headers({ 'X-One': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const response = await over(() => new Response('text', { status: 500, headers })).send();
    expect(response).toMatchObject({ status: 500, setCookies: ['a=1', 'b=2'] });
    expect(response.headers).toMatchObject({ 'x-one': '1', 'set-cookie': 'a=1, b=2' });
    expect(textOf(response.body)).toBe('text');
  });

  it('is a redirect as it is: the other address is not asked', async () => {
    let hits = 0;
    const { url: to } = await serve((_request, response) => {
      hits += 1;
      response.end();
    });
    const { url: from } = await serve((_request, response) => {
      response.writeHead(307, { location: to }).end('elsewhere');
    });
    const { status, headers } = await fetchTransport().send(requestTo({ url: from, body: Buffer.from('x') }));
    expect([status, headers['location'], hits]).toEqual([307, to, 0]);
  });

  it('is an error if a browser hides the redirect', async () => {
    const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), body: null };
    expect(await rejection(over(() => hidden).send())).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      message: expect.stringContaining('the server redirects; redirects are not followed'),
    });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no response', {}],
    ['an error response', Response.error()],
  ])('is an error with an unknown outcome for %s', async (_what, input) => {
    expect(await rejection(over(() => input).send())).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  it('is limited by its unpacked size, complete and streamed', async () => {
    const { url: zipped } = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(100_000)));
    });
    const transport = fetchTransport({ maxResponseBytes: 50_000, maxStreamBytes: 60_000 });
    expect(await rejection(transport.send(requestTo({ url: zipped })))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('more than 50000 bytes'),
    });
    const { body } = await transport.send(requestTo({ url: zipped, streams: true }));
    expect(await rejection(collect(body as AsyncIterable<Uint8Array>))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('more than 60000 bytes'),
    });
  });
});

describe('what fetch fails with', () => {
  const fails = (error: unknown, more: Partial<TransportRequest> = {}): Promise<unknown> =>
    rejection(
      over(() => {
        throw error;
      }).send(more),
    );

  it.each([
    ['a refused connection', fetchFailed('ECONNREFUSED', { syscall: 'connect' }), 'no server listens on this port'],
    ['an unknown host', fetchFailed('EAI_AGAIN', { syscall: 'getaddrinfo' }), 'could not be looked up'],
    ['a host that does not answer', fetchFailed('UND_ERR_CONNECT_TIMEOUT'), 'the host does not answer'],
    [
      'a host whose addresses all refuse',
      fetchFailed('ECONNREFUSED', { errors: [Object.assign(new Error('x'), { syscall: 'connect' })] }),
      'no server listens on this port',
    ],
  ])('is not-sent after %s', async (_what, error, what) => {
    expect(await fails(error)).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      retryable: true,
      message: expect.stringMatching(`could not connect to gateway.test: .*${what}`),
    });
  });

  it.each([
    ['a connection that was reset', fetchFailed('ECONNRESET', { syscall: 'read' })],
    ['a code without the call of the system', fetchFailed('ECONNREFUSED')],
    [
      'several addresses, one of them connected',
      fetchFailed('X', { errors: [{ syscall: 'connect' }, new Error('x')] }),
    ],
    ['words alone', new TypeError('fetch failed')],
  ])('is unknown after %s', async (_what, error) => {
    expect(await fails(error)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', retryable: false });
  });

  it('is not-sent if the certificate is not trusted', async () => {
    const server = await startTlsServer('right', 'ok');
    try {
      const error = await rejection(fetchTransport().send(requestTo({ url: server.url })));
      expect(error).toMatchObject({ name: 'TlsError', outcome: 'not-sent' });
      expect(server.readable()).toBe(0);
    } finally {
      await server.close();
    }
  });

  it('shows nothing of the request', async () => {
    const error = await fails(new TypeError('sesame-9', { cause: new Error('sesame-9') }));
    const { message, stack, cause } = error as Error;
    expect(`${message}${stack}${(cause as Error).message}${(cause as Error).stack}`).not.toContain('sesame-9');
  });
});

describe('a call over a fetch that hears no signal', () => {
  it('ends all the same, and a response that comes later is left', async () => {
    let isLeft = false;
    let answer: (response: Response) => void = () => undefined;
    const { calls, send, transport } = over(() => new Promise<Response>((resolve) => (answer = resolve)));
    const failed = rejection(send());
    await transport.close?.();
    expect(await failed).toMatchObject({
      name: 'AbortedError',
      outcome: 'unknown',
      message: expect.stringContaining('the transport was closed'),
    });
    expect(calls[0]?.init.signal?.aborted).toBe(true);
    answer(new Response(new ReadableStream({ cancel: () => void (isLeft = true) })));
    await expect.poll(() => isLeft).toBe(true);
    expect(await rejection(send())).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent' });
  });

  it('ends while its response arrives', async () => {
    const controller = new AbortController();
    const { send } = over(() => new Response(new ReadableStream({ start: (body) => body.enqueue(Buffer.from('x')) })));
    const { body } = await send({ streams: true, signal: controller.signal });
    const pieces = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    expect(textOf((await pieces.next()).value)).toBe('x');
    controller.abort();
    expect(await rejection(pieces.next())).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
  });
});

it('a fetch that is no function is refused', async () => {
  expect(await errorOf(async () => fetchTransport({ fetch: untyped('fetch') }))).toMatchObject({
    name: 'ValidationError',
    path: 'fetch',
  });
});
