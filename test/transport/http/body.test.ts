import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ConnectionError, SmsServiceError } from '../../../src/errors/errors.js';
import { type BodyContext, httpBody } from '../../../src/transport/http/body.js';
import { collect, rejection } from '../../support/collect.js';

const operation = 'soap_GetNumbers';

/** An incoming response, its call, and the notifications of the call. */
interface Incoming {
  readonly response: PassThrough & { readonly headers: { readonly 'content-encoding'?: string } };
  readonly call: BodyContext & { isStopped: boolean };
  readonly reported: unknown[];
}

const failed = (error: unknown): Error => new ConnectionError(String(error), 'unknown');

function incoming(coding?: string, limits: Partial<BodyContext> = {}): Incoming {
  const headers = coding === undefined ? {} : { 'content-encoding': coding };
  const reported: unknown[] = [];
  const call = {
    operation,
    maxBytes: 1000,
    maxStreamBytes: 1000,
    isStopped: false,
    waiting: (isWaiting: boolean) => void reported.push(isWaiting ? 'waiting' : 'reading'),
    fail: (error: unknown) => (error instanceof SmsServiceError ? error : failed(error)),
    finish: () => undefined,
    done: () => void reported.push('done'),
    ...limits,
  };
  return { response: Object.assign(new PassThrough(), { headers }), call, reported };
}

/** A response that has come with these pieces. */
function come(pieces: readonly (string | Uint8Array)[], coding?: string, limits: Partial<BodyContext> = {}): Incoming {
  const made = incoming(coding, limits);
  for (const piece of pieces) made.response.write(piece);
  made.response.end();
  return made;
}

describe('a response that is read as it arrives', () => {
  const pieces = ({ response, call }: Incoming): AsyncIterator<Uint8Array> =>
    httpBody(response, call)[Symbol.asyncIterator]();

  it.each([undefined, 'gzip'])(
    'that may belong to another request fails after its last piece: coding %s',
    async (coding) => {
      const body = coding === undefined ? 'one' : gzipSync('one');
      const reader = pieces(
        come([body], coding, { finish: () => new ConnectionError('of another request', 'unknown') }),
      );
      expect(String((await reader.next()).value)).toBe('one');
      expect(await rejection(reader.next())).toMatchObject({ outcome: 'unknown', message: 'of another request' });
    },
  );

  it.each([undefined, 'gzip'])('is limited by maxStreamBytes: coding %s', async (coding) => {
    const packed = (text: string): readonly Uint8Array[] => [coding === undefined ? Buffer.from(text) : gzipSync(text)];
    const limits = { maxBytes: 5, maxStreamBytes: 2000 };
    const { response, call } = come(packed('x'.repeat(2000)), coding, limits);
    expect(Buffer.concat(await collect(httpBody(response, call)))).toHaveLength(2000);
    const more = come(packed('x'.repeat(2001)), coding, limits);
    expect(await rejection(collect(httpBody(more.response, more.call)))).toMatchObject({
      name: 'DecodeError',
      operation,
      message: `${operation}: the response has more than 2000 bytes (maxStreamBytes)`,
    });
    expect(more.response.destroyed).toBe(true);
  });

  it('returns no further data after its call was ended', async () => {
    const made = incoming();
    const reader = pieces(made);
    made.response.write('one');
    await reader.next();
    made.response.write('three');
    made.call.isStopped = true;
    expect(await rejection(reader.next())).toMatchObject({ name: 'ConnectionError' });
    expect([made.reported.at(-1), made.response.destroyed]).toEqual(['done', true]);
  });

  it('that cannot be unpacked, as zlib says, is a DecodeError', async () => {
    const made = incoming();
    const reader = pieces(made);
    made.response.destroy(Object.assign(new Error('incorrect header check'), { code: 'Z_DATA_ERROR' }));
    expect(await rejection(reader.next())).toMatchObject({ name: 'DecodeError' });
  });

  it.each([
    ['without a code', new Error('lost')],
    ['with a code of the system', Object.assign(new Error('lost'), { code: 'ECONNRESET' })],
  ])('that breaks off with an error %s is not taken for one that cannot be unpacked', async (_what, error) => {
    const made = incoming();
    const reader = pieces(made);
    made.response.destroy(error);
    expect(await rejection(reader.next())).toMatchObject({ name: 'ConnectionError' });
  });
});
