import { describe, expect, it } from 'vitest';
import { ConnectionError, ReplayMissError } from '../../../src/errors/errors.js';
import type { ArrivedRequest, HttpResponse, Reaction } from '../../../src/local-server/messages.js';
import { PROTOCOLS } from '../../../src/replay/protocols.js';
import { serveCalls, systemCodeOf } from '../../../src/replay/serving/serve.js';
import { brokenOff } from '../../../src/transport/in-memory.js';
import type { RequestInBytes } from '../../../src/transport/request-body.js';
import type { TransportResponse } from '../../../src/transport/transport.js';
import { requestXml } from '../requests.js';

const XML = requestXml('Kraków');
const OK: TransportResponse = {
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from('<ok/>'),
};

/** How a server read a request, and its response. */
interface Served {
  readonly reaction: Reaction;
  readonly sent: readonly RequestInBytes[];
}

/** Sends a request to a server whose call returns this response or fails with this error. */
async function ask(given: Partial<ArrivedRequest> = {}, end: TransportResponse | Error = OK): Promise<Served> {
  const sent: RequestInBytes[] = [];
  const handle = serveCalls(PROTOCOLS, async (request) => {
    sent.push(request);
    if (end instanceof Error) throw end;
    return end;
  });
  const reaction = await handle({
    method: 'POST',
    path: '/soap',
    query: '',
    headers: { 'content-type': 'text/xml' },
    body: Buffer.from(XML),
    address: '127.0.0.1',
    origin: 'http://127.0.0.1:8080',
    ...given,
  });
  return { reaction, sent };
}

/** A response without delay. */
async function responseTo(given: Partial<ArrivedRequest>, end?: TransportResponse | Error): Promise<HttpResponse> {
  const { reaction } = await ask(given, end);
  if (reaction.kind !== 'response') throw new Error(`the connection is lost: ${reaction.kind}`);
  expect(reaction.delayMs).toBe(0);
  return reaction.response;
}

/** Headers of a single connection (RFC 9110 section 7.6.1). */
const OF_ONE_CONNECTION = {
  connection: 'keep-alive, X-Hop ,x-other-HOP',
  'content-length': '5',
  expect: '100-continue',
  host: 'localhost',
  'http2-settings': 'AAMAAABk',
  'keep-alive': 'timeout=5',
  te: 'trailers',
  trailer: 'x-sum',
  'transfer-encoding': 'chunked',
  upgrade: 'h2c',
  'proxy-authorization': 'Basic aHVzaA==',
  'x-hop': '1',
  'x-other-hop': '2',
};
const KEPT = { 'x-kept': '1', 'content-type': 'text/xml' };

describe('a request to a server that plays or hands on', () => {
  it('is sent with its address, its bytes, the name of its operation and the signal of its end, once', async () => {
    const { signal } = new AbortController();
    const headers = { 'content-type': 'text/xml', soapaction: '"urn:sms-service#soap_AddGroup"' };
    const { sent, reaction } = await ask({ query: 'a=b', headers, signal });
    const url = 'http://127.0.0.1:8080/soap?a=b';
    expect(sent).toMatchObject([{ method: 'POST', url, operation: 'soap_AddGroup', idempotent: false, headers }]);
    expect(sent[0]?.signal).toBe(signal);
    expect(Buffer.from(sent[0]?.body ?? []).toString()).toBe(XML);
    const response = { ...OK, headers: { 'content-type': 'text/xml', 'content-length': '5' } };
    expect(reaction).toEqual({ kind: 'response', delayMs: 0, response });
  });

  it('is a request and no more, where it names no operation', async () => {
    expect((await ask()).sent).toMatchObject([{ operation: 'request' }]);
  });

  it('has no question mark where it has no query', async () => {
    const { sent } = await ask({ path: '/profile', method: 'GET', body: new Uint8Array(), headers: {} });
    expect(sent).toMatchObject([{ url: 'http://127.0.0.1:8080/profile', method: 'GET' }]);
  });

  it('has a body where it has bytes, or is no GET', async () => {
    const bodyOf = async (method: string, body: string): Promise<string | undefined> => {
      const { sent } = await ask({ path: '/sms.do', method, body: Buffer.from(body), headers: {} });
      const bytes = sent[0]?.body;
      return bytes && Buffer.from(bytes).toString();
    };
    expect(await bodyOf('GET', '')).toBeUndefined();
    expect(await bodyOf('GET', 'to=5')).toBe('to=5');
    expect(await bodyOf('POST', '')).toBe('');
  });

  it('keeps all headers but those of one connection and of the transport', async () => {
    const headers = { ...OF_ONE_CONNECTION, ...KEPT, 'accept-encoding': 'br', 'content-encoding': 'gzip' };
    const { sent } = await ask({ headers });
    expect(sent[0]?.headers).toEqual({ ...KEPT, 'content-encoding': 'gzip' });
  });

  it.each(['PUT', 'DELETE', 'HEAD'])('gets 405 with what is allowed for %s', async (method) => {
    const headers = { allow: 'GET, POST' };
    const { sent, reaction } = await ask({ method });
    expect(sent).toEqual([]);
    expect(reaction).toMatchObject({ response: { status: 405, headers, body: new Uint8Array() } });
  });

  it('gets 405 where no call is made so at its path', async () => {
    expect(await responseTo({ method: 'GET' })).toMatchObject({ status: 405 });
    expect(await responseTo({ method: 'GET', path: '/other', headers: {} })).toMatchObject({ status: 405 });
  });

  it('gets the WSDL with the address of the server for a GET alone', async () => {
    const wsdl = await responseTo({ method: 'GET', query: 'WSDL' });
    expect(wsdl.status).toBe(200);
    expect(Buffer.from(wsdl.body).toString()).toContain('<soap:address location="http://127.0.0.1:8080/soap"');
    expect(wsdl.headers['content-length']).toBe(String(wsdl.body.length));
    expect((await ask({ query: 'wsdl' })).sent).toHaveLength(1);
  });

  it('gets 413 where it was too large to be kept', async () => {
    const { sent, reaction } = await ask({ body: undefined });
    expect(sent).toEqual([]);
    expect(reaction).toMatchObject({
      response: { status: 413, headers: { 'content-type': 'text/xml; charset=utf-8' } },
    });
    const { body } = await responseTo({ body: undefined });
    expect(Buffer.from(body).toString()).toContain('A request has at most 16777216 bytes.');
  });
});

describe('a response of a server that plays or hands on', () => {
  it('keeps all headers but those of one connection, and says how long it is', async () => {
    const headers = { ...OF_ONE_CONNECTION, ...KEPT, 'content-encoding': 'gzip', 'accept-encoding': 'gzip' };
    const response = await responseTo({}, { ...OK, headers });
    expect(response.headers).toEqual({ ...KEPT, 'accept-encoding': 'gzip', 'content-length': '5' });
  });

  it('has each cookie by itself, where they came so', async () => {
    const setCookies = ['a=1', 'b=2'];
    const headers = { ...KEPT, 'set-cookie': 'a=1, b=2' };
    expect((await responseTo({}, { ...OK, headers, setCookies })).headers['set-cookie']).toEqual(setCookies);
    expect((await responseTo({}, { ...OK, headers })).headers['set-cookie']).toBe('a=1, b=2');
    const ofConnection = { ...headers, connection: 'set-cookie' };
    expect((await responseTo({}, { ...OK, headers: ofConnection, setCookies })).headers).not.toHaveProperty(
      'set-cookie',
    );
    expect((await responseTo({}, { ...OK, setCookies })).headers).not.toHaveProperty('set-cookie');
  });

  it('is an error of the protocol, in the words of a miss', async () => {
    const response = await responseTo({}, new ReplayMissError('nothing like it was recorded', []));
    expect(response).toMatchObject({ status: 500, headers: { 'content-type': 'text/xml; charset=utf-8' } });
    expect(Buffer.from(response.body).toString()).toContain('nothing like it was recorded');
  });

  it('is none where there was none: the connection is lost', async () => {
    expect((await ask({}, new ConnectionError('lost', 'unknown'))).reaction).toEqual({ kind: 'dropped' });
  });

  it('breaks off where it broke off: it says that it is longer than what comes', async () => {
    const body = brokenOff(Buffer.from('<half'), new ConnectionError('lost', 'unknown'));
    expect((await ask({}, { ...OK, body })).reaction).toMatchObject({
      kind: 'cut',
      response: { status: 200, headers: { 'content-type': 'text/xml', 'content-length': '6' } },
    });
  });
});

describe('the code of a lost connection', () => {
  it('is that of the system, and ECONNRESET where there is none', () => {
    const cause = Object.assign(new Error('broken'), { code: 'EPIPE' });
    expect(systemCodeOf(new ConnectionError('lost', 'unknown', { cause }))).toBe('EPIPE');
    expect(systemCodeOf(new ConnectionError('lost', 'unknown'))).toBe('ECONNRESET');
    expect(systemCodeOf(cause)).toBe('ECONNRESET');
  });
});
