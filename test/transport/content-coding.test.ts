import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Transport, TransportRequest } from '../../src/calls/index.js';
import { rejection } from '../support/collect.js';
import { serve } from '../support/http-server.js';
import { overHttp, overUndici, type TestTransportOptions } from '../support/http-transports.js';
import { requestFor } from '../support/scripted-transport.js';

const TEXT = `<żółw>${'x'.repeat(50_000)}</żółw>`;
const request = requestFor('soap_GetSenders');

/** A member of gzip data with everything in its head that RFC 1952 knows: extra field, name, comment, checksum. */
function withLongHead(data: string): Buffer {
  const plain = gzipSync(data);
  const head = Buffer.from([0x1f, 0x8b, 8, 0b11110, 0, 0, 0, 0, 0, 3]);
  // Its length takes two bytes, and it holds zeros.
  const extra = Buffer.concat([Buffer.from([0x2c, 1]), Buffer.alloc(300)]);
  const names = Buffer.from('name\0comment\0');
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc32(Buffer.concat([head, extra, names])) & 0xffff);
  return Buffer.concat([head, extra, names, checksum, plain.subarray(10)]);
}

describe.each([
  ['node:http', overHttp],
  ['undici', overUndici],
])('over %s', (_name, make) => {
  /** Starts a server that sends these pieces one after the other, and a transport to it. */
  async function start(
    coding: string,
    pieces: readonly Uint8Array[],
    options: TestTransportOptions = {},
  ): Promise<{ send: (more?: Partial<TransportRequest>) => ReturnType<Transport['send']>; ports: Set<unknown> }> {
    const ports = new Set<unknown>();
    const { url } = await serve((incoming, response) => {
      ports.add(incoming.socket.remotePort);
      response.setHeader('content-encoding', coding);
      const next = (index: number): void => {
        if (index === pieces.length) response.end();
        else response.write(pieces[index], () => setImmediate(next, index + 1));
      };
      next(0);
    });
    const transport = make(url, options);
    return { ports, send: (more) => transport.send({ ...request, url, ...more }) };
  }

  const complete = async (coding: string, ...pieces: readonly Uint8Array[]): Promise<string> => {
    const { send } = await start(coding, pieces);
    return String((await send()).body);
  };

  it.each(['', ' ', ',', 'identity', 'IDENTITY', 'none', 'None', 'identity, identity', ' identity ,, none'])(
    'the content coding "%s" is none',
    async (coding) => {
      expect(await complete(coding, Buffer.from(TEXT))).toBe(TEXT);
    },
  );

  it.each(['gzip', 'GZip', 'x-gzip', 'gzip, identity', 'identity, gzip', ', gzip ,', 'none,gzip'])(
    'the content coding "%s" is gzip',
    async (coding) => {
      expect(await complete(coding, gzipSync(TEXT))).toBe(TEXT);
    },
  );

  it.each([
    ['br', ' "br"'],
    ['compress', ' "compress"'],
    ['gzip, gzip', ' "gzip, gzip"'],
    ['gzip, deflate', ' "gzip, deflate"'],
    // What HTTP does not know may be an echo of anything.
    ['gzipped', ''],
    ['gzip, sesame', ''],
  ])('the content coding "%s" is not known', async (coding, named) => {
    const error = await rejection(complete(coding, gzipSync(TEXT)));
    expect(error).toMatchObject({
      name: 'DecodeError',
      outcome: 'unknown',
      message: `soap_GetSenders: the content coding${named} is not supported`,
    });
  });

  it.each(['gzip', 'deflate'])('nothing at all is an empty body, in %s too', async (coding) => {
    expect(await complete(coding)).toBe('');
  });

  describe.each([
    ['in one piece', 1_000_000],
    ['in small pieces', 7],
    ['byte by byte', 1],
  ])('gzip data %s', (_how, size) => {
    const cut = (...parts: readonly (Uint8Array | string)[]): Uint8Array[] => {
      const all = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
      return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.subarray(at * size, (at + 1) * size));
    };

    it.each<[string, string]>([
      ['nothing', ''],
      ['one zero', '\0'],
      ['padding and then a text', '\0\0\0text'],
    ])('with %s after it', async (_what, rest) => {
      expect(await complete('gzip', ...cut(gzipSync(TEXT), rest))).toBe(TEXT);
    });

    it('of several members is all of them', async () => {
      const members = [gzipSync('one, '), gzipSync(''), withLongHead('two, '), gzipSync('three')];
      expect(await complete('gzip', ...cut(...members, '\0\0'))).toBe('one, two, three');
    });

    const good = gzipSync('a text that is long enough to be cut in the middle');
    const spoilt = (at: number): Uint8Array =>
      good.map((byte, index) => (index === good.length + at ? byte ^ 1 : byte));
    it.each<[string, readonly (Uint8Array | string)[]]>([
      ['is cut in its head', [good.subarray(0, 6)]],
      ['is cut in its data', [good.subarray(0, 25)]],
      ['has another length', [spoilt(-1)]],
      ['is cut in its second member', [good, good.subarray(0, 20)]],
      ['has flags that are reserved', [Buffer.from([0x1f, 0x8b, 8, 0x20, 0, 0, 0, 0, 0, 3]), good.subarray(10)]],
      ['is none', ['<html>it works</html>']],
      ['has a text after it', [good, '<b>Warning</b>: zlib']],
    ])('that %s is a DecodeError', async (_what, parts) => {
      expect(await rejection(complete('gzip', ...cut(...parts)))).toMatchObject({
        name: 'DecodeError',
        outcome: 'unknown',
        message: 'soap_GetSenders: the compressed body is broken',
      });
    });

    it.each([
      ['zlib data', deflateSync],
      ['raw data', deflateRawSync],
    ])('as deflate, %s, with and without something after it', async (_what, compress) => {
      expect(await complete('deflate', ...cut(compress(TEXT)))).toBe(TEXT);
      expect(await complete('deflate', ...cut(compress(TEXT), 'garbage'))).toBe(TEXT);
      expect(await rejection(complete('deflate', ...cut(compress(TEXT).subarray(0, -5))))).toMatchObject({
        name: 'DecodeError',
      });
    });
  });

  it('the size of all members together is limited, to the byte', async () => {
    const members = [gzipSync('x'.repeat(600)), gzipSync('x'.repeat(400))];
    const exactly = await start('gzip', members, { maxResponseBytes: 1000 });
    expect((await exactly.send()).body).toHaveLength(1000);
    const more = await start('gzip', members, { maxResponseBytes: 999 });
    expect(await rejection(more.send())).toMatchObject({
      name: 'DecodeError',
      message: 'soap_GetSenders: the response has more than 999 bytes (maxResponseBytes)',
    });
  });

  it('what was not unpacked is limited, too, though it unpacks to nothing', async () => {
    // Blocks of deflate that hold nothing.
    const nothing = Buffer.alloc(1000, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const data = Buffer.concat([nothing, deflateRawSync('yes')]);
    const exactly = await start('deflate', [data], { maxResponseBytes: data.length });
    expect(String((await exactly.send()).body)).toBe('yes');
    const more = await start('deflate', [data], { maxResponseBytes: data.length - 1 });
    expect(await rejection(more.send())).toMatchObject({
      name: 'DecodeError',
      message: `soap_GetSenders: the response has more than ${data.length - 1} bytes (maxResponseBytes)`,
    });
  });

  it('200,000 empty gzip members are unpacked to nothing', async () => {
    const member = gzipSync('');
    const members = Buffer.concat(Array.from({ length: 200_000 }, () => member));
    expect(await complete('gzip', members)).toBe('');
  });

  describe('64 MB out of 60 kB', () => {
    const bomb = gzipSync(Buffer.alloc(64_000_000, 'x'));
    const bombs = Array.from({ length: 200 }, () => bomb);

    it('are unpacked while the program goes on', async () => {
      const { send } = await start('gzip', [bomb]);
      let turns = 0;
      let isOver = false;
      const count = (): void => {
        turns += 1;
        if (!isOver) setImmediate(count);
      };
      const sending = send();
      count();
      const { body } = await sending;
      isOver = true;
      expect(body).toHaveLength(64_000_000);
      // At most a megabyte at a time.
      expect(turns).toBeGreaterThan(64);
    });

    it('end with the time of the call, and are not unpacked further', async () => {
      const { send } = await start('gzip', bombs, { maxResponseBytes: Number.POSITIVE_INFINITY });
      expect(await rejection(send({ timeoutMs: 100 }))).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' });
      await expect.poll(() => process.getActiveResourcesInfo().filter((name) => name === 'ZLIB')).toEqual([]);
    });

    it('as a stream end with its signal, also when all has arrived', async () => {
      const { send } = await start('gzip', [bomb]);
      const controller = new AbortController();
      const { body } = await send({ streams: true, signal: controller.signal });
      if (body instanceof Uint8Array) throw new Error('not streamed');
      let size = 0;
      const reading = (async () => {
        for await (const piece of body) {
          size += piece.length;
          controller.abort();
        }
      })();
      expect(await rejection(reading)).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
      expect(size).toBeLessThan(1_000_000);
    });
  });
});
