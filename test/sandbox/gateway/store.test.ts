import { describe, expect, it } from 'vitest';
import { StoreEvents } from '../../../src/sandbox/gateway/store/events.js';
import { isScheduled, progressOf, type StoredMessage } from '../../../src/sandbox/gateway/store/message.js';
import { MessageStore } from '../../../src/sandbox/gateway/store/message-store.js';

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

it('a message that was sent at once stays sent when the clock goes back', () => {
  const sent = message(1000, 1000);
  expect(isScheduled(sent, 500)).toBe(false);
  expect(progressOf(sent, 500)).toEqual({ status: 409, submittedAtMs: 1000, doneAtMs: null });
  expect(isScheduled(message(1001, 1000), 500)).toBe(true);
});

describe('an idx', () => {
  const storeOf = (...idxs: readonly string[]): MessageStore => {
    const store = new MessageStore('alice', new StoreEvents());
    for (const [index, idx] of idxs.entries()) store.add({ ...message(3_600_000), id: String(index), idx });
    return store;
  };

  it('that several messages have is taken until the last of them is deleted', () => {
    const store = storeOf('a', 'A');
    store.deleteScheduled('0', 0);
    expect(store.isIdxTaken('a', 0, 24)).toBe(true);
    store.deleteScheduled('1', 0);
    expect(store.isIdxTaken('a', 0, 24)).toBe(false);
  });

  it('is not taken by a message that has none', () => {
    expect(storeOf('').isIdxTaken('', 0, 24)).toBe(false);
  });
});
