import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { clientOf, http, serve, withLength } from './raw-http.js';
import { CLIENT_XML, requestOf } from './requests.js';
import { credentials, numbersResponse, WAYS } from './responses.js';

const ANSWER = numbersResponse('<result>0</result><arNumbers><i><number>1</number></i></arNumbers>');
const RECORDS = [{ number: '1', name: '', groupId: 7 }];
const XML = 'Content-Type: text/xml; charset=utf-8';

describe.each(WAYS)('a response over HTTP, read %s', (_way, read) => {
  it.each([
    ['HTTP/1.0, ended by the connection', http(`HTTP/1.0 200 OK\r\n${XML}`, ANSWER)],
    ['HTTP/1.0 with a length', withLength(`HTTP/1.0 200 OK\r\n${XML}`, ANSWER)],
    ['HTTP/1.1 without Content-Length', http(`HTTP/1.1 200 OK\r\n${XML}`, ANSWER)],
    ['Connection: close without a length', http(`HTTP/1.1 200 OK\r\n${XML}\r\nConnection: close`, ANSWER)],
    ['no Content-Type', withLength('HTTP/1.1 200 OK', ANSWER)],
    [
      'an informational response first',
      Buffer.concat([http('HTTP/1.1 100 Continue'), withLength(`HTTP/1.1 200 OK\r\n${XML}`, ANSWER)]),
    ],
    [
      'Set-Cookie: bytes beyond ASCII',
      withLength(`HTTP/1.1 200 OK\r\n${XML}\r\nSet-Cookie: a=\u00b3; Expires=never`, ANSWER),
    ],
    ['Set-Cookie: many', withLength(`HTTP/1.1 200 OK\r\n${XML}${'\r\nSet-Cookie: a=1'.repeat(50)}`, ANSWER)],
  ])('%s', async (_name, bytes) => {
    const { url } = await serve(bytes);
    expect(await read(clientOf(url))).toEqual(RECORDS);
  });

  it('and a cookie is never sent back', async () => {
    const { url, requests } = await serve(
      withLength(`HTTP/1.1 200 OK\r\n${XML}\r\nSet-Cookie: a=1; path=/`, ANSWER),
      'keep',
    );
    const client = clientOf(url);
    await read(client);
    await read(client);
    expect(requests).toHaveLength(2);
    expect(requests[1]).not.toMatch(/^cookie:/im);
  });
});

/** A server that answers the first request on a connection, and does something else with the second. */
async function answersOnce(
  second: (socket: net.Socket) => void,
  after: (socket: net.Socket) => void = () => undefined,
): Promise<{ url: string; connections: () => number; requests: () => number }> {
  let connections = 0;
  let requests = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      requests += 1;
      socket.write(withLength(`HTTP/1.1 200 OK\r\n${XML}\r\nConnection: keep-alive`, ANSWER));
      after(socket);
      socket.once('data', () => {
        requests += 1;
        second(socket);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, connections: () => connections, requests: () => requests };
}

describe.each(WAYS)('a kept connection, read %s', (_way, read) => {
  it.each([
    ['reset', (socket: net.Socket) => socket.resetAndDestroy()],
    ['closed', (socket: net.Socket) => socket.end()],
  ])('that is %s just as a request goes out: unknown, and not sent a second time', async (_how, second) => {
    const { url, requests } = await answersOnce(second);
    const client = clientOf(url);
    await read(client);
    expect(await rejection(read(client))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      retryable: false,
    });
    expect(requests()).toBe(2);
  });
});

describe('a request to the embedded gateway over HTTP', () => {
  const body = requestOf(`<n:soap_CheckPoints>${CLIENT_XML}</n:soap_CheckPoints>`);
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const length = `Content-Length: ${body.length}`;

  it.each([
    ['HTTP/1.1', `POST /soap HTTP/1.1\r\nHost: localhost\r\n${XML}\r\n${length}\r\nConnection: close\r\n\r\n${body}`],
    ['HTTP/1.0', `POST /soap HTTP/1.0\r\n${XML}\r\n${length}\r\n\r\n${body}`],
    [
      'in chunks',
      `POST /soap HTTP/1.1\r\nHost: localhost\r\n${XML}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunked}`,
    ],
  ])('%s', async (_name, request) => {
    const sandbox = await startSandbox({ accounts: [{ ...credentials, points: 7 }] });
    onTestFinished(sandbox.close);
    const socket = net.connect(sandbox.port, '127.0.0.1');
    socket.write(request);
    const response = Buffer.concat(await socket.toArray()).toString('utf8');
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(response).toContain('<points xsi:type="xsd:float">7</points>');
  });
});
