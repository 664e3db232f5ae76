import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport, TransportRequest } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import {
  ConnectionError,
  DecodeError,
  HttpStatusError,
  type SmsServiceError,
  TimeoutError,
} from '../../../src/errors/errors.js';
import { type CassetteOptions, cassette, redactCassette, responseXml } from '../../../src/replay/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const PRIVACY = { numbers: true, key: 'a key of many characters' };

function clientOver(send: Transport['send'] | undefined, options: CassetteOptions = {}): SmsServiceClient {
  const transport = send === undefined ? {} : { transport: { send } };
  return new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'alice-account', password: 'sesame-9-open' },
    retry: false,
    adaptiveLimit: false,
    transport: cassette(
      file,
      { mode: send === undefined ? 'locked' : 'record', keep: { failures: true }, ...transport, ...options },
      {},
    ),
  });
}

const dataOf = (error: unknown): object => {
  const { name, code, outcome, retryable, ...more } = error as SmsServiceError & Record<string, unknown>;
  const { status, timeoutMs, retryAfterMs, proxyStatus } = more;
  return { name, code, outcome, retryable, status, timeoutMs, retryAfterMs, proxyStatus };
};

const FAILURES: readonly (readonly [string, () => Error])[] = [
  ['a lost connection', () => new ConnectionError('lost', 'unknown')],
  [
    'no connection',
    () =>
      new ConnectionError('refused', 'not-sent', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
  ],
  ['a refusal of a proxy', () => new ConnectionError('no', 'not-sent', { proxyStatus: 407, retryable: false })],
  ['a time limit', () => new TimeoutError('late', 700, 'unknown')],
  ['a status', () => new HttpStatusError('too much', 429, '', { retryAfterMs: 7000 })],
  ['a body with invalid compression', () => new DecodeError('is no gzip')],
  ['an error of another library', () => new TypeError('x is not a function')],
];

describe.each([
  ['without pseudonyms', {}],
  ['with pseudonyms', PRIVACY],
])('a failed attempt is replayed unchanged and in its position: %s', (_which, privacy) => {
  it.each(FAILURES)('%s', async (_what, make) => {
    const answers = [make, undefined, make];
    const send = async (_request: TransportRequest) => {
      const failure = answers.shift();
      if (failure !== undefined) throw failure();
      const body = Buffer.from(responseXml('soap_CheckPoints', { result: 0, points: 7 }));
      return { status: 200, headers: { 'content-type': 'text/xml' }, body };
    };
    const recording = clientOver(send, { privacy });
    const live = [await rejection(recording.checkPoints()), await recording.checkPoints()];
    live.push(await rejection(recording.checkPoints()));
    const playing = clientOver(undefined, { privacy });
    expect(dataOf(await rejection(playing.checkPoints()))).toEqual(dataOf(live[0]));
    expect(await playing.checkPoints()).toBe(7);
    expect(dataOf(await rejection(playing.checkPoints()))).toEqual(dataOf(live[2]));
  });
});

it.each([0, 1, 2])(
  'a response that broke off %i bytes before the end of a character is replayed up to there',
  async (missing) => {
    const whole = Buffer.from(
      responseXml('soap_GetNumbers', {
        result: 0,
        arNumbers: Array.from({ length: 40 }, (_, index) => ({ number: `4850010${index}`, name: 'Żółć', id_group: 7 })),
      }),
    );
    const cut = whole.subarray(0, whole.lastIndexOf(Buffer.from('ć')) + 2 - missing);
    async function* body(): AsyncGenerator<Uint8Array> {
      yield cut;
      throw new ConnectionError('lost', 'unknown');
    }
    const send = async () => ({ status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: body() });
    const items: unknown[] = [];
    const reading = async (client: SmsServiceClient): Promise<unknown> => {
      items.length = 0;
      for await (const item of client.streamNumbers(7)) items.push(item);
      return undefined;
    };
    const live = dataOf(await rejection(reading(clientOver(send))));
    const liveItems = [...items];
    expect(liveItems.length).toBeGreaterThan(30);
    expect(dataOf(await rejection(reading(clientOver(undefined))))).toEqual(live);
    expect(items).toEqual(liveItems);
  },
);

it('equal calls with the same time are all recorded, also in a large file', async () => {
  const info = 'x'.repeat(300_000);
  const send = async () => ({
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: Buffer.from(responseXml('soap_CheckPoints', { result: 0, points: 7, description: info })),
  });
  const now = (): Date => new Date('2026-11-22T12:00:00Z');
  for (const mode of ['record', 'update', 'update'] as const) {
    const client = clientOver(send, { mode, now });
    for (const _time of [1, 2]) await client.checkPoints();
  }
  const entries = (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: readonly unknown[] } }).log.entries;
  expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(entries.length);
  const player = clientOver(undefined, { mode: 'replay' });
  expect(await player.checkPoints()).toBe(7);
  expect(await player.checkPoints()).toBe(7);
});

it('numbers that JSON cannot represent are rejected and not written', async () => {
  const client = clientOver(async () => ({
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: Buffer.from(responseXml('soap_CheckPoints', { result: 0, points: 7 })),
  }));
  await client.checkPoints();
  const spoilt = readFileSync(file, 'utf8').replace(/"time": \d+/, '"time": 1e999');
  writeFileSync(file, spoilt);
  const refused = { name: 'ValidationError', path: 'log.entries[0].time' };
  await expect(redactCassette(file, { secrets: ['hunter22'] })).rejects.toMatchObject(refused);
  expect(readFileSync(file, 'utf8')).toBe(spoilt);
});
