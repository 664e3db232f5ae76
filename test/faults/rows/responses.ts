import { randomBytes } from 'node:crypto';
import { isHarmless } from '../operations.js';
import type { Fault } from '../proxy/fault.js';
import { bodyOf, headLength, lying, responseOf, withHead } from '../proxy/message.js';
import type { Trial } from '../table/trial.js';
import {
  ALL_WELL,
  BROKEN_OFF,
  endsOf,
  LOST,
  REJECTED,
  type Row,
  type Sample,
  SUCCESS,
  SUCCESS_OR_UNKNOWN,
  type Wants,
  wanted,
} from './row.js';

const HTML = '<html><head><title>Oops</title></head><body><h1>Something went wrong</h1></body></html>';
const TEXT = { 'content-type': 'text/plain' };
const XML = { 'content-type': 'text/xml; charset=utf-8' };

/** Once with the request carried out and the response replaced, once with the request kept from the gateway. */
function instead(sample: Sample, responses: readonly Buffer[], wants: Wants, rest: Fault = {}): readonly Trial[] {
  const want = wanted(sample.operation.kind, wants);
  return responses.flatMap((bytes): Trial[] => [
    { faults: [{ response: () => bytes, ...rest }], want },
    { faults: [{ response: () => bytes, withheld: true, ...rest }], want },
  ]);
}

/** Responses of something before the gateway, which then has not got the request. */
function refusals(sample: Sample, statuses: readonly string[], wants: Wants): readonly Trial[] {
  const want = wanted(sample.operation.kind, wants);
  return statuses.map(
    (status): Trial => ({ faults: [{ withheld: true, response: () => responseOf(status, HTML) }], want }),
  );
}

/** Data in place of the response, or with it. */
export const ANSWERS: readonly Row[] = [
  {
    fault: 'a response that is not HTTP',
    trials: (sample) =>
      instead(
        sample,
        [
          Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'),
          Buffer.from(HTML),
          Buffer.from('\r\n\r\n\0\0\0\0'),
          Buffer.from('HTTP/1.1 abc OK\r\n\r\n'),
          Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\nhello'),
          Buffer.from('HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'),
          randomBytes(400),
        ],
        LOST,
        { ending: 'close' },
      ),
  },
  {
    fault: 'HTTP 200 with a body that is not SOAP',
    trials: (sample) =>
      instead(
        sample,
        [
          responseOf('200 OK', HTML),
          responseOf('200 OK', randomBytes(300), XML),
          responseOf('200 OK', 'OK:1001:0.16:48500100200', TEXT),
          responseOf('200 OK', '<a/>', XML),
          responseOf('200 OK', '{"result":0}', { 'content-type': 'application/json' }),
        ],
        BROKEN_OFF,
      ),
  },
  {
    fault: 'HTML page, 500 502 503 504 408',
    trials: (sample) =>
      instead(
        sample,
        ['500 Oops', '502 Bad Gateway', '503 Unavailable', '504 Timeout', '408 Request Timeout'].map((status) =>
          responseOf(status, HTML),
        ),
        LOST,
      ),
  },
  {
    fault: 'HTML page, 503 with Retry-After: 1',
    trials: (sample) =>
      instead(sample, [responseOf('503 Unavailable', HTML, { 'content-type': 'text/html', 'retry-after': '1' })], LOST)
        .slice(0, 1)
        .map((trial) => ({ ...trial, ...(isHarmless(sample.operation.kind) ? { atLeastMs: 1000 } : {}) })),
  },
  {
    fault: 'HTML page, 400 401 403 404 413, 301 302 307',
    trials: (sample) =>
      refusals(
        sample,
        ['400 Bad', '401 No', '403 No', '404 None', '413 Large', '301 There', '302 There', '307 There'],
        { read: REJECTED, other: REJECTED },
      ),
  },
  {
    fault: 'HTML page, 429',
    trials: (sample) => refusals(sample, ['429 Too Many'], { read: SUCCESS, other: REJECTED }),
  },
  {
    fault: 'the request itself in place of the response',
    trials: (sample) => {
      const echo = (status: string, type: string, escaped: boolean): Fault => ({
        withheld: true,
        response: (_response, request) => {
          const text = bodyOf(request).toString('utf8');
          const body = escaped ? `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>` : text;
          return responseOf(status, body, { 'content-type': type });
        },
      });
      const { kind } = sample.operation;
      const inPage = ['text/xml', 'text/html', 'text/plain'].flatMap((type) =>
        [false, true].map((escaped) => ({ type, escaped })),
      );
      return inPage.flatMap(({ type, escaped }): Trial[] => [
        { faults: [echo('200 OK', type, escaped)], want: wanted(kind, BROKEN_OFF) },
        { faults: [echo('502 Bad Gateway', type, escaped)], want: wanted(kind, LOST) },
        { faults: [echo('403 Forbidden', type, escaped)], want: wanted(kind, { read: REJECTED, other: REJECTED }) },
      ]);
    },
  },
  {
    fault: 'Content-Length too long, then closed',
    trials: (sample) => lies(sample, [1, 2, 10, 1000], BROKEN_OFF, { ending: 'close' }),
  },
  {
    fault: 'Content-Length too short',
    trials: (sample) => {
      const { all, xml } = endsOf(sample.response);
      const behind = all - xml;
      return lies(
        sample,
        [-1, -2, -10, -100, -10_000].map((by) => by - behind),
        BROKEN_OFF,
      );
    },
  },
  {
    fault: 'two responses at once',
    trials: ({ operation }) => [
      {
        faults: [{ response: (input) => Buffer.concat([input, input]) }],
        want: wanted(operation.kind, { read: SUCCESS, other: SUCCESS_OR_UNKNOWN }),
      },
    ],
  },
  {
    fault: 'a call that is lost after a response came twice',
    trials: ({ operation }) =>
      // It comes while nothing is asked. One that comes just behind the next request is taken for its response: nothing
      // in HTTP/1.1 distinguishes them.
      [0, 1].flatMap((delayMs) =>
        (['close', 'reset'] as const).map(
          (ending): Trial => ({
            prelude: { afterwards: { bytes: (response) => response, delayMs } },
            preludePauseMs: 40,
            faults: [{ cutRequestAt: 0, ending }],
            want: wanted(operation.kind, LOST),
          }),
        ),
      ),
  },
  {
    fault: '100 Continue and 103 Early Hints before the response',
    trials: ({ operation }) =>
      ['100 Continue', '103 Early Hints'].map((status): Trial => {
        const before = Buffer.from(`HTTP/1.1 ${status}\r\n\r\n`.repeat(3));
        return {
          faults: [{ response: (input) => Buffer.concat([before, input]) }],
          want: wanted(operation.kind, ALL_WELL),
        };
      }),
  },
  {
    fault: 'chunks of a wrong size',
    trials: ({ operation }) => {
      const chunked = { ...XML, 'transfer-encoding': 'chunked' };
      const bad = (size: string) => (response: Buffer) =>
        withHead(
          '200 OK',
          chunked,
          Buffer.concat([Buffer.from(`${size}\r\n`), bodyOf(response), Buffer.from('\r\n0\r\n\r\n')]),
        );
      return ['zz', '-5', '3', 'ffffffffffffffffff', '10000'].map(
        (size): Trial => ({
          faults: [{ response: bad(size), ending: 'close' }],
          want: wanted(operation.kind, BROKEN_OFF),
        }),
      );
    },
  },
];

function lies(sample: Sample, differences: readonly number[], wants: Wants, rest: Fault = {}): readonly Trial[] {
  const body = sample.response.length - (headLength(sample.response) ?? 0);
  return differences
    .filter((by) => body + by >= 0 || by === -10_000)
    .map(
      (by): Trial => ({
        faults: [{ response: (response) => lying(response, by), ...rest }],
        want: wanted(sample.operation.kind, wants),
      }),
    );
}
