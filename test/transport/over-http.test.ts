import type { IncomingHttpHeaders } from 'node:http';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SmsServiceClient, TimeoutError } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { serve } from '../support/http-server.js';
import { HTTP_TRANSPORTS, type TestTransportOptions } from '../support/http-transports.js';
import { startRawServer } from '../support/raw-server.js';

const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');

describe.each(HTTP_TRANSPORTS)('over %s', (name, make) => {
  function clientFor(url: string, options: TestTransportOptions = {}): SmsServiceClient {
    const transport = make(url, options);
    const credentials = { username: 'alice', password: 'sesame' };
    return new SmsServiceClient({ url, credentials, transport, retry: false });
  }

  describe('the body of a response', () => {
    it('is unpacked when it arrives in one piece after the head, as NuSOAP sends it', async () => {
      const { url } = await serve((_request, response) => {
        response.setHeader('content-encoding', 'gzip');
        response.flushHeaders();
        setTimeout(() => response.end(gzipSync(POINTS)), 20);
      });
      expect(await clientFor(url).checkPoints()).toBe(7.25);
    });
  });

  it.each([1000, 65_535, 65_536, 5_000_000])(
    'a request of %i bytes arrives as it is, with its length',
    async (size) => {
      const body = Buffer.alloc(size, 'żółw ');
      let seen: { headers: IncomingHttpHeaders; body: Buffer } | undefined;
      const { url } = await serve(async (request, response) => {
        seen = { headers: request.headers, body: Buffer.concat(await request.toArray()) };
        response.end('ok');
      });
      await make(url).send({ method: 'POST', url, operation: 'soap_SendSms', idempotent: false, headers: {}, body });
      expect(seen?.body.equals(body)).toBe(true);
      expect(seen?.headers).toMatchObject({ 'content-length': String(size) });
      expect(seen?.headers).not.toHaveProperty('transfer-encoding');
    },
  );

  describe('what ends a call', () => {
    it('a server that closes without a byte: unknown', async () => {
      const server = await startRawServer(new Uint8Array());
      onTestFinished(server.close);
      const error = await rejection(clientFor(server.url).checkPoints());
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    });

    it('a response that is not HTTP: unknown', async () => {
      const server = await startRawServer(Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'));
      onTestFinished(server.close);
      const error = await rejection(clientFor(server.url).checkPoints());
      expect(error).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining('not HTTP') });
    });

    it('the time limit, in the middle of the response', async () => {
      const { url } = await serve((_request, response) => response.write(POINTS.slice(0, 50)));
      const error = await rejection(clientFor(url, { timeoutMs: 300 }).checkPoints());
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ timeoutMs: 300, outcome: 'unknown' });
    });

    it('the time limit, while waiting for a free connection: nothing was sent, but fetch does not report it', async () => {
      const { url } = await serve(() => undefined);
      const client = clientFor(url, { connections: 1 });
      const first = rejection(client.checkPoints({ timeoutMs: 80 }));
      expect(await rejection(client.checkPoints({ timeoutMs: 20 }))).toMatchObject({
        name: 'TimeoutError',
        outcome: name === 'fetch' ? 'unknown' : 'not-sent',
      });
      await first;
    });

    it('a signal during the call: unknown, and the server sees the connection close', async () => {
      const controller = new AbortController();
      let closed = false;
      const { url } = await serve((request) => {
        request.on('close', () => {
          closed = true;
        });
        controller.abort();
      });
      const error = await rejection(clientFor(url).checkPoints({ signal: controller.signal }));
      expect(error).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
      await expect.poll(() => closed).toBe(true);
    });
  });

  describe('a compressed response', () => {
    it.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
    ])('in %s is unpacked (%o)', async (coding, compress) => {
      const { url } = await serve((_request, response) => {
        response.setHeader('content-encoding', coding);
        response.end(compress(POINTS));
      });
      expect(await clientFor(url).checkPoints()).toBe(7.25);
    });
  });

  it('a response of exactly the largest size is read, one byte more is refused', async () => {
    const { url } = await serve((_request, response) => response.end(POINTS));
    const size = Buffer.byteLength(POINTS);
    expect(await clientFor(url, { maxResponseBytes: size }).checkPoints()).toBe(7.25);
    const error = await rejection(clientFor(url, { maxResponseBytes: size - 1 }).checkPoints());
    expect(error).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
  });

  describe('a stream', () => {
    const record = (index: number): string => `<item><number>${index}</number><id_group>7</id_group></item>`;
    const numbers = (count: number): string =>
      soapResponse(
        'soap_GetNumbers',
        `<result>0</result><arNumbers>${Array.from({ length: count }, (_, index) => record(index)).join('')}</arNumbers>`,
      );

    it('closes the connection when its reader leaves', async () => {
      let isClosed = false;
      const { url } = await serve((_request, response) => {
        response.on('close', () => {
          isClosed = true;
        });
        response.write(numbers(5000).slice(0, -1000));
      });
      for await (const { number } of clientFor(url).streamNumbers(7)) if (number === '3') break;
      await expect.poll(() => isClosed).toBe(true);
    });

    it('waits for its reader: the gateway cannot send much more than is read', async () => {
      let sent = 0;
      const piece = Buffer.from(record(1).repeat(1000));
      const { url } = await serve((_request, response) => {
        const [before] = numbers(0).split('</arNumbers>');
        response.write(before);
        const more = (): void => {
          while (sent < 1e8) {
            sent += piece.length;
            if (!response.write(piece)) break;
          }
        };
        response.on('drain', more);
        more();
      });
      const records = clientFor(url).streamNumbers(7);
      await records.next();
      // The reader pauses, so the server can only fill the buffers of the system.
      let before = -1;
      while (before !== sent) {
        before = sent;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(sent).toBeLessThan(3e7);
      await records.return();
    });

    describe('whose gateway never ends its response', () => {
      const startEndless = async (): Promise<SmsServiceClient> => {
        const { url } = await serve((_request, response) => {
          response.write(numbers(2).split('</arNumbers>')[0]);
        });
        return clientFor(url);
      };

      it('ends with its signal', async () => {
        const client = await startEndless();
        const controller = new AbortController();
        const seen: string[] = [];
        const reading = (async () => {
          for await (const { number } of client.streamNumbers(7, { signal: controller.signal })) {
            seen.push(number);
            if (seen.length === 2) controller.abort();
          }
        })();
        expect(await rejection(reading)).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
        expect(seen).toEqual(['0', '1']);
      });

      it('waits at most timeoutMs', async () => {
        const records = (await startEndless()).streamNumbers(7, { timeoutMs: 300 });
        expect(await rejection(collect(records))).toMatchObject({
          name: 'TimeoutError',
          timeoutMs: 300,
          outcome: 'unknown',
        });
      });
    });

    it('that is cut throws after the records that were whole', async () => {
      const { url } = await serve((_request, response) => {
        response.write(numbers(50).slice(0, -200), () => response.socket?.resetAndDestroy());
      });
      const seen: string[] = [];
      const reading = (async () => {
        for await (const { number } of clientFor(url).streamNumbers(7)) seen.push(number);
      })();
      expect(await rejection(reading)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
      expect(seen.length).toBeGreaterThan(0);
    });
  });
});
