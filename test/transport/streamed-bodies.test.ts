import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RequestBodySource, Transport, TransportRequest } from '../../src/calls/index.js';
import { collect, rejection } from '../support/collect.js';
import { serve } from '../support/http-server.js';
import { HTTP_TRANSPORTS, overHttp } from '../support/http-transports.js';

/** A source of pieces that records its use. It throws an error in the list and waits for a promise. */
function source(
  pieces: Iterable<Uint8Array | string | Error | Promise<unknown>>,
  length?: number,
): RequestBodySource & { readonly state: { opened: number; input: number; remaining: number } } {
  const state = { opened: 0, input: 0, remaining: 0 };
  return {
    state,
    length,
    async *open() {
      state.opened += 1;
      try {
        for (const piece of pieces) {
          if (piece instanceof Error) throw piece;
          if (piece instanceof Promise) {
            await piece;
            continue;
          }
          const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
          state.input += bytes.length;
          yield bytes;
        }
      } finally {
        state.remaining += 1;
      }
    },
  };
}

const lost = (): Error => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });

describe.each(HTTP_TRANSPORTS)('a body that is read while it is sent, over %s', (name, make) => {
  interface Seen {
    readonly length: string | undefined;
    readonly coding: string | undefined;
    readonly body: string;
  }
  /** A server that records its requests. */
  async function listening(): Promise<{
    readonly seen: Seen[];
    /** When the first request has begun to arrive. */
    readonly arrived: Promise<void>;
    send(body: RequestBodySource, more?: Partial<TransportRequest>): ReturnType<Transport['send']>;
  }> {
    const seen: Seen[] = [];
    let hasArrived = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
    const { url } = await serve(async (request, response) => {
      hasArrived();
      const pieces = await collect<Buffer>(request).catch(() => undefined);
      if (pieces === undefined) return;
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
      seen.push({ length, coding, body: Buffer.concat(pieces).toString() });
      response.end('done');
    });
    return { seen, arrived, send: sendingTo(url) };
  }
  function sendingTo(
    url: string,
  ): (body: RequestBodySource, more?: Partial<TransportRequest>) => ReturnType<Transport['send']> {
    const transport = make(url);
    const request: TransportRequest = { method: 'POST', url, operation: 'upload', idempotent: true, headers: {} };
    return (body, more) => transport.send({ ...request, body, ...more });
  }

  it('is sent with its length if that is known', async () => {
    const { seen, send } = await listening();
    const body = source(['one', '', ' two'], 7);
    expect((await send(body)).status).toBe(200);
    expect(seen).toEqual([{ length: '7', coding: undefined, body: 'one two' }]);
    expect(body.state).toEqual({ opened: 1, input: 7, remaining: 1 });
  });

  // A GET has no body over fetch.
  const methods = name === 'fetch' ? (['POST'] as const) : (['POST', 'GET'] as const);
  it.each(methods)('is sent in chunks without a length, with %s', async (method) => {
    const { seen, send } = await listening();
    await send(source(['one', '', ' two']), { method });
    expect(seen).toEqual([{ length: undefined, coding: 'chunked', body: 'one two' }]);
  });

  it.each([undefined, 0])('may be empty, with the length %s', async (length) => {
    const { seen, send } = await listening();
    expect((await send(source([], length))).status).toBe(200);
    expect(seen.map(({ body }) => body)).toEqual(['']);
  });

  it('is read no faster than it is taken', async () => {
    const piece = Buffer.alloc(65_536);
    const all = 4096;
    let take = (): void => undefined;
    const { url } = await serve(async (request, response) => {
      await new Promise<void>((resolve) => (take = resolve));
      for await (const _piece of request);
      response.end();
    });
    const body = source(
      Array.from({ length: all }, () => piece),
      all * piece.length,
    );
    const response = sendingTo(url)(body);
    let before = -1;
    while (before !== body.state.input || before === 0) {
      before = body.state.input;
      await sleep(100);
    }
    expect(before).toBeLessThan((all * piece.length) / 4);
    take();
    expect((await response).status).toBe(200);
    expect(body.state.input).toBe(all * piece.length);
  });

  it.each<[string, string[], number | undefined, string]>([
    ['fails before its first byte', [], undefined, 'not-sent'],
    ['fails behind bytes that went out', ['one'], undefined, 'unknown'],
    ['fails behind bytes that went out, with a length', ['one'], 7, 'unknown'],
  ])('is an error if it %s', async (_what, pieces, length, outcome) => {
    const { seen, arrived, send } = await listening();
    const body = source([...pieces, ...(pieces.length === 0 ? [] : [arrived]), lost()], length);
    const error = await rejection(send(body));
    expect(error).toMatchObject({
      name: 'RequestBodyError',
      code: 'REQUEST_BODY',
      outcome,
      retryable: false,
      operation: 'upload',
      message: expect.stringContaining('the body of the request could not be read'),
      cause: { message: 'EIO: i/o error, read' },
    });
    expect(seen).toEqual([]);
    // The next request uses another connection.
    expect((await send(source(['after']))).status).toBe(200);
    expect(seen.map(({ body }) => body)).toEqual(['after']);
  });

  it.each<[string, unknown[], number, string]>([
    ['has more bytes than its length', ['one', ' two'], 5, 'has more than the 5 bytes of its length'],
    ['has fewer bytes than its length', ['one'], 5, 'has 3 bytes, not the 5 of its length'],
    ['does not consist of bytes', [['o', 'n']], 2, 'does not consist of bytes'],
    ['has half a byte', ['one'], 2.5, 'has a length that is not a whole number of bytes'],
  ])('is an error if it %s', async (_what, pieces, length, what) => {
    const { seen, send } = await listening();
    const error = await rejection(send(source(pieces as string[], length)));
    expect(error).toMatchObject({ name: 'RequestBodyError', message: expect.stringContaining(what) });
    expect(seen).toEqual([]);
  });

  it.each([undefined, null, 0, '', 'text'])('is an error immediately if its source throws %j', async (thrown) => {
    const { seen, send } = await listening();
    const body: RequestBodySource = {
      open: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(thrown) }) }),
    };
    const error = await rejection(send(body, { timeoutMs: 2000 }));
    expect(error).toMatchObject({ name: 'RequestBodyError', outcome: 'not-sent', retryable: false });
    expect(seen).toEqual([]);
  });

  it.each([
    ['its time is over', () => ({ timeoutMs: 50 }), 'TimeoutError'],
    ['its caller aborts it', () => ({ signal: AbortSignal.timeout(50) }), 'AbortedError'],
  ])('is left when %s', async (_what, limits, expected) => {
    const { url } = await serve(() => undefined);
    let remaining = 0;
    const body: RequestBodySource = {
      async *open() {
        try {
          for (;;) {
            yield Buffer.from('more');
            await sleep(5);
          }
        } finally {
          remaining += 1;
        }
      },
    };
    const error = await rejection(sendingTo(url)(body, limits()));
    expect(error).toMatchObject({ name: expected, outcome: 'unknown' });
    await expect.poll(() => remaining).toBe(1);
  });

  it('is left when the response comes before its end', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(413).end('too much');
    });
    const body = source(Array.from({ length: 4096 }, () => Buffer.alloc(65_536)));
    const { status } = await sendingTo(url)(body);
    expect(status).toBe(413);
    await expect.poll(() => body.state.remaining).toBe(1);
  });
});

it('has an unknown outcome after its headers were sent with Expect: 100-continue', async () => {
  const { url, server } = await serve(() => undefined);
  const requested = new Promise((resolve) => server.on('checkContinue', resolve));
  const headers = { expect: '100-continue' };
  const body = source([requested, lost()], 3);
  const request = { method: 'POST', url, operation: 'upload', idempotent: true, headers, body } as const;
  expect(await rejection(overHttp(url).send(request))).toMatchObject({ name: 'RequestBodyError', outcome: 'unknown' });
});
