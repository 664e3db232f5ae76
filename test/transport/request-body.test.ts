import { describe, expect, it } from 'vitest';
import { collectBody } from '../../src/transport/request-body.js';
import type { RequestBodySource, TransportRequest } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { requestFor } from '../support/scripted-transport.js';

const reading = (body: RequestBodySource, more: Partial<TransportRequest> = {}, maxBytes = 1000): Promise<Uint8Array> =>
  collectBody(body, requestFor('upload', more), maxBytes);
const of = (...pieces: string[]): RequestBodySource => ({
  async *open() {
    for (const piece of pieces) yield Buffer.from(piece);
  },
});

describe('a body that is needed whole', () => {
  it('is not read further than it may be long', async () => {
    let input = 0;
    const endless: RequestBodySource = {
      async *open() {
        for (;;) {
          input += 1;
          yield Buffer.alloc(10);
        }
      },
    };
    expect((await reading(endless, {}, 95)).length).toBe(100);
    expect(input).toBe(10);
  });

  it.each([
    ['could not be read', { open: () => failing() }, 'not-sent'],
    ['has a length that is not a whole number of bytes', { ...of('one'), length: Number.NaN }, 'not-sent'],
    ['has 3 bytes, not the 4 of its length', { ...of('one'), length: 4 }, 'not-sent'],
  ])('%s', async (what, body, outcome) => {
    const error = await rejection(reading(body));
    expect(error).toMatchObject({ name: 'RequestBodyError', outcome, retryable: false });
    expect(String(error)).toContain(`upload: the body of the request ${what}; nothing was sent`);
  });

  it.each<[string, () => Partial<TransportRequest>, object]>([
    ['its signal is aborted', () => ({ signal: AbortSignal.timeout(20) }), { name: 'AbortedError' }],
    ['its time is over', () => ({ timeoutMs: 20 }), { name: 'TimeoutError', timeoutMs: 20 }],
    [
      'the time of its call is over',
      () => ({ timeoutMs: 20, timeLimit: { deadline: 0, timeoutMs: 70 } }),
      { name: 'TimeoutError', timeoutMs: 70 },
    ],
  ])('is not waited for when %s', async (_what, limits, wanted) => {
    const hanging: RequestBodySource = {
      open: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
    };
    expect(await rejection(reading(hanging, limits()))).toMatchObject({ ...wanted, outcome: 'not-sent' });
  });
});

function failing(): never {
  throw new Error('the password is sesame');
}
