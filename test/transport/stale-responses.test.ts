import { gzipSync } from 'node:zlib';
import { ProxyAgent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpTransport, type Transport, undiciTransport } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { type AnsweringServer, startAnsweringServer, type Written } from '../support/answering-server.js';
import { rejection } from '../support/collect.js';
import { startProxy } from '../support/connect-proxy.js';
import { soapResponse } from '../support/fake-transport.js';
import { type MakeTransport, overHttp, overUndici } from '../support/http-transports.js';
import { pem } from '../support/tls-server.js';

const ca = [pem('authority'), pem('second-authority')];

/** A way to a server, with one connection. */
interface Way {
  readonly url: string;
  readonly transport: Transport;
}

type Connect = (server: AnsweringServer) => Promise<Way>;

const stored = (transport: Transport): Transport => {
  onTestFinished(() => transport.close?.());
  return transport;
};

const direct =
  (make: MakeTransport, scheme: string): Connect =>
  async ({ port }) => {
    const url = `${scheme}://127.0.0.1:${port}/`;
    return { url, transport: make(url, { connections: 1, ca }) };
  };

const throughTunnel: Connect = async ({ port }) => {
  const proxy = await startProxy({ port });
  onTestFinished(proxy.close);
  return {
    url: 'https://gateway.test/',
    transport: stored(httpTransport({ maxSockets: 1, ca, proxy: proxy.url })),
  };
};

const undiciThroughTunnel: Connect = async ({ port }) => {
  const proxy = await startProxy({ port });
  onTestFinished(proxy.close);
  const agent = new ProxyAgent({ uri: proxy.url, requestTls: { ca }, connections: 1 });
  onTestFinished(() => agent.destroy());
  return { url: 'https://gateway.test/', transport: undiciTransport(agent) };
};

type Framing = (body: string) => string;

const withLength: Framing = (body) =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const inChunks: Framing = (body) =>
  'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n' +
  `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)};a=b\r\n${body.slice(5)}\r\n0\r\nTrailer: x\r\n\r\n`;
/** Unpacking takes some turns. The text is one of gzip members that hold a part each. */
const packed = (body: string): Buffer => {
  const half = Math.floor(body.length / 2);
  const data = Buffer.concat([body.slice(0, half), body.slice(half)].map((part) => gzipSync(part)));
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: ${data.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), data]);
};
const untilClose: Framing = (body) => `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\n\r\n${body}`;

const DONE = soapResponse('soap_AddGroup', '<result>0</result><id_group>5</id_group>');
const TOO_MANY = soapResponse('soap_AddGroup', '<result>203</result><description>too many</description>');
const TAKEN = soapResponse('soap_AddGroup', '<result>13</result><description>no</description>');
const FAULT = withLength(
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode>' +
    '<faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>',
).replace('200 OK', '500 Oops');
const page = (status: string): string => withLength('<html>no</html>').replace('200 OK', status);

const PATIENT: SmsServiceClientOptions['retry'] = { attempts: 3, baseDelayMs: 1, maxDelayMs: 2 };

const DOUBTFUL = {
  name: 'ConnectionError',
  outcome: 'unknown',
  retryable: false,
  message:
    'soap_AddGroup: the response may be that of another request: the connection delivered more than one response; ' +
    'the request may have been carried out',
};

const add = (client: SmsServiceClient): Promise<{ readonly groupId: number }> => client.addGroup({ name: 'Friends' });

describe.each<[string, Connect, string | undefined]>([
  ['node:http', direct(overHttp, 'http'), undefined],
  ['node:https', direct(overHttp, 'https'), 'right'],
  ['a tunnel', throughTunnel, 'gateway'],
  ['undici', direct(overUndici, 'http'), undefined],
  ['undici with TLS', direct(overUndici, 'https'), 'right'],
  ['undici and a tunnel', undiciThroughTunnel, 'gateway'],
])('over %s', (_name, connect, certificate) => {
  /** Starts a server that answers so, and a client. */
  const startWith = async (
    answer: (count: number) => Written,
    options: Partial<SmsServiceClientOptions> = {},
  ): Promise<{ readonly server: AnsweringServer; readonly client: SmsServiceClient }> => {
    const server = await startAnsweringServer(answer, certificate);
    onTestFinished(server.close);
    const credentials = { username: 'alice', password: 'sesame' };
    const all = { credentials, adaptiveLimit: false, retry: PATIENT, ...(await connect(server)), ...options };
    return { server, client: new SmsServiceClient(all) };
  };

  /** The second request is answered in this way, all others as they should be. */
  const start = (second: Written, options?: Partial<SmsServiceClientOptions>): ReturnType<typeof startWith> =>
    startWith((count) => (count === 2 ? second : [withLength(DONE)]), options);

  describe.each<[string, Framing]>([
    ['a length', withLength],
    ['chunks', inChunks],
  ])('with %s, a change is not repeated, and its outcome is unknown', (_framing, framed) => {
    it.each<[string, Written]>([
      ['a refusal before the true response', [framed(TOO_MANY) + framed(DONE)]],
      ['a refusal before the first byte of the true response', [`${framed(TOO_MANY)}H`]],
      ['a refusal before the beginning of the true response', [`${framed(TOO_MANY)}HTTP/1.1 200 OK\r\nContent-`]],
      ['a line end between both', [`${framed(TOO_MANY)}\r\n${framed(DONE)}`]],
      ['a refusal for good before the true response', [framed(TAKEN) + framed(DONE)]],
      ['a Fault before the true response', [FAULT + framed(DONE)]],
      ['a page that refuses before the true response', [page('403 No') + framed(DONE)]],
      ['429 before the true response', [page('429 Slow') + framed(DONE)]],
      [
        'interim responses, a refusal and the true response',
        [`HTTP/1.1 103 Hints\r\nContent-Length: 3\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n${framed(TOO_MANY)}${framed(DONE)}`],
      ],
      ['the true response before a refusal', [framed(DONE) + framed(TOO_MANY)]],
      ['a refusal byte by byte, and the true response', [...framed(TOO_MANY).split(/(?<=.)/s), framed(DONE)]],
    ])('%s', async (_what, second) => {
      const { server, client } = await start(second);
      await add(client);
      expect(await rejection(add(client))).toMatchObject(DOUBTFUL);
      expect(server.requests()).toBe(2);
      expect(await add(client)).toEqual({ groupId: 5 });
      expect(server.connections()).toBe(2);
    });

    it('a refusal shortly before the true response, also without retries', async () => {
      const { server, client } = await start([framed(TOO_MANY), 1, framed(DONE)], { retry: false });
      await add(client);
      expect(await rejection(add(client))).toMatchObject(DOUBTFUL);
      expect(await add(client)).toEqual({ groupId: 5 });
      expect(server.requests()).toBe(3);
    });

    it('a refusal some time before the true response, which comes while the repetition is waited for', async () => {
      const { server, client } = await start([framed(TOO_MANY), 150, framed(DONE)], {
        retry: { attempts: 3, baseDelayMs: 400 },
      });
      await add(client);
      expect(await rejection(add(client))).toMatchObject(DOUBTFUL);
      expect(server.requests()).toBe(2);
    });
  });

  it('what reads is repeated', async () => {
    const points = withLength(soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>'));
    const few = withLength(soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>'));
    const { server, client } = await startWith((count) => [count === 2 ? few + points : points]);
    expect([await client.checkPoints(), await client.checkPoints()]).toEqual([7.25, 7.25]);
    expect(server.requests()).toBe(3);
  });

  it('a refusal alone is believed: what it allows is repeated', async () => {
    const { server, client } = await start([withLength(TOO_MANY)]);
    await add(client);
    expect(await add(client)).toEqual({ groupId: 5 });
    expect([server.requests(), server.connections()]).toEqual([3, 1]);
  });

  it('a line end behind a refusal is no response', async () => {
    const { server, client } = await start([`${withLength(TOO_MANY)}\r\n`]);
    await add(client);
    expect(await add(client)).toEqual({ groupId: 5 });
    expect(server.requests()).toBe(3);
  });

  it('a refusal and another response up to the end of the connection are no response', async () => {
    const { server, client } = await start([untilClose(TOO_MANY) + withLength(DONE), 'the end']);
    await add(client);
    expect(await rejection(add(client))).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
    expect(server.requests()).toBe(2);
  });

  it('a success on a new connection is accepted, even if more follows', async () => {
    const { server, client } = await startWith(() => [withLength(DONE) + withLength(TOO_MANY)]);
    expect([await add(client), await add(client)]).toEqual([{ groupId: 5 }, { groupId: 5 }]);
    expect(server.connections()).toBe(2);
  });

  it('a refusal on a new connection is not, when more follows', async () => {
    const { server, client } = await startWith((count) =>
      count === 1 ? [withLength(TOO_MANY) + withLength(DONE)] : [withLength(DONE)],
    );
    expect(await rejection(add(client))).toMatchObject(DOUBTFUL);
    expect(server.requests()).toBe(1);
  });

  it.each([
    ['refusal', withLength],
    ['compressed refusal', packed],
  ])('a call that waits for the connection of a %s is not given what comes behind that', async (_what, form) => {
    const { server, client } = await startWith((count) => {
      const own = withLength(DONE.replace('>5<', `>${count}<`));
      return count === 2 ? [form(TOO_MANY), 3, own] : [own];
    });
    expect(await add(client)).toEqual({ groupId: 1 });
    const refused = rejection(add(client));
    const waiting = await Promise.all([add(client), add(client)]);
    expect(await refused).toMatchObject(DOUBTFUL);
    expect(waiting.map(({ groupId }) => groupId).sort((one, other) => one - other)).toEqual([3, 4]);
    expect(server.requests()).toBe(4);
  });

  it('a call that waits for the connection of a refusal has it when nothing comes', async () => {
    const { server, client } = await startWith((count) => [
      withLength(count === 2 ? TOO_MANY : DONE.replace('>5<', `>${count}<`)),
    ]);
    await add(client);
    const all = await Promise.all([add(client), add(client), add(client)]);
    expect(all.map(({ groupId }) => groupId).sort((one, other) => one - other)).toEqual([3, 4, 5]);
    expect([server.requests(), server.connections()]).toEqual([5, 1]);
  });

  it.each([0, 4, 8, 12])(
    'a call that is aborted while it waits for the connection of a refusal, after %i ms',
    async (ms) => {
      const controller = new AbortController();
      const { server, client } = await startWith(
        (count) => {
          if (count === 2) setTimeout(() => controller.abort(), ms);
          return [withLength(count === 2 ? TOO_MANY : DONE)];
        },
        { retry: false },
      );
      await add(client);
      const refused = rejection(add(client));
      const ended = rejection(client.addGroup({ name: 'Others' }, { signal: controller.signal }));
      expect(await refused).toMatchObject({ name: 'RateLimitError', outcome: 'rejected' });
      expect(await ended).toMatchObject({ name: 'AbortedError' });
      // On a slow machine the wait may be over by then.
      await add(client);
      expect(await ended).toMatchObject({ outcome: server.requests() === 3 ? 'not-sent' : 'unknown' });
    },
  );
});
