import { describe, expect, it } from 'vitest';
import { StoreEvents } from '../../../src/sandbox/gateway/store/events.js';
import { MessageStore } from '../../../src/sandbox/gateway/store/message-store.js';
import type { StoredMessage } from '../../../src/sandbox/gateway/store/records/message.js';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A store with messages that wait for an hour, changed as wished. */
function storeOf(...changes: readonly Partial<StoredMessage>[]): MessageStore {
  const store = new MessageStore('alice', new StoreEvents());
  for (const change of changes) {
    store.add({
      id: '1',
      kind: 'sms',
      to: '48500100200',
      from: 'Shop',
      text: 'Hi',
      idx: '',
      eco: false,
      parts: 1,
      points: 0.16,
      acceptedAtMs: NOW,
      sendAtMs: NOW + HOUR_MS,
      ...change,
    });
  }
  return store;
}

describe('an idx', () => {
  it('that several messages have stays taken until the one that used it last is deleted', () => {
    const store = storeOf({ id: '1', idx: 'a' }, { id: '2', idx: 'A' });
    store.deleteScheduled('1', NOW);
    expect(store.isIdxTaken('a', NOW, DAY_MS)).toBe(true);
    store.deleteScheduled('2', NOW);
    expect(store.isIdxTaken('a', NOW, DAY_MS)).toBe(false);
  });

  it('that was used up without a message is free after a time, and when 100,000 others were', () => {
    const store = storeOf();
    store.useIdx('A0', NOW, DAY_MS);
    expect(store.isIdxTaken('a0', NOW + DAY_MS, DAY_MS)).toBe(true);
    expect(store.isIdxTaken('a0', NOW + DAY_MS + 1, DAY_MS)).toBe(false);
    for (let index = 1; index < 100_000; index += 1) store.useIdx(`a${index}`, NOW, DAY_MS);
    expect(store.isIdxTaken('a0', NOW, DAY_MS)).toBe(true);
    store.useIdx('b', NOW, DAY_MS);
    expect(['a0', 'a1', 'b'].map((idx) => store.isIdxTaken(idx, NOW, DAY_MS))).toEqual([false, true, true]);
  });

  it('is not taken by a message that has none', () => {
    expect(storeOf({ idx: '' }).isIdxTaken('', NOW, DAY_MS)).toBe(false);
  });
});
