import { describe, expect, it, vi } from 'vitest';
import { Reporter, type SmsServiceEvent } from '../../../src/calls/interceptors/events.js';
import { reportedRetries } from '../../../src/calls/interceptors/reported-retries.js';
import type { Retry } from '../../../src/calls/interceptors/retry.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import { untyped } from '../../support/unreadable.js';

const operation = 'soap_CheckPoints';
const lost = new ConnectionError('lost', 'unknown');
const retry: Retry = { operation, callId: 7, attempt: 2, delayMs: 250, error: lost };

/** What is told of a retry. */
function toldOf(told: Retry): SmsServiceEvent[] {
  const events: SmsServiceEvent[] = [];
  reportedRetries({}, new Reporter({ onEvent: (event) => events.push(event) })).onRetry?.(told);
  return events;
}

describe('a retry', () => {
  it('is told with what the attempt before it has come to', () => {
    const facts = { operation, callId: 7, attempt: 2, delayMs: 250 };
    expect(toldOf(retry)).toEqual([{ type: 'retry', ...facts, outcome: 'unknown', code: 'CONNECTION' }]);
    expect(toldOf({ ...retry, error: new ConnectionError('refused', 'not-sent') })).toEqual([
      { type: 'retry', ...facts, outcome: 'not-sent', code: 'CONNECTION' },
    ]);
  });

  it("after a foreign transport's error is told by a name for all of these", () => {
    expect(toldOf({ ...retry, error: new Error('sesame-9') })).toMatchObject([{ outcome: 'unknown', code: 'FOREIGN' }]);
  });

  it('of a request that belongs to no call is told without one', () => {
    const [event] = toldOf({ operation, attempt: 1, delayMs: 5, error: lost });
    expect(Object.keys(event ?? {})).not.toContain('callId');
  });

  it('is no event where nobody wants to know, and the caller is told even so', () => {
    const reporter = new Reporter({});
    const report = vi.spyOn(reporter, 'report');
    const onRetry = vi.fn();
    reportedRetries({ onRetry }, reporter).onRetry?.(retry);
    expect(onRetry.mock.calls).toEqual([[retry]]);
    expect(report).not.toHaveBeenCalled();
  });
});

it('the other options of retries stay as they are', () => {
  const { onRetry: _onRetry, ...options } = reportedRetries({ attempts: 5, maxDelayMs: 7 }, new Reporter({}));
  expect(options).toEqual({ attempts: 5, maxDelayMs: 7 });
});

it('what is to be told of retries has to be a function', () => {
  expect(() => reportedRetries({ onRetry: untyped('x') }, new Reporter({}))).toThrow(
    expect.objectContaining({ name: 'ValidationError', path: 'retry.onRetry' }),
  );
});
