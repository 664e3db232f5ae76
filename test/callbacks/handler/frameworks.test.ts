import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { createServer as createHttp2Server, connect as http2Connect } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/description/events.js';
import { type CallbackHandler, callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import type { CallbackHandlerOptions } from '../../../src/callbacks/handler/handler-options.js';
import { deferred, idsOf, report } from './handler-calls.js';

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Listens on a free port. @returns the address of the handler */
async function listening(server: Server | ReturnType<typeof createHttp2Server>): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/cb`;
}

const serve = (listener: RequestListener): Promise<string> => listening(createServer(listener));

/** One framework for each way into the handler. `npm run test:slow -- frameworks` runs the others with the packed package. */
const FRAMEWORKS: Readonly<Record<string, (handler: CallbackHandler) => Promise<string>>> = {
  'node:http': (handler) => serve(handler.node),
  'Express with parsers of forms and JSON': (handler) => {
    const app = express();
    app.use(express.json(), express.urlencoded({ extended: true }));
    app.all('/cb', handler.node);
    return serve(app);
  },
  'Express with a parser of texts': (handler) => {
    const app = express();
    app.use(express.text({ type: 'application/x-www-form-urlencoded' }));
    app.all('/cb', handler.node);
    return serve(app);
  },
  'Fastify with a parser of forms': async (handler) => {
    const app = fastify();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    app.all('/cb', (request, reply) => {
      reply.hijack();
      void handler.node(request, reply.raw);
    });
    await app.ready();
    closing.push(() => app.close());
    return serve(app.routing);
  },
  Hono: (handler) => {
    const app = new Hono();
    app.all('/cb', (context) => handler.fetch(context.req.raw, { peer: getConnInfo(context).remote.address }));
    return serve(getRequestListener(app.fetch));
  },
};

const SMS = {
  sms_from: '48500100200',
  sms_to: '48500100201',
  sms_text: 'Zażółć 😀',
  sms_date: '1800000000',
  MsgId: '',
};
const MMS = { mms_from: '48500100200', mms_to: '48500100201', mms_subject: 'Zdjęcie', mms_date: '1800000000' };

function multipart(): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(MMS)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }), 'a.png');
  return form;
}

describe.each(Object.entries(FRAMEWORKS))('%s', (_name, start) => {
  const handlerWithSecret = (more: Partial<CallbackHandlerOptions> = {}): [CallbackHandler, CallbackEvent[]] => {
    const events: CallbackEvent[] = [];
    const onEvent = (event: CallbackEvent): void => void events.push(event);
    const secret = { query: 'key', value: 's' };
    return [callbackHandler({ onEvent, secret, allowedAddresses: ['127.0.0.1'], ...more }), events];
  };

  it('answers the check of an address by a POST without body and content type', async () => {
    const [handler, events] = handlerWithSecret();
    const url = await start(handler);
    expect(await (await fetch(`${url}?key=s`, { method: 'POST' })).text()).toBe('OK');
    expect((await fetch(`${url}?key=x`, { method: 'POST' })).status).toBe(403);
    expect(events).toEqual([]);
  });

  it('receives a report, an SMS and an MMS, and responds with exactly OK', async () => {
    const [handler, events] = handlerWithSecret();
    const url = `${await start(handler)}?key=s`;
    const answers = [
      await fetch(`${url}&${report(['1', '2'])}`),
      await fetch(url, { method: 'POST', body: new URLSearchParams(SMS) }),
      await fetch(url, { method: 'POST', body: multipart() }),
      await fetch(url),
      await fetch(url, { method: 'POST', body: new URLSearchParams() }),
    ];
    for (const answer of answers) {
      expect(await answer.text()).toBe('OK');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/plain');
      expect(answer.headers.get('content-length')).toBe('2');
    }
    expect(events).toMatchObject([
      { type: 'sms-report', messageId: '1' },
      { type: 'sms-report', messageId: '2' },
      { type: 'incoming-sms', text: 'Zażółć 😀' },
      { type: 'incoming-mms', subject: 'Zdjęcie', files: [{ name: 'a.png', type: 'image/png', size: 3 }] },
    ]);
  });
});

/** Sends bytes as they are, and gives back all that comes. */
function raw(url: string, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', reject).on('close', () => resolve(text));
    for (const piece of pieces) socket.write(piece);
  });
}

describe('node', () => {
  it('answers over HTTP/2, without the headers of a connection', async () => {
    const handler = callbackHandler({ onEvent: () => {} });
    const server = createHttp2Server((request, response) => void handler.node(request as never, response as never));
    const url = await listening(server);
    const client = http2Connect(new URL(url).origin);
    const stream = client.request({ ':path': `/cb?${report('1')}` });
    const headers = await new Promise<Readonly<Record<string, unknown>>>((resolve) => {
      stream.on('response', resolve);
    });
    stream.setEncoding('utf8');
    let text = '';
    for await (const piece of stream) text += String(piece);
    client.close();
    expect(headers).toMatchObject({ ':status': 200, 'content-length': '2' });
    expect(text).toBe('OK');
  });

  it('continues to handle an event if the client disconnects', async () => {
    const [begun, first] = [deferred(), deferred()];
    const events: CallbackEvent[] = [];
    const handler = callbackHandler({
      onEvent: async (event) => {
        begun.resolve();
        await first.promise;
        events.push(event);
      },
    });
    const ended: Promise<void>[] = [];
    const url = await serve((request, response) => void ended.push(handler.node(request, response)));
    const client = httpRequest(`${url}?${report('1')}`);
    client.on('error', () => {});
    client.end();
    await begun.promise;
    client.destroy();
    first.resolve();
    await Promise.all(ended);
    expect(idsOf(events)).toEqual(['1']);
    expect(await (await fetch(`${url}?${report('1')}`)).text()).toBe('OK');
    expect(events).toHaveLength(1);
  });

  it('closes only the connection of a client that sends too much', async () => {
    const handler = callbackHandler({
      onEvent: () => {},
      limits: { bodyBytes: 1000 },
      secret: { query: 'key', value: 's' },
    });
    const url = await serve(handler.node);
    const post = (path: string, length: number | 'chunked'): string =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n${
        length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
      }\r\n\r\n`;
    for (const head of [post('/cb', 1001), post('/cb', 'chunked'), post('/cb?key=s', 1_000_000)]) {
      expect(await raw(url, head)).toMatch(/^HTTP\/1\.1 4(?:03|13) .*\r\nconnection: close\r\n/is);
    }
    const kept = `${post('/cb', 3)}a=bGET /cb?key=s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expect((await raw(url, kept)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
  });

  it('does not write to a response that has already begun', async () => {
    const handler = callbackHandler({ onEvent: () => {} });
    const url = await serve((request, response) => {
      response.end('somebody else');
      void handler.node(request, response);
    });
    expect(await (await fetch(`${url}?${report('1')}`)).text()).toBe('somebody else');
  });
});

describe('lambda', () => {
  const handler = (): CallbackHandler =>
    callbackHandler({ onEvent: () => {}, secret: { query: 'key', value: 's' }, allowedAddresses: ['192.0.2.7'] });
  const OWN = `key=s&${report('1')}`;
  const V2 = {
    version: '2.0',
    rawPath: '/cb',
    rawQueryString: OWN,
    headers: {},
    requestContext: { http: { method: 'GET', sourceIp: '192.0.2.7' } },
  };

  it('answers an event of a function URL or of API Gateway, with its source address', async () => {
    expect(await handler().lambda(V2)).toEqual({
      statusCode: 200,
      statusDescription: '200 OK',
      headers: { 'content-type': 'text/plain', 'content-length': '2', 'cache-control': 'no-store' },
      body: 'OK',
      isBase64Encoded: false,
    });
    const stranger = { ...V2, requestContext: { http: { method: 'GET', sourceIp: '192.0.2.8' } } };
    expect(await handler().lambda(stranger)).toMatchObject({ statusCode: 403, body: 'Forbidden' });
    const form = Buffer.from(new URLSearchParams(SMS).toString()).toString('base64');
    const v1 = {
      httpMethod: 'POST',
      path: '/cb',
      queryStringParameters: { key: 's' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      requestContext: { identity: { sourceIp: '192.0.2.7' } },
      body: form,
      isBase64Encoded: true,
    };
    expect(await handler().lambda(v1)).toMatchObject({ statusCode: 200, body: 'OK' });
  });
});
