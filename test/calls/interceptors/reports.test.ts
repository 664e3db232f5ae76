import { describe, expect, it } from 'vitest';
import { type CallReporter, callReporter, type SmsServiceEvent } from '../../../src/calls/events/events.js';
import { limitReport } from '../../../src/calls/events/observe.js';
import { requestFor } from '../../support/scripted-transport.js';

const operation = 'soap_CheckPoints';
/** The events and log lines of a report. */
function reported(report: (reporter: CallReporter) => void): { events: SmsServiceEvent[]; lines: string[] } {
  const [events, lines]: [SmsServiceEvent[], string[]] = [[], []];
  const none = (): void => undefined;
  const logger = { debug: none, info: (line: string) => void lines.push(line), warn: none };
  const reporter = callReporter({ onEvent: (event) => void events.push(event), logger });
  if (reporter !== undefined) report(reporter);
  return { events, lines };
}

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
