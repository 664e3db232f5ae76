import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import { call, deferred, recordingHandler, report } from './handler-calls.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe('a body of the Fetch API', () => {
  it('is cancelled after the timeout', async () => {
    const cancel = vi.fn();
    const body = new ReadableStream({ cancel });
    const { handler } = recordingHandler({ timeoutMs: 20 });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = new Request('https://shop.test/cb', { method: 'POST', headers, body, duplex: 'half' } as never);
    expect((await handler.fetch(request)).status).toBe(408);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('a connection whose request body was refused early', () => {
  async function connectedTo(handler: CallbackHandler): Promise<Socket> {
    const server = createServer((request, response) => void handler.node(request, response));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    closing.push(() => socket.destroy());
    return socket;
  }

  it('accepts the next request', async () => {
    const { handler } = recordingHandler({ limits: { fields: 10 } });
    const socket = await connectedTo(handler);
    let text = '';
    const answered = deferred();
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      if (text.endsWith('OK')) answered.resolve();
    });
    const type = 'content-type: multipart/form-data; boundary=b';
    const part = '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n';
    const body = `${part.repeat(20_000)}--b--\r\n`;
    socket.write(`POST /cb HTTP/1.1\r\nhost: a\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    socket.write(`GET /cb?${report('1')} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await answered.promise;
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it.each([
    ['was not there in time', 'content-length: 10'],
    ['is of no known length', 'transfer-encoding: chunked'],
  ])('is closed if the rest of the body %s', async (_what, length) => {
    const { handler } = recordingHandler({ timeoutMs: 20 });
    const socket = await connectedTo(handler);
    let text = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
    });
    const ended = deferred();
    socket.on('end', () => ended.resolve());
    socket.write(
      `POST /cb HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n${length}\r\n\r\n`,
    );
    await ended.promise;
    expect(text).toMatch(/^HTTP\/1\.1 408 .*\r\nconnection: close\r\n/is);
  });
});

describe('a recorder', () => {
  it('that never ends is awaited only until the timeout', async () => {
    const { handler, events } = recordingHandler({ timeoutMs: 20, recorder: { record: () => new Promise(() => {}) } });
    expect((await call(handler, report('1'))).status).toBe(503);
    expect(events).toEqual([]);
  });
});
