import http, { type AgentOptions } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpTransport, type TransportRequest, type UndiciDispatcher, undiciTransport } from '../../src/calls/index.js';
import { checkTrust, SmsServiceError } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { serve } from '../support/http-server.js';
import { HTTP_TRANSPORTS } from '../support/http-transports.js';
import { startRawServer } from '../support/raw-server.js';

const PASSWORD = 'sesame-9';
const TEXT = 'Meet me at the old mill';
const NUMBER = '48500100200';
const BODY = `<password>${PASSWORD}</password><message>${TEXT}</message><to>${NUMBER}</to>`;

function requestTo(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  const headers = { 'content-type': 'text/xml' };
  const request = { method: 'POST', operation: 'soap_SendSms', idempotent: false } as const;
  return { ...request, url, headers, body: Buffer.from(BODY), ...more };
}

/** Everything that can be reached from a value, bytes as the text that they hold. */
function allOf(value: unknown, seen: Set<unknown> = new Set()): string {
  if (typeof value === 'string') return value;
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
  if (typeof value !== 'object' || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const parts = Reflect.ownKeys(value).map((key) => `${String(key)}=${allOf(Reflect.get(value, key), seen)}`);
  if (value instanceof Map || value instanceof Set) parts.push(allOf([...value], seen));
  return parts.join('\n');
}

/** All text that an error can show. */
function shown(error: unknown): string {
  return [
    String(error),
    inspect(error, { depth: 10, showHidden: true, maxStringLength: null }),
    inspect((error as Error).cause, { depth: 10, showHidden: true, maxStringLength: null }),
    JSON.stringify(error),
    allOf(error),
  ].join('\n');
}

function expectSafe(error: unknown): void {
  expect(error).toBeInstanceOf(SmsServiceError);
  const text = shown(error);
  for (const secret of [PASSWORD, 'sesame', TEXT, 'old mill', NUMBER]) expect(text).not.toContain(secret);
}

describe.each(HTTP_TRANSPORTS)('over %s, an error', (_name, make) => {
  const echo = `${BODY}\r\n`;

  it.each([
    ['that is no HTTP at all', echo],
    ['with a broken chunk', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${echo}`],
    ['with too much in its head', `HTTP/1.1 200 OK\r\nX-Echo: ${BODY.repeat(1000)}\r\n\r\n`],
  ])('about a response %s shows nothing of it', async (_what, response) => {
    const server = await startRawServer(Buffer.from(response), 'keep');
    onTestFinished(server.close);
    const error = await rejection(make(server.url).send(requestTo(server.url, { timeoutMs: 5000 })));
    // Messages of the parser contain fixed words only.
    const message: unknown = expect.stringMatching(/^(?!not shown).+/);
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', cause: { message } });
    expectSafe(error);
  });

  it.each([['an invalid value', { 'x-one': `${PASSWORD}\r\nx-two: 2` }]])(
    'about a header with %s: the request cannot be made',
    async (_what, headers) => {
      const { url } = await serve((_request, response) => response.end('ok'));
      const error = await rejection(make(url).send(requestTo(url, { headers })));
      expect(error).toMatchObject({
        name: 'ConnectionError',
        outcome: 'not-sent',
        retryable: false,
        message: expect.stringMatching(/^soap_SendSms: the request could not be made: [\w ]+; nothing was sent$/),
      });
      expectSafe(error);
    },
  );

  it('about a request that cannot be read is one of the library', async () => {
    const { url } = await serve((_request, response) => response.end('ok'));
    for (const name of ['url', 'operation', 'headers', 'body', 'signal', 'timeoutMs']) {
      const request = Object.defineProperty({ ...requestTo(url) }, name, {
        get: () => {
          throw new Error(PASSWORD);
        },
      });
      const error = await rejection(make(url).send(request));
      expect(error, name).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', retryable: false });
      expectSafe(error);
    }
  });

  it('about an address that is none does not show it', async () => {
    const { url } = await serve((_request, response) => response.end('ok'));
    const error = await rejection(make(url).send(requestTo(`http//alice:${PASSWORD}@gateway.test`)));
    expect(error).toMatchObject({ outcome: 'not-sent', retryable: false, cause: { code: 'ERR_INVALID_URL' } });
    expectSafe(error);
  });

  it('of an unread stream does not end the program', async () => {
    const errors: unknown[] = [];
    const keep = (error: unknown): unknown => errors.push(error);
    process.on('uncaughtException', keep);
    onTestFinished(() => void process.off('uncaughtException', keep));
    const { url } = await serve((_request, response) => {
      response.write('beginning', () => setImmediate(() => response.destroy()));
    });
    const { body } = await make(url).send(requestTo(url, { streams: true }));
    for (let count = 0; count < 20; count++) await turn();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(errors).toEqual([]);
    if (body instanceof Uint8Array) throw new Error('not streamed');
    const error = await rejection(
      (async () => {
        for await (const piece of body) expect(piece.length).toBeGreaterThan(0);
      })(),
    );
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });
});

/** A third-party error that contains its request. */
class AgentError extends Error {
  override readonly name: string = 'AgentError';
  readonly code = 'E_AGENT';
  readonly request = { body: BODY };
  readonly headers = new Map([['authorization', PASSWORD]]);

  constructor() {
    super(`cannot send ${BODY}\n    at ${PASSWORD}`, { cause: new Error(PASSWORD) });
  }
}

/** An error whose properties throw. */
const unreadable = (): unknown =>
  Object.defineProperties(new Error(PASSWORD), {
    ...Object.fromEntries(
      ['stack', 'code', 'name', 'message', 'cause'].map((name) => [
        name,
        {
          get: () => {
            throw new Error(PASSWORD);
          },
        },
      ]),
    ),
  });

const THROWN: readonly (readonly [string, () => unknown])[] = [
  ['an error that quotes the request', () => new AgentError()],
  ['an error with the code of another', () => Object.assign(new Error(BODY), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['an error that cannot be read', unreadable],
  ['a text', () => BODY],
  ['nothing', () => undefined],
];

describe('an agent that', () => {
  class Agent extends http.Agent {
    readonly #fail: (done?: (error: Error | null, socket: Socket) => void) => void;

    constructor(fail: (done?: (error: Error | null, socket: Socket) => void) => void, options: AgentOptions = {}) {
      super(options);
      this.#fail = fail;
    }

    override createConnection(_options: object, done?: (error: Error | null, socket: Socket) => void): undefined {
      this.#fail(done);
    }
  }

  const send = (agent: http.Agent, url = 'http://gateway.test/'): Promise<unknown> =>
    rejection(httpTransport({ agent }).send(requestTo(url, { timeoutMs: 5000 })));

  it.each(THROWN)('throws %s: nothing was sent', async (_what, make) => {
    const error = await send(
      new Agent(() => {
        throw make();
      }),
    );
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', retryable: false });
    expectSafe(error);
  });

  it.each(THROWN.slice(0, 2))('gives a socket that fails with %s', async (_what, make) => {
    const { url } = await serve((_request, response) => response.end('ok'));
    const error = await send(
      new Agent((done) => {
        const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => {
          done?.(null, socket);
          setImmediate(() => socket.destroy(make() as Error));
        });
      }),
      url,
    );
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    expectSafe(error);
  });
});

describe('a pool that', () => {
  const send = (dispatch: UndiciDispatcher['dispatch'], more?: Partial<TransportRequest>): Promise<unknown> =>
    rejection(undiciTransport({ dispatch }).send(requestTo('http://gateway.test/', { timeoutMs: 5000, ...more })));
  const controller = { abort: () => undefined, pause: () => undefined, resume: () => undefined };

  type Handler = Parameters<UndiciDispatcher['dispatch']>[1];
  const begin = (handler: Handler): void => handler.onRequestStart(controller);
  const respond = (handler: Handler): void => {
    begin(handler);
    handler.onResponseStart(controller, 200, {});
    handler.onResponseData(controller, Buffer.from('beginning'));
  };

  describe.each([
    ['at once', () => undefined, { outcome: 'not-sent', retryable: false }],
    ['after it has begun', begin, { outcome: 'unknown', retryable: false }],
  ])('throws %s', (_when, before, facts) => {
    it.each(THROWN)('%s', async (_what, make) => {
      const error = await send((_options, handler) => {
        before(handler);
        throw make();
      });
      expect(error).toMatchObject({ name: 'ConnectionError', ...facts });
      expectSafe(error);
    });
  });

  describe.each([
    ['before the request', () => undefined, 'not-sent'],
    ['in the middle of a response', respond, 'unknown'],
  ])('reports an error %s', (_when, before, outcome) => {
    it.each(THROWN)('%s', async (_what, make) => {
      const error = await send((_options, handler) => {
        before(handler);
        queueMicrotask(() => handler.onResponseError(controller, make() as Error));
        return true;
      });
      expect(error).toMatchObject({ name: 'ConnectionError', outcome });
      expectSafe(error);
    });
  });

  it('cannot be stopped does not keep a call from ending', async () => {
    const error = await send(
      (_options, handler) => {
        handler.onRequestStart({
          ...controller,
          abort: () => {
            throw new AgentError();
          },
        });
        return true;
      },
      { timeoutMs: 10 },
    );
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' });
    expectSafe(error);
  });
});

describe('checkTrust', () => {
  it.each(THROWN)('with an agent that throws %s reports that nothing was sent', async (_what, make) => {
    class Agent extends https.Agent {
      override createConnection(): never {
        throw make();
      }
    }
    const error = await rejection(checkTrust('https://gateway.test/', { agent: new Agent() }));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not-sent', retryable: false });
    expectSafe(error);
  });
});
