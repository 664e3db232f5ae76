import { expect, it, vi } from 'vitest';
import { callReporter, type SmsServiceEvent } from '../../../../src/calls/interceptors/events.js';
import type { FoundLimits } from '../../../../src/calls/interceptors/limit/rate-limit.js';
import { limitReport } from '../../../../src/calls/interceptors/limit/reported-limits.js';
import { requestFor } from '../../../support/scripted-transport.js';

const operation = 'soap_CheckPoints';

/** What is told of limits, and as which line. */
function toldOf(limits: FoundLimits, more: object = {}): { events: SmsServiceEvent[]; lines: string[] } {
  const told = { events: [] as SmsServiceEvent[], lines: [] as string[] };
  const none = (): void => undefined;
  const logger = { debug: none, info: (line: string) => void told.lines.push(line), warn: none };
  const reporter = callReporter({ onEvent: (event) => told.events.push(event), logger });
  limitReport(reporter)(requestFor(operation, more), limits);
  return told;
}

it('limits are told with the request that begins under them', () => {
  const { events, lines } = toldOf({ maxPerSecond: 17.5, maxConcurrency: 4 }, { callId: 7, attempt: 2 });
  const facts = { operation, callId: 7, attempt: 2, maxPerSecond: 17.5, maxConcurrency: 4 };
  expect(events).toStrictEqual([{ type: 'limit', ...facts }]);
  expect(lines).toEqual([
    'sms-service-client soap_CheckPoints limit callId=7 attempt=2 maxPerSecond=17.5 maxConcurrency=4',
  ]);
});

it('what is not limited, and a call that there is not, are not told', () => {
  const { events } = toldOf({ maxPerSecond: undefined, maxConcurrency: undefined });
  expect(events).toStrictEqual([{ type: 'limit', operation, attempt: 1 }]);
});

it('limits are no event where nobody wants to know', () => {
  const reporter = callReporter({});
  const report = vi.spyOn(reporter, 'report');
  limitReport(reporter)(requestFor(operation), { maxPerSecond: 1, maxConcurrency: 1 });
  expect(report).not.toHaveBeenCalled();
});
