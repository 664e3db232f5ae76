import { describe, expect, it } from 'vitest';
import { ResponseEnd } from '../../../src/transport/http/watch.js';

function seen(...pieces: readonly string[]): { readonly hasBegun: boolean; readonly hasSurplus: boolean } {
  const end = new ResponseEnd();
  for (const piece of pieces) end.take(Buffer.from(piece, 'latin1'));
  const { hasBegun, hasSurplus } = end;
  return { hasBegun, hasSurplus };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

/** Complete responses. */
const WHOLE: readonly (readonly [string, string])[] = [
  ['with a length', `${OK}Content-Length: 3\r\n\r\nyes`],
  ['with an empty body', `${OK}Content-Length: 0\r\n\r\n`],
  ['with line ends of one byte', 'HTTP/1.1 200 OK\nContent-Length: 3\n\nyes'],
  ['behind line ends', `\r\n\r\n${OK}Content-Length: 3\r\n\r\nyes`],
  [
    'behind interim ones',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n${OK}Content-Length: 3\r\n\r\nyes`,
  ],
  ['of the status 204', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['of the status 304, whose length is that of another', 'HTTP/1.1 304 Same\r\nContent-Length: 10\r\n\r\n'],
  ['in chunks', `${CHUNKED}1\r\ny\r\n2\r\nes\r\n0\r\n\r\n`],
  ['in chunks with trailers', `${CHUNKED}3\r\nyes\r\n0\r\nA: b\r\nC: d\r\n\r\n`],
  [
    'in chunks whose length does not count',
    `${OK}Content-Length: 1\r\nTransfer-Encoding: Chunked \r\n\r\n3\r\nyes\r\n0\r\n\r\n`,
  ],
  ['in chunks of another coding', `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n`],
  ['in chunks of data that looks like an end', `${CHUNKED}7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n`],
];

describe.each(WHOLE)('a response %s', (_what, response) => {
  it('has no surplus, and is not over before its last byte', () => {
    expect(seen(response)).toEqual({ hasBegun: true, hasSurplus: false });
    for (let length = 0; length < response.length; length++) {
      expect(seen(response.slice(0, length)).hasSurplus).toBe(false);
    }
  });

  it('may be followed by line ends', () => {
    expect(seen(`${response}\r\n`, '\n\r\n').hasSurplus).toBe(false);
  });

  it.each(['H', ' ', '\0', OK, '\r\nH', '0\r\n\r\n'])(
    'has a surplus when more follows, however it is cut: %j',
    (more) => {
      expect(seen(response + more).hasSurplus).toBe(true);
      expect(seen(response, more).hasSurplus).toBe(true);
      expect(seen(...response, ...more).hasSurplus).toBe(true);
      for (let cut = 1; cut < response.length; cut += 3) {
        expect(seen(response.slice(0, cut), response.slice(cut) + more).hasSurplus).toBe(true);
      }
    },
  );
});

describe('a response has no end', () => {
  it.each([
    ['that is the end of its connection', `${OK}Content-Type: text/xml\r\n\r\n`],
    ['whose last coding is not chunked', `${OK}Transfer-Encoding: chunked, gzip\r\n\r\n`],
    ['that changes the protocol', 'HTTP/1.1 101 Switching\r\nContent-Length: 0\r\n\r\n'],
    ['whose length is none', `${OK}Content-Length: three\r\n\r\n`],
    ['whose chunks are none', `${CHUNKED}zz\r\n`],
    ['that is none', 'SSH-2.0\r\n'],
    ['whose lines do not end', 'HTTP/1.1 200 '.padEnd(300_000, 'x')],
  ])('%s', (_what, response) => {
    expect(seen(response, `x\r\n\r\n${OK}Content-Length: 0\r\n\r\n`, 'more').hasSurplus).toBe(false);
  });
});

it('a line is followed for 256 KiB, and no further', () => {
  const [begin, end] = ['HTTP/1.1 200 ', '\r\nContent-Length: 0\r\n\r\n'];
  const complete = 'x'.repeat(262_144 - begin.length);
  expect(seen(begin, complete, end, 'more').hasSurplus).toBe(true);
  expect(seen(begin, `${complete}x`, end, 'more').hasSurplus).toBe(false);
});

describe('a response begins', () => {
  it.each([
    ['not with nothing', '', false],
    ['not with line ends', '\r\n\r\n', false],
    ['with its first byte', 'H', true],
    ['not with an interim one', 'HTTP/1.1 100 Continue\r\n\r\n', false],
    ['behind an interim one', 'HTTP/1.1 100 Continue\r\n\r\nHT', true],
  ])('%s', (_what, bytes, hasBegun) => {
    expect(seen(bytes).hasBegun).toBe(hasBegun);
  });
});
