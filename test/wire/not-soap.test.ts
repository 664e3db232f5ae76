import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { clientOf, http, serve, withLength } from './raw-http.js';
import { clientFor, numbersResponse, WAYS } from './responses.js';

const ANSWER = numbersResponse('<result>0</result><arNumbers><i><number>1</number><name>ąć</name></i></arNumbers>');
const RECORDS = [{ number: '1', name: 'ąć', groupId: 7 }];
const BYTES = Buffer.from(ANSWER);
const XML = 'Content-Type: text/xml; charset=utf-8';
const PAGE = '<!DOCTYPE html>\n<html><head><title>x</title></head><body><h1>Bad Gateway</h1><br></body></html>';
const STATUSES = [200, 201, 400, 401, 403, 404, 407, 408, 429, 500, 502, 503, 504];
const outcomeOf = (status: number): string =>
  status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown';

describe.each(WAYS)('a response that is not SOAP, read %s', (_way, read) => {
  it.each(STATUSES)("a proxy's page, status %i", async (status) => {
    for (const page of [PAGE, PAGE.replace(/^.*\n/, ''), ` \r\n${PAGE}`, 'Bad Gateway', '{"error":"Bad Gateway"}']) {
      const { url } = await serve(withLength(`HTTP/1.1 ${status} X\r\nContent-Type: text/html`, page));
      expect(await rejection(read(clientOf(url)))).toMatchObject({
        name: 'HttpStatusError',
        status,
        outcome: outcomeOf(status),
        excerpt: expect.stringContaining('Bad Gateway'),
        operation: 'soap_GetNumbers',
      });
    }
  });

  it.each([
    [200, 'Content-Length: 0'],
    [200, 'Connection: close'],
    [500, 'Connection: close'],
    [204, XML],
  ])('an empty body, status %i (%s)', async (status, header) => {
    const { url } = await serve(http(`HTTP/1.1 ${status} X\r\n${header}`));
    expect(await rejection(read(clientOf(url)))).toMatchObject({
      name: 'HttpStatusError',
      status,
      excerpt: '',
      outcome: 'unknown',
    });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])(
    'a redirect, status %i: the credentials never follow it',
    async (status) => {
      const other = await serve(withLength(`HTTP/1.1 200 OK\r\n${XML}`, ANSWER));
      const { url, requests } = await serve(
        http(`HTTP/1.1 ${status} X\r\nLocation: ${other.url}\r\nContent-Length: 0`),
      );
      expect(await rejection(read(clientOf(url)))).toMatchObject({
        name: 'HttpStatusError',
        status,
        outcome: 'rejected',
      });
      expect([requests.length, other.requests.length]).toEqual([1, 0]);
    },
  );

  it.each([
    ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'HttpStatusError'],
    ['a feed', '<rss version="2.0"/>', 'HttpStatusError'],
    ['an envelope of another kind', '<Envelope/>', 'DecodeError'],
    [
      'SOAP 1.2',
      ANSWER.replaceAll('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
      'DecodeError',
    ],
  ])('other XML: %s', async (_name, body, name) => {
    expect(await rejection(read(clientFor(body)))).toMatchObject({ name, outcome: 'unknown' });
  });

  it('XML that breaks off, at any byte', async () => {
    for (let cut = 1; cut < BYTES.length; cut++) {
      const error = await rejection(read(clientFor({ body: BYTES.subarray(0, cut) })));
      expect(error, `cut at ${cut}`).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
    }
  });

  it.each(['end', 'reset'] as const)('a body shorter than its Content-Length, at any byte (%s)', async (how) => {
    const cuts = Array.from({ length: 25 }, (_, index) => Math.floor((index * BYTES.length) / 25));
    const head = `HTTP/1.1 200 OK\r\n${XML}\r\nContent-Length: ${BYTES.length}`;
    const { url } = await serve((count) => http(head, BYTES.subarray(0, cuts[count - 1])), how);
    const client = clientOf(url);
    for (const cut of cuts) {
      const error = await rejection(read(client));
      expect(error, `cut at ${cut}`).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', retryable: false });
    }
  });

  it('a body over the size limit, by one byte; and a gzip bomb, by its size when unpacked', async () => {
    const { url } = await serve(withLength(`HTTP/1.1 200 OK\r\n${XML}`, ANSWER));
    const limit = (bytes: number): object => ({ maxResponseBytes: bytes, maxStreamBytes: bytes });
    expect(await read(clientOf(url, limit(BYTES.length)))).toEqual(RECORDS);
    const over = await rejection(read(clientOf(url, limit(BYTES.length - 1))));
    expect(over).toMatchObject({ name: 'DecodeError', message: expect.stringContaining(`${BYTES.length - 1} bytes`) });
    const bomb = gzipSync(ANSWER.replace('<result>', `${' '.repeat(50_000_000)}<result>`));
    const { url: bombed } = await serve(withLength(`HTTP/1.1 200 OK\r\n${XML}\r\nContent-Encoding: gzip`, bomb));
    expect(bomb.length).toBeLessThan(100_000);
    const error = await rejection(read(clientOf(bombed, limit(100_000))));
    expect(error).toMatchObject({ name: 'DecodeError', message: expect.stringContaining('100000 bytes') });
  });
});
