import { describe, expect, it } from 'vitest';
import { StoreEvents } from '../../../src/sandbox/gateway/store/events.js';
import {
  isScheduled,
  progressOf,
  type StoredMessage,
  statusChangesOf,
} from '../../../src/sandbox/gateway/store/message.js';

const message = (sendAtMs: number, acceptedAtMs = 0): StoredMessage => ({
  id: String(sendAtMs),
  kind: 'sms',
  to: '48500100200',
  submittedTo: '500100200',
  from: 'Shop',
  text: 'Hi',
  idx: '',
  eco: false,
  parts: 1,
  points: 0.16,
  operation: 'sms.do',
  acceptedAtMs,
  sendAtMs,
});

describe('the statuses that a message will come to', () => {
  it.each([
    ['sent at once', message(1000, 1000)],
    ['scheduled', message(60_000)],
  ])('are those that the history shows, from the same moments on: %s', (_name, one) => {
    const shown = statusChangesOf(one);
    expect(shown.map(({ status }) => status)).toEqual([403, 404]);
    for (let ms = one.sendAtMs - 2; ms < one.sendAtMs + 5003; ms++) {
      const last = shown.filter(({ atMs }) => atMs <= ms).at(-1);
      expect(progressOf(one, ms).status).toBe(last?.status ?? 409);
    }
    expect(progressOf(one, one.sendAtMs + 5000)).toMatchObject({
      submittedAtMs: one.sendAtMs,
      doneAtMs: shown[1]?.atMs,
    });
  });
});

it('a message that was sent at once stays sent when the clock goes back', () => {
  const sent = message(1000, 1000);
  expect(isScheduled(sent, 500)).toBe(false);
  expect(progressOf(sent, 500)).toEqual({ status: 409, submittedAtMs: 1000, doneAtMs: null });
  expect(isScheduled(message(1001, 1000), 500)).toBe(true);
});

/** Accepts messages of Alice. @returns the statuses up to a time, each with the id of its message */
function awaited(...messages: readonly StoredMessage[]): { events: StoreEvents; until: (ms: number) => string[] } {
  const events = new StoreEvents();
  let statuses: string[] = [];
  events.listen((event) => {
    if (event.type === 'message-status') statuses.push(`${event.message.id} ${event.status}`);
  });
  for (const each of messages) events.emit({ type: 'message-accepted', username: 'alice', message: each });
  const until = (ms: number): string[] => {
    statuses = [];
    events.advance(ms);
    return statuses;
  };
  return { events, until };
}

describe('the statuses that are awaited', () => {
  it('come out in the order of time, whatever the order of their messages, and each once', () => {
    const { until } = awaited(...[20_000, 0, 60_000, 10_000, 1000, 10_000].map((sendAtMs) => message(sendAtMs)));
    expect(until(0)).toEqual([]);
    expect(until(10_001)).toEqual(['0 403', '1000 403', '0 404', '1000 404', '10000 403', '10000 403']);
    expect(until(10_001)).toEqual([]);
    expect(until(1_000_000)).toEqual(['10000 404', '10000 404', '20000 403', '20000 404', '60000 403', '60000 404']);
  });

  it('are not those of a message that was deleted', () => {
    const [kept, deleted] = [message(1000), message(2000)];
    const { events, until } = awaited(kept, deleted);
    events.emit({ type: 'message-deleted', username: 'alice', message: deleted });
    expect(until(1_000_000)).toEqual(['1000 403', '1000 404']);
  });
});
