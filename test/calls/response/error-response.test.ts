import { describe, expect, it } from 'vitest';
import { requestedPauseMs, setResponse, statusOf } from '../../../src/calls/attempts/response.js';
import { ConnectionError, HttpStatusError, RateLimitError } from '../../../src/errors/errors.js';

const verdict = {
  result: 202,
  description: '',
  hint: 'wait',
  code: 'RATE_LIMIT',
  outcome: 'rejected',
  retryable: true,
} as const;
const tooManyCalls = (retryAfterMs?: number): RateLimitError => new RateLimitError({ ...verdict, retryAfterMs });
const head = (status: number, retryAfter?: string): Parameters<typeof setResponse>[1] => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
});

describe('the response that an error was made from', () => {
  it('is known by its status, which is no part of the error for those who print it', () => {
    const error = new ConnectionError('lost', 'unknown');
    const before = Object.keys(error);
    expect(statusOf(error)).toBeUndefined();
    expect(setResponse(error, head(502))).toBe(error);
    expect(statusOf(error)).toBe(502);
    expect(Object.keys(error)).toEqual(before);
  });
});

describe('the pause that is asked for', () => {
  it.each<[string, RateLimitError, string | undefined, number | undefined, number]>([
    ['by neither', tooManyCalls(), undefined, undefined, 0],
    ['by the response', tooManyCalls(), '7', 7000, 7000],
    ['by the code', tooManyCalls(60_000), undefined, 60_000, 60_000],
    ['by both, for longer by the code', tooManyCalls(60_000), '7', 60_000, 60_000],
    ['by both, for longer by the response', tooManyCalls(60_000), '90', 90_000, 90_000],
    ['by a response that makes no sense', tooManyCalls(60_000), 'soon', 60_000, 60_000],
  ])('%s', (_what, error, header, retryAfterMs, pause) => {
    setResponse(error, head(200, header));
    expect([error.retryAfterMs, requestedPauseMs(error)]).toEqual([retryAfterMs, pause]);
  });

  it('is shown with an error', () => {
    const error = new HttpStatusError('HTTP status 503', 503, '');
    setResponse(error, head(503, '7'));
    expect(Object.entries(error)).toContainEqual(['retryAfterMs', 7000]);
  });
});
