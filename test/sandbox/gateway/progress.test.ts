import { describe, expect, it } from 'vitest';
import {
  isScheduled,
  progressOf,
  type StoredMessage,
  statusChangesOf,
} from '../../../src/sandbox/gateway/store/records/message.js';
import { StatusChanges } from '../../../src/sandbox/gateway/store/status-changes.js';

const message = (sendAtMs: number, acceptedAtMs = 0): StoredMessage => ({
  id: String(sendAtMs),
  kind: 'sms',
  to: '48500100200',
  from: 'Shop',
  text: 'Hi',
  idx: '',
  eco: false,
  parts: 1,
  points: 0.16,
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
      const last = shown.filter(({ shownFromMs }) => shownFromMs <= ms).at(-1);
      expect(progressOf(one, ms).status).toBe(last?.status ?? 409);
    }
    const [sent, delivered] = shown;
    const end = progressOf(one, one.sendAtMs + 5000);
    expect([sent?.atMs, delivered?.atMs]).toEqual([end.submittedAtMs, end.doneAtMs]);
  });
});

it('a message that was sent at once stays sent when the clock goes back', () => {
  const sent = message(1000, 1000);
  expect(isScheduled(sent, 500)).toBe(false);
  expect(progressOf(sent, 500)).toEqual({ status: 409, submittedAtMs: 1000, doneAtMs: null });
  expect(isScheduled(message(1001, 1000), 500)).toBe(true);
});

describe('the statuses that are awaited', () => {
  it('come out in the order of time, whatever the order of their messages, and each once', () => {
    const changes = new StatusChanges();
    for (const sendAtMs of [20_000, 0, 60_000, 10_000, 1000, 10_000]) changes.add('alice', message(sendAtMs));
    const take = (ms: number): readonly string[] =>
      changes.takeUntil(ms).map(({ message: { id }, status }) => `${id} ${status}`);
    expect(take(0)).toEqual([]);
    expect(take(10_001)).toEqual(['0 403', '1000 403', '0 404', '1000 404', '10000 403', '10000 403']);
    expect(take(10_001)).toEqual([]);
    expect(take(1_000_000)).toEqual(['10000 404', '10000 404', '20000 403', '20000 404', '60000 403', '60000 404']);
  });

  it('are not those of a message that was dropped', () => {
    const changes = new StatusChanges();
    const [kept, dropped] = [message(1000), message(1000)];
    changes.add('alice', kept);
    changes.add('alice', dropped);
    changes.drop(dropped);
    expect(changes.takeUntil(1_000_000)).toMatchObject([
      { username: 'alice', message: kept, status: 403, atMs: 1000 },
      { username: 'alice', message: kept, status: 404, atMs: 6000 },
    ]);
  });
});
