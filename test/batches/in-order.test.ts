import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Batch, inOrder } from '../../src/batches/batch.js';
import { type ItemSource, SourceReader } from '../../src/batches/source.js';
import { AbortedError, ConnectionError, type SmsServiceError } from '../../src/errors/errors.js';

/** A call of a batch that is in flight until a test ends it. */
interface Pending {
  readonly item: number;
  readonly end: (result?: SmsServiceError) => void;
}

/** A batch of numbers. The test ends each call. */
function batchOf(source: ItemSource<number>, more: Partial<Batch<number, string>> = {}) {
  const begun: Pending[] = [];
  const calls = { isClosed: false, label: undefined as string | undefined };
  const results = inOrder<number, string>({
    operation: 'toy',
    calls,
    units: new SourceReader(source, 'items', 'toy'),
    concurrency: 2,
    ahead: 1,
    signal: undefined,
    stopOn: () => false,
    fromCaller: () => {},
    act: async (item, way) => {
      const error = await new Promise<SmsServiceError | undefined>((resolve) => {
        begun.push({ item, end: (result) => resolve(result) });
        way.signal?.addEventListener('abort', () => resolve(new AbortedError('aborted', 'unknown')));
      });
      return [error === undefined ? `${item} done` : `${item} ${way.failed(error).outcome}`];
    },
    leave: (item) => [`${item} left`],
    ...more,
  });
  return { begun, calls, results };
}

/** Counts from 1, and records how many items were read and whether the source was closed. */
function counting(most = Number.POSITIVE_INFINITY) {
  const seen = { read: 0, isClosed: false };
  function* items(): Generator<number> {
    try {
      while (seen.read < most) yield ++seen.read;
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, source: items() };
}

/** Reads all results; `yielded` holds those so far. */
function collecting(results: AsyncIterable<string>): { readonly yielded: string[]; readonly reading: Promise<void> } {
  const yielded: string[] = [];
  const reading = (async () => {
    for await (const result of results) yielded.push(result);
  })();
  return { yielded, reading };
}

/** Waits until all pending callbacks have run. */
const settle = (): Promise<void> => sleep(0);

const begunItems = (begun: readonly Pending[]): readonly number[] => begun.map(({ item }) => item);

describe('a batch', () => {
  it('reads nothing, and opens nothing, before the first result is asked for', async () => {
    const { seen, source } = counting();
    batchOf(source);
    await settle();
    expect(seen).toEqual({ read: 0, isClosed: false });
  });

  it('has as many calls in flight as it may, and reads no further than it can begin', async () => {
    const { seen, source } = counting();
    const { begun, results } = batchOf(source);
    void results.next();
    await settle();
    expect([begunItems(begun), seen.read]).toEqual([[1, 2], 2]);
    await settle();
    expect(seen.read).toBe(2);
  });

  it('returns results in the order of the items', async () => {
    const { begun, results } = batchOf([1, 2, 3]);
    const { yielded, reading } = collecting(results);
    await settle();
    begun[1]?.end();
    await settle();
    expect([yielded, begunItems(begun)]).toEqual([[], [1, 2, 3]]);
    begun[0]?.end();
    begun[2]?.end();
    await reading;
    expect(yielded).toEqual(['1 done', '2 done', '3 done']);
  });

  it('waits for a slow consumer: it reads at most the items in flight and those that wait for the consumer', async () => {
    const { seen, source } = counting();
    const { begun, results } = batchOf(source, { ahead: 1 });
    const first = results.next();
    await settle();
    for (let index = 0; index < 10; index++) {
      begun[index]?.end();
      await settle();
    }
    expect(await first).toEqual({ value: '1 done', done: false });
    await settle();
    // One result was read. Three items wait: concurrency (2) plus ahead (1).
    expect(seen.read).toBe(4);
  });

  it('closes the source and waits for calls in flight when the loop is left', async () => {
    const { seen, source } = counting();
    const { begun, results } = batchOf(source);
    const first = results.next();
    await settle();
    begun[0]?.end();
    await first;
    await settle();
    let isOver = false;
    const leaving = results.return().then(() => {
      isOver = true;
    });
    await settle();
    expect([isOver, begunItems(begun)]).toEqual([false, [1, 2, 3]]);
    begun[1]?.end();
    begun[2]?.end();
    await leaving;
    expect(seen).toEqual({ read: 3, isClosed: true });
  });

  it('throws the error of the source after the results of its items', async () => {
    const failure = new Error('the cursor was lost');
    const { begun, results } = batchOf(
      (function* failing(): Generator<number> {
        yield 1;
        yield 2;
        throw failure;
      })(),
    );
    const { yielded, reading } = collecting(results);
    await settle();
    begun[0]?.end();
    await settle();
    begun[1]?.end();
    await expect(reading).rejects.toBe(failure);
    expect(yielded).toEqual(['1 done', '2 done']);
  });

  it('ends with its signal: reports calls in flight, reads no further item, and throws', async () => {
    const { seen, source } = counting();
    const aborting = new AbortController();
    const { results } = batchOf(source, { signal: aborting.signal });
    const { yielded, reading } = collecting(results);
    await settle();
    aborting.abort(new Error('enough'));
    const message = 'toy: aborted by the caller; items without a result were not started';
    await expect(reading).rejects.toMatchObject({ name: 'AbortedError', outcome: 'not-sent', message });
    expect([yielded, seen]).toEqual([['1 unknown', '2 unknown'], { read: 2, isClosed: true }]);
  });

  it('waits for no source that gives nothing, once it is aborted', async () => {
    const aborting = new AbortController();
    let isClosed = false;
    const { results } = batchOf(
      {
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise<never>(() => {}),
          return: () => {
            isClosed = true;
            return new Promise<never>(() => {});
          },
        }),
      },
      { signal: aborting.signal },
    );
    const first = results.next();
    await settle();
    aborting.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortedError' });
    expect(isClosed).toBe(true);
  });

  it('throws what has ended it, although the source cannot be closed', async () => {
    const source = {
      [Symbol.iterator]: () => ({
        next: () => ({ done: false as const, value: 1 }),
        return: () => {
          throw new Error('of the closing');
        },
      }),
    };
    const error = new ConnectionError('lost', 'unknown');
    const { begun, results } = batchOf(source, { stopOn: () => true, concurrency: 1 });
    const first = results.next();
    await settle();
    begun[0]?.end(error);
    await first;
    await expect(results.next()).rejects.toBe(error);
  });

  it('has a result for an item although the question whether to stop throws, and throws that then', async () => {
    const thrown = new RangeError('in the function of the caller');
    const { begun, results } = batchOf([1, 2, 3], {
      stopOn: () => {
        throw thrown;
      },
    });
    const first = results.next();
    await settle();
    begun[0]?.end(new ConnectionError('lost', 'unknown'));
    begun[1]?.end();
    expect([(await first).value, (await results.next()).value]).toEqual(['1 unknown', '2 done']);
    await expect(results.next()).rejects.toBe(thrown);
  });
});

describe('a source', () => {
  it.each<unknown>(['48500100200', 7, null, {}])('is no source: %j is refused', (yielded) => {
    expect(() => new SourceReader(yielded as number[], 'numbers', 'toy')).toThrow(
      'toy: numbers: must be an array, an iterable or an async iterable',
    );
  });
});
