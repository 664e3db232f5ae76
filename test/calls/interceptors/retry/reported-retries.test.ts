import { describe, expect, it, vi } from 'vitest';
import { callReporter, type SmsServiceEvent } from '../../../../src/calls/interceptors/events.js';
import { retryReport } from '../../../../src/calls/interceptors/retry/reported-retries.js';
import type { RetryInfo } from '../../../../src/calls/interceptors/retry/retry.js';
import { ConnectionError } from '../../../../src/errors/errors.js';

const operation = 'soap_CheckPoints';
const lost = new ConnectionError('lost', 'unknown');
const retry: RetryInfo = { operation, callId: 7, attempt: 2, delayMs: 250, error: lost };

/** What is told of a retry. */
function toldOf(told: RetryInfo): SmsServiceEvent[] {
  const events: SmsServiceEvent[] = [];
  retryReport(callReporter({ onEvent: (event) => events.push(event) }))(told);
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

  it('is no event where nobody wants to know', () => {
    const reporter = callReporter({});
    const report = vi.spyOn(reporter, 'report');
    retryReport(reporter)(retry);
    expect(report).not.toHaveBeenCalled();
  });
});
