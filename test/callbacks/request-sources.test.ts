import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseCallback } from '../../src/callbacks/index.js';
import { type ArrivedCallback, type ReadCallback } from '../../src/callbacks/reading/arrived.js';
import { fromFetch } from '../../src/callbacks/reading/from-fetch.js';
import { fromLambda } from '../../src/callbacks/reading/from-lambda.js';
import { fromNode } from '../../src/callbacks/reading/from-node.js';
import { readCallback } from '../../src/callbacks/reading/read-callback.js';
import { BOUNDARY, MMS, multipartBytes, refusalOf, settingsOf } from './support/requests.js';

const FORM = 'application/x-www-form-urlencoded';
const SMS = 'sms_to=48500100200&sms_from=48600100200&sms_text=Za%C5%BC%C3%B3%C5%82%C4%87+%2B';
const REPORT = 'MsgId=a,b&status=404&to=48500100200&points=0.16';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server that reads each request and returns the result; connections stay open for the responses. */
async function serverOf(
  read: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((request, response) => {
    read(request, response).then(
      (result) => response.end(JSON.stringify(result)),
      (error: unknown) => {
        response.statusCode = error instanceof Error && 'status' in error ? Number(error.status) : 500;
        response.end(String(error));
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { port: (server.address() as AddressInfo).port, server };
}

function summary(read: ReadCallback): unknown {
  return read.kind === 'probe' ? 'probe' : read.events.map(({ event }) => event);
}

const readNode = async (request: IncomingMessage): Promise<unknown> =>
  summary(await readCallback(fromNode(request), settingsOf()));

describe('a request of the Fetch API', () => {
  it('is read with its query, headers and body', async () => {
    const request = new Request('https://shop.example/sms?tenant=1', {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: SMS,
    });
    const arrived = fromFetch(request, '192.0.2.1');
    expect(arrived).toMatchObject({ method: 'POST', path: '/sms', query: 'tenant=1', peer: '192.0.2.1' });
    expect(arrived.header('content-type')).toBe(FORM);
    expect(arrived.header('x-missing')).toBeUndefined();
    expect(await parseCallback(request)).toMatchObject([{ type: 'incoming-sms', text: 'Zażółć +' }]);
  });
  it('is read with files, as FormData has them', async () => {
    const body = new FormData();
    for (const { disposition, content } of MMS) body.append(/"(.*)"/.exec(disposition)?.[1] ?? '', String(content));
    body.append('x', new File(['abc'], 'zażółć.txt', { type: 'text/plain' }));
    const [event] = await parseCallback(new Request('https://shop.example/', { method: 'POST', body }));
    expect(event).toMatchObject({ files: [{ name: 'zażółć.txt', type: 'text/plain', size: 3 }] });
    expect(await parseCallback(new Request('https://shop.example/', { method: 'POST', body: new FormData() }))).toEqual(
      [],
    );
  });

  it('is refused if its body was used, and read beside a clone', async () => {
    const init = { method: 'POST', headers: { 'content-type': FORM }, body: SMS };
    const request = new Request('https://shop.example/', init);
    expect(await parseCallback(request.clone())).toHaveLength(1);
    expect(await parseCallback(request)).toHaveLength(1);
    const why = 'the body was already read, and its content is lost';
    expect(await refusalOf(parseCallback(request))).toEqual(['', why]);
  });

  it('is not read further after an abort, and leaves no files', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sms-callbacks-'));
    closing.push(() => rm(folder, { recursive: true }));
    const controller = new AbortController();
    let wasCancelled = false;
    const start = multipartBytes([...MMS, { disposition: 'name="f"; filename="a"', content: 'x'.repeat(100_000) }]);
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array(start.subarray(0, 90_000))),
      cancel: () => {
        wasCancelled = true;
      },
    });
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const init = { method: 'POST', headers, body, signal: controller.signal, duplex: 'half' as const };
    const read = parseCallback(new Request('https://shop.example/', init), { filesFolder: folder });
    while ((await readdir(folder)).length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await refusalOf(read)).toEqual(['', 'the body is cut off']);
    expect(await readdir(folder)).toEqual([]);
    expect(wasCancelled).toBe(true);
  });
});

describe('a request of node:http', () => {
  it('is read with its query, headers, body and peer', async () => {
    let arrived: ArrivedCallback | undefined;
    const { port } = await serverOf(async (request) => {
      arrived = fromNode(request);
      return readNode(request);
    });
    const url = `http://127.0.0.1:${port}`;
    const posted = await fetch(`${url}/a%20b?x=1?2`, { method: 'POST', headers: { 'content-type': FORM }, body: SMS });
    expect(await posted.json()).toMatchObject([{ text: 'Zażółć +' }]);
    expect(arrived).toMatchObject({ method: 'POST', path: '/a%20b', query: 'x=1?2', peer: '127.0.0.1' });
    expect(await (await fetch(`${url}/?${REPORT}`)).json()).toMatchObject([{ messageId: 'a' }, { messageId: 'b' }]);
    expect(await (await fetch(`${url}/`)).json()).toBe('probe');
  });

  it('has all values of a repeated header', () => {
    const rawHeaders = ['Content-Type', 'a', 'X-Forwarded-For', '1', 'content-type', 'b', 'x-forwarded-for', '2, 3'];
    const { header } = fromNode({ method: 'GET', url: '/', rawHeaders, headers: { 'content-type': 'a', host: 'h' } });
    expect(['content-type', 'x-forwarded-for', 'host', 'x'].map(header)).toEqual(['a, b', '1, 2, 3', 'h', undefined]);
  });

  it('keeps its connection for the response if it is refused early', async () => {
    const { port } = await serverOf((request) =>
      readCallback(fromNode(request), settingsOf({ limits: { bodyBytes: 10 } })),
    );
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'content-type': FORM, 'transfer-encoding': 'chunked' };
      const request = send({ port, host: '127.0.0.1', method: 'POST', headers }, resolve);
      request.on('error', reject);
      request.write('a=12345678901234567890');
      closing.push(() => request.destroy());
    });
    expect(response.statusCode).toBe(413);
  });

  it.each([
    ['a form', FORM, Buffer.from(SMS)],
    [
      'a form with files',
      `multipart/form-data; boundary=${BOUNDARY}`,
      multipartBytes([...MMS, { disposition: 'name="f"; filename="a"', content: 'abc' }]),
    ],
  ])('that disconnects in %s is refused as truncated, and leaves no files', async (_what, type, body) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sms-callbacks-'));
    closing.push(() => rm(folder, { recursive: true }));
    const ends: Promise<unknown>[] = [];
    const { port } = await serverOf((request) => {
      const read = readCallback(fromNode(request), settingsOf({ filesFolder: folder }));
      ends.push(read.catch((error: unknown) => error));
      return read.catch(() => undefined);
    });
    for (const isChunked of [false, true]) {
      for (let length = 0; length < body.length; length += 23) {
        const wanted = ends.length + 1;
        await new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            const framing = isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
            socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${framing}\r\n\r\n`);
            if (isChunked) socket.write(length === 0 ? '' : `${length.toString(16)}\r\n`);
            socket.end(body.subarray(0, length));
            socket.resume();
          });
          socket.on('error', () => {});
          socket.on('close', () => resolve());
        });
        while (ends.length < wanted) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    for (const end of await Promise.all(ends)) {
      expect(end).toMatchObject({ name: 'RefusedRequest', status: 400, reason: 'the body is cut off' });
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused if its body was consumed, and read if a parser has parsed it', async () => {
    const bodies: Record<string, unknown> = { '/parsed': { sms_to: '1', sms_from: '2', sms_text: 'Hi' }, '/empty': {} };
    const { port } = await serverOf(async (request) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      const parsedBodies: Record<string, unknown> = { '/bytes': bytes, '/text': bytes.toString('utf8') };
      const { url = '' } = request;
      const rawBody = url === '/raw' ? bytes : undefined;
      return readNode(Object.assign(request, { body: bodies[url] ?? parsedBodies[url], rawBody }));
    });
    const post = async (place: string): Promise<readonly [number, string]> => {
      const url = `http://127.0.0.1:${port}${place}`;
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': FORM }, body: SMS });
      return [response.status, await response.text()];
    };
    expect(await post('/nothing')).toEqual([400, expect.stringMatching(/was already read/)]);
    expect(await post('/empty')).toEqual([400, expect.stringMatching(/was already read/)]);
    expect(await post('/parsed')).toEqual([200, expect.stringMatching(/"text":"Hi"/)]);
    for (const place of ['/bytes', '/text', '/raw']) {
      expect(await post(place)).toEqual([200, expect.stringMatching(/"text":"Zażółć \+"/)]);
    }
  });
});

describe('an event of Lambda', () => {
  const sms = { body: SMS, isBase64Encoded: false };
  const encoded = { body: Buffer.from(SMS).toString('base64'), isBase64Encoded: true };
  const read = async (event: Parameters<typeof fromLambda>[0]): Promise<unknown> =>
    summary(await readCallback(fromLambda(event), settingsOf()));
  const V2 = {
    version: '2.0',
    rawPath: '/sms',
    rawQueryString: '',
    headers: { 'content-type': FORM },
    requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } },
  };
  const V1 = {
    httpMethod: 'POST',
    path: '/sms',
    headers: { 'Content-Type': FORM },
    multiValueHeaders: { 'Content-Type': [FORM] },
    requestContext: { identity: { sourceIp: '192.0.2.1' } },
  };
  const ALB = { httpMethod: 'POST', path: '/sms', headers: { 'content-type': FORM }, requestContext: { elb: {} } };

  it.each([
    ['HTTP API, function', V2, '192.0.2.1'],
    ['REST API', V1, '192.0.2.1'],
    ['load balancer', ALB, undefined],
  ])('is read from %s', async (_what, event, peer) => {
    for (const body of [sms, encoded]) expect(await read({ ...event, ...body })).toMatchObject([{ text: 'Zażółć +' }]);
    expect(fromLambda(event)).toMatchObject({ method: 'POST', path: '/sms', query: '', peer });
    for (const body of [null, '', undefined]) expect(await read({ ...event, body })).toBe('probe');
  });

  it.each([
    ['as it was sent', { ...V2, rawQueryString: 'MsgId=a%2Cb&to=%2B48' }, 'MsgId=a%2Cb&to=%2B48'],
    ['decoded', { ...V1, queryStringParameters: { MsgId: 'a,b', to: '+48' } }, 'MsgId=a%2Cb&to=%2B48'],
    [
      'by a load balancer, as it was sent',
      { ...ALB, queryStringParameters: { MsgId: 'a%2Cb', to: '%2B48+1' } },
      'MsgId=a%2Cb&to=%2B48+1',
    ],
  ])('has its query %s', async (_what, event, query) => {
    expect(fromLambda(event).query).toBe(query);
  });

  it.each([
    ['is no base64', { ...V2, body: 'a=!1', isBase64Encoded: true }],
    ['has lost bytes', { ...V2, body: 'sms_text=\ufffd' }],
    ['is shorter than was said', { ...V2, ...sms, headers: { 'content-type': FORM, 'content-length': '500' } }],
  ])('is refused if the body %s', async (_what, event) => {
    await expect(read(event)).rejects.toMatchObject({ name: 'RefusedRequest', status: 400 });
  });
});
