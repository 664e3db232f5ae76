import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { responseXml, startRecordingProxy } from '../../../src/replay/index.js';
import { httpTransport } from '../../../src/transport/http/http.js';
import type { Transport } from '../../../src/transport/transport.js';
import { undiciTransport } from '../../../src/transport/undici/undici.js';
import { serve } from '../../support/http-server.js';
import { cassetteFile } from '../cassette-folder.js';
import { requestXml } from '../requests.js';

const fileOf = cassetteFile();
const REQUEST = requestXml('Kraków');
const RESPONSE = responseXml('soap_AddGroup', { result: 0, id_group: 7 });
const COOKIES = ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/', 'b=2, c=3; HttpOnly', 'd="4"'];

const OF_ONE_CONNECTION = [
  ['Keep-Alive', 'timeout=5'],
  ['Proxy-Connection', 'keep-alive'],
  ['Proxy-Authorization', 'Basic aHVzaA=='],
  ['Proxy-Authenticate', 'Basic'],
  ['Proxy-Authentication-Info', 'x'],
  ['TE', 'trailers'],
  ['Trailer', 'X-Sum'],
  ['Upgrade', 'h2c'],
  ['HTTP2-Settings', 'AAMAAABk'],
  ['X-Hop', '1'],
  ['X-Other-Hop', '2'],
] as const;
const names = OF_ONE_CONNECTION.map(([name]) => name.toLowerCase());

/** Sends a request with unchanged headers. @returns the header lines of the response */
async function asked(port: number, headers: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const socket = net.connect(port, '127.0.0.1');
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = Buffer.byteLength(REQUEST);
  socket.write(`POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${lines}\r\n${REQUEST}`);
  let text = '';
  for await (const piece of socket.setEncoding('latin1') as AsyncIterable<string>) {
    text += piece;
    if (/<\/|\/>/.test(text)) break;
  }
  return text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n').slice(1);
}

describe('a recording proxy', () => {
  it.each([
    ['httpTransport', () => httpTransport()],
    ['undiciTransport', () => undiciTransport(new Agent())],
  ] as const)('forwards cookies separately, and no hop-by-hop header: %s', async (_name, make) => {
    const seen: IncomingMessage[] = [];
    const gateway = await serve((request, response) => {
      seen.push(request);
      for (const [name, value] of OF_ONE_CONNECTION) response.setHeader(name, value);
      response.setHeader('Connection', 'keep-alive, X-Hop, x-other-HOP');
      response.setHeader('Set-Cookie', COOKIES);
      response.setHeader('X-Kept', ['1', '2']);
      response.setHeader('Content-Encoding', 'gzip');
      response.setHeader('Content-Type', 'text/xml');
      response.end(gzipSync(RESPONSE));
    });
    const transport: Transport = make();
    onTestFinished(() => transport.close?.());
    const proxy = await startRecordingProxy({ to: gateway.url, cassette: fileOf(), transport });
    onTestFinished(() => proxy.close());
    const lines = await asked(proxy.port, [
      ...OF_ONE_CONNECTION.filter(([name]) => name !== 'Upgrade'),
      ['Connection', 'keep-alive,X-Hop , x-other-HOP'],
      ['Accept-Encoding', 'br, zstd'],
      ['Cookie', 'e=5; f=6'],
      ['X-Kept', '1'],
      ['Content-Type', 'text/xml'],
    ]);
    const headers = seen[0]?.headers ?? {};
    expect(Object.keys(headers).filter((name) => names.includes(name))).toEqual([]);
    expect(headers).toMatchObject({ cookie: 'e=5; f=6', 'x-kept': '1', 'accept-encoding': 'gzip, deflate' });
    expect(headers.connection).not.toMatch(/hop/i);
    const given = lines.map((line) => line.replace(/:.*/s, '').toLowerCase());
    // Node.js adds these headers for its own connection.
    const own = lines.filter((line) => !/^(?:connection: keep-alive|keep-alive: timeout=\d+)$/i.test(line));
    expect(own.map((line) => line.replace(/:.*/s, '').toLowerCase()).filter((name) => names.includes(name))).toEqual(
      [],
    );
    expect(lines.filter((line) => /^set-cookie:/i.test(line)).map((line) => line.replace(/^[^:]*: /, ''))).toEqual(
      COOKIES,
    );
    expect(given).not.toContain('content-encoding');
    expect(lines.join('\n')).toMatch(/^x-kept: 1, 2$/im);
    expect(readFileSync(fileOf(), 'utf8')).not.toMatch(/set-cookie|hop|aHVzaA|HttpOnly/i);
  });

  it('drops cookies that the Connection header names', async () => {
    const gateway = await serve((_request, response) => {
      response.writeHead(200, { connection: 'set-cookie', 'set-cookie': COOKIES }).end('<hello/>');
    });
    const proxy = await startRecordingProxy({ to: gateway.url, cassette: fileOf() });
    onTestFinished(() => proxy.close());
    expect((await asked(proxy.port, [])).join('\n')).not.toMatch(/cookie/i);
  });
});
