import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { httpTransport } from '../../src/calls/index.js';
import { ConnectionError } from '../../src/errors/errors.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { ALICE, CLIENT, CLIENT_XML, envelope, runningGateway, START } from './setup.js';

interface Page {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function ask(url: string, options: RequestOptions = {}, body?: string | Uint8Array): Promise<Page> {
  const request = http.request(url, { agent: false, ...options });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status, headers } = response;
  return { status, headers, body: Buffer.concat(await response.toArray()) };
}

const XML = { 'content-type': 'text/xml; charset=utf-8' };
const CHECK = envelope('soap_CheckPoints', CLIENT_XML);
const SMS = '<sms_param><to>500100200</to><message>Zażółć &amp; &lt;b&gt;</message></sms_param>';

describe('the server', () => {
  it('returns the same bytes as the in-process transport, for responses, refusals and Faults', async () => {
    const options = { accounts: [ALICE], now: () => START };
    const running = await runningGateway(options);
    const other = await runningGateway(options);
    const transport = other.transport();
    const requests: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [CHECK, XML],
      [envelope('soap_SendSms', CLIENT_XML + SMS), XML],
      [envelope('soap_GetSmsByIds', `${CLIENT_XML}<arIds><item>1001</item></arIds>`), XML],
      [envelope('soap_CheckPoints', CLIENT_XML.replace('alice', 'bob')), XML],
      [envelope('soap_Nothing', ''), XML],
      ['<broken', XML],
      [CHECK, { ...XML, soapaction: '"other"' }],
      [CHECK, { 'content-type': 'text/plain' }],
      [CHECK, { ...XML, 'content-encoding': 'gzip' }],
    ];
    for (const [text, headers] of requests) {
      const body = Buffer.from(text, 'utf8');
      const overHttp = await ask(running.url, { method: 'POST', headers }, body);
      const inProcess = await transport.send({
        url: '',
        operation: '',
        method: 'POST',
        idempotent: false,
        headers,
        body,
      });
      expect(overHttp.body).toEqual(inProcess.body);
      expect(overHttp.status).toBe(inProcess.status);
      expect(overHttp.headers).toMatchObject(inProcess.headers);
    }
  });

  it.each(['/soap', '/soap?a=b', '/', '/?c'])('accepts SOAP under %s, also without a length', async (path) => {
    const { port } = await runningGateway();
    const request = { method: 'POST', headers: { ...XML, 'transfer-encoding': 'chunked' } };
    expect((await ask(`http://127.0.0.1:${port}${path}`, request, CHECK)).status).toBe(200);
  });

  it.each([
    ['POST', '/sms.dO'],
    ['POST', '/SOAP'],
    ['GET', '/x?a=b&wsdl'],
    ['DELETE', '/profil'],
  ])('responds with 404 to %s %s, and lists the existing paths', async (method, path) => {
    const { port, url, httpUrl } = await runningGateway();
    const { status, headers, body } = await ask(
      `http://127.0.0.1:${port}${path}`,
      { method, headers: XML },
      method === 'POST' ? CHECK : undefined,
    );
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(String(body)).toBe(
      'Unknown path. Paths: /, /soap, /sms.do, /mms.do, /vms.do, /profile, /user.do, ' +
        `/sender.do, /hlr.do. POST SOAP 1.1 requests to ${url}; its WSDL is at ${url}?wsdl. The HTTP interface is at ` +
        `${httpUrl} (sms.do, mms.do, vms.do, profile, user.do, sender.do, hlr.do); requests need a token of an account.\n`,
    );
  });

  it('responds with 413 to a request of more than 16 MiB, whole or in chunks', async () => {
    const { url } = await runningGateway();
    const body = Buffer.alloc(16_777_217, 0x20);
    expect(await ask(url, { method: 'POST', headers: { ...XML, 'content-length': body.length } }, body)).toMatchObject({
      status: 413,
    });
    const chunked = { method: 'POST', headers: { ...XML, 'transfer-encoding': 'chunked' } };
    expect(await ask(url, chunked, body)).toMatchObject({ status: 413 });
  });

  it('accepts a request of 16 MiB', async () => {
    const { url } = await runningGateway();
    const body = Buffer.alloc(16_777_216, 0x20);
    body.write(CHECK);
    expect((await ask(url, { method: 'POST', headers: XML }, body)).status).toBe(200);
  });

  it('applies the IP filter to the address of the client', async () => {
    const refusing = await runningGateway({ accounts: [{ ...ALICE, allowedAddresses: ['192.0.2.7'] }] });
    const request = { method: 'POST', headers: XML };
    const send = envelope('soap_SendSms', CLIENT_XML + SMS);
    expect(String((await ask(refusing.url, request, send)).body)).toContain('>105<');
    const allowing = await runningGateway({ accounts: [{ ...ALICE, allowedAddresses: ['127.0.0.1'] }] });
    expect(String((await ask(allowing.url, request, send)).body)).toContain('>OK<');
  });
});

describe('a page for browsers', () => {
  it('is the WSDL with the real address', async () => {
    const { url, wsdlUrl } = await runningGateway();
    const { status, headers, body } = await ask(wsdlUrl);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    const wsdl = body.toString('utf8');
    expect(wsdl).toContain(`<soap:address location="${url}"/>`);
    expect(wsdl).not.toContain('http://localhost');
    expect(wsdl).toContain('<wsdl:operation name="soap_SendSmsExt">');
    expect(wsdl.trimEnd().endsWith('</wsdl:definitions>')).toBe(true);
  });
  it('is an explanation at the root', async () => {
    const { port, url } = await runningGateway();
    const { status, body } = await ask(`http://127.0.0.1:${port}/`);
    expect(status).toBe(200);
    expect(String(body)).toContain(`${url}?wsdl`);
    expect(String(body)).not.toContain('alice');
  });

  it.each([
    ['GET', '/soap', 'POST'],
    ['GET', '/soap?x=wsdlx', 'POST'],
    ['DELETE', '/', 'GET, HEAD, POST'],
    ['PUT', '/soap?wsdl', 'GET, HEAD, POST'],
  ])('is status 405 with help for %s %s', async (method, path, allow) => {
    const { port, url } = await runningGateway();
    const { status, headers, body } = await ask(`http://127.0.0.1:${port}${path}`, { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe(allow);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(String(body)).toContain(url);
  });
});

describe('a failure over HTTP', () => {
  const setUp = async (): Promise<{
    gateway: Awaited<ReturnType<typeof runningGateway>>;
    stub: SmsServiceStub;
  }> => {
    const gateway = await runningGateway();
    return { gateway, stub: new SmsServiceStub({ transport: httpTransport(), url: gateway.url }) };
  };
  const send = (stub: SmsServiceStub, timeoutMs?: number): Promise<unknown> =>
    stub.soap_SendSms({ client: CLIENT, sms_param: { to: '500100200', message: 'Hi' } }, { timeoutMs });

  it('drops the connection after the send, in the middle of the response', async () => {
    const { gateway, stub } = await setUp();
    gateway.failNext('*', { drop: 'after' });
    const error = await rejection(send(stub));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(gateway.account('alice')?.messages).toHaveLength(1);

    gateway.failNext('*', { drop: 'after' });
    const request = http.request(gateway.url, { agent: false, method: 'POST', headers: XML });
    request.end(CHECK);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let size = 0;
    response.on('data', (piece: Buffer) => {
      size += piece.length;
    });
    await rejection(once(response, 'end'));
    expect(size).toBe(Math.floor(Number(response.headers['content-length']) / 2));
  });
});

describe('a disconnected client', () => {
  it('does not affect other clients', async () => {
    const { port, url } = await runningGateway();
    const socket = net.connect(port, '127.0.0.1');
    socket.write('POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: 50\r\n\r\n<half');
    await new Promise((resolve) => setTimeout(resolve, 10));
    socket.destroy();
    expect((await ask(url, { method: 'POST', headers: XML }, CHECK)).status).toBe(200);
  });
});

/** Until the test ends, no timer goes off. @returns how many there are */
function countedTimers(): () => number {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => vi.getTimerCount();
}

describe('close()', () => {
  it('releases everything in every state of the connections: the program ends', async () => {
    const program = fileURLToPath(new URL('close-and-end.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], {
      timeout: 15_000,
    });
    expect(stdout).toBe('calls: 2\n');
  });

  it('refuses new connections, keeps the state readable, and can be repeated', async () => {
    const running = await startSandbox();
    await Promise.all([running.close(), running.close()]);
    await expect(running.close()).resolves.toBeUndefined();
    expect(await rejection(ask(running.url))).toMatchObject({ code: 'ECONNREFUSED' });
    expect(running.account('demo')?.points).toBe(100);
  });

  it('drops delayed responses, also pipelined ones', async () => {
    const running = await runningGateway();
    running.failEvery(1, '*', { delayMs: 3_600_000 });
    const waiting = countedTimers();
    const headers = `Host: localhost\r\nContent-Type: text/xml\r\nContent-Length: ${CHECK.length}\r\n\r\n`;
    const socket = net.connect(running.port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\n${headers}${CHECK}`.repeat(2));
    while (waiting() < 2) await turn();
    await running.close();
    expect(waiting()).toBe(0);
    socket.destroy();
  });
});
