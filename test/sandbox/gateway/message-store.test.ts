import { describe, expect, it } from 'vitest';
import { StoreEvents } from '../../../src/sandbox/gateway/store/events.js';
import type { StoredMessage } from '../../../src/sandbox/gateway/store/message.js';
import { MessageStore } from '../../../src/sandbox/gateway/store/message-store.js';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

/** A store with messages that wait for an hour, changed as wished. */
function storeOf(...changes: readonly Partial<StoredMessage>[]): MessageStore {
  const store = new MessageStore('alice', new StoreEvents());
  for (const change of changes) {
    store.add({
      id: '1',
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
    expect(store.isIdxTaken('a', NOW, 24)).toBe(true);
    store.deleteScheduled('2', NOW);
    expect(store.isIdxTaken('a', NOW, 24)).toBe(false);
  });

  it('is not taken by a message that has none', () => {
    expect(storeOf({ idx: '' }).isIdxTaken('', NOW, 24)).toBe(false);
  });
});
