import { describe, expect, it } from 'vitest';
import { LARGE_BODY, LargeBody } from '../../../src/transport/undici/undici.js';
import { collect } from '../../support/collect.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a large body of a request', () => {
  it('is one that does not go into the buffer of every socket', () => {
    expect(LARGE_BODY).toBe(65_536);
  });

  it('is given as one piece, which is not copied', async () => {
    const bytes = Buffer.alloc(100_000, 'x');
    const pieces: unknown[] = await collect(new LargeBody(bytes));
    expect(pieces).toHaveLength(1);
    expect(pieces[0]).toBe(bytes);
  });

  it('does not end for a reader that pauses at its piece', async () => {
    const body = new LargeBody(Buffer.alloc(100_000));
    const reported: string[] = [];
    body.on('data', () => {
      reported.push('piece');
      body.pause();
    });
    body.on('end', () => reported.push('end'));
    for (let count = 0; count < 5; count++) await turn();
    expect(reported).toEqual(['piece']);
    body.resume();
    for (let count = 0; count < 5; count++) await turn();
    expect(reported).toEqual(['piece', 'end']);
  });
});
