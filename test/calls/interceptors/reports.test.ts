import { describe, expect, it } from 'vitest';
import {
  type CallReporter,
  callReporter,
  type FailedAttempt,
  type SmsServiceEvent,
} from '../../../src/calls/events/events.js';
import { limitReport, retryReport } from '../../../src/calls/events/observe.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import { requestFor } from '../../support/scripted-transport.js';

const operation = 'soap_CheckPoints';
const failed: FailedAttempt = {
  operation,
  callId: 7,
  attempt: 2,
  delayMs: 250,
  error: new ConnectionError('lost', 'unknown'),
};

/** The events and log lines of a report. */
function reported(report: (reporter: CallReporter) => void): { events: SmsServiceEvent[]; lines: string[] } {
  const [events, lines]: [SmsServiceEvent[], string[]] = [[], []];
  const none = (): void => undefined;
  const logger = { debug: none, info: (line: string) => void lines.push(line), warn: none };
  const reporter = callReporter({ onEvent: (event) => void events.push(event), logger });
  if (reporter !== undefined) report(reporter);
  return { events, lines };
}

describe('a retry', () => {
  it.each<[string, FailedAttempt, object]>([
    ['unknown', failed, { callId: 7, outcome: 'unknown', code: 'CONNECTION' }],
    [
      'not sent',
      { ...failed, error: new ConnectionError('refused', 'not-sent') },
      { callId: 7, outcome: 'not-sent', code: 'CONNECTION' },
    ],
    [
      'an error of a foreign transport',
      { ...failed, error: new Error('sesame-9') },
      { callId: 7, outcome: 'unknown', code: 'FOREIGN' },
    ],
    [
      'of no call',
      { operation, attempt: 2, delayMs: 250, error: failed.error },
      { outcome: 'unknown', code: 'CONNECTION' },
    ],
  ])('is reported: %s', (_what, attempt, facts) => {
    const { events } = reported((reporter) => retryReport(reporter)(attempt));
    expect(events).toStrictEqual([{ type: 'retry', operation, attempt: 2, delayMs: 250, ...facts }]);
  });
});

describe('limits', () => {
  it('are reported with the request that begins under them', () => {
    const request = requestFor(operation, { callId: 7, attempt: 2 });
    const { events, lines } = reported((reporter) =>
      limitReport(reporter)(request, { maxPerSecond: 17.5, maxConcurrency: 4 }),
    );
    const facts = { operation, callId: 7, attempt: 2, maxPerSecond: 17.5, maxConcurrency: 4 };
    expect(events).toStrictEqual([{ type: 'limit', ...facts }]);
    expect(lines).toEqual([
      'sms-service-client soap_CheckPoints limit callId=7 attempt=2 maxPerSecond=17.5 maxConcurrency=4',
    ]);
  });
});
