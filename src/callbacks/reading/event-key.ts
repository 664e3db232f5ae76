import { createHash } from 'node:crypto';
import type { CallbackEvent } from '../description/events.js';
import type { EventKey, InboxEntry } from '../stores/store.js';
import type { ReadEvent } from './arrived.js';

const BULK_SAME_FOR_MS = 600_000;

export function eventKey(event: CallbackEvent, filesDigest: string): EventKey {
  const facts = JSON.stringify([event.type, ...identityOf(event, filesDigest)]);
  return {
    id: createHash('sha256').update(facts).digest('base64url'),
    sameForMs: event.type === 'bulk-started' ? BULK_SAME_FOR_MS : undefined,
  };
}

function identityOf(event: CallbackEvent, filesDigest: string): readonly unknown[] {
  switch (event.type) {
    case 'sms-report':
    case 'mms-report':
      return [event.messageId, event.status, event.doneAt];
    case 'vms-report':
      return [event.messageId, event.status, event.doneAt, event.pressed, event.durationSeconds];
    case 'link-click':
      return [event.messageId, event.to, event.suffix];
    case 'incoming-sms':
      // The id is that of the original message. All replies have it.
      return [event.messageId, event.from, event.to, event.receivedAt, event.text];
    case 'incoming-mms':
      return [event.from, event.to, event.receivedAt, event.subject, filesDigest];
    case 'hlr-result':
      return [event.lookupId, event.number];
    default: {
      const { type: _type, unknownFields, ...fields } = event;
      // Independent of the order in which they were sent.
      return [Object.entries(fields), Object.entries(unknownFields).sort(([one], [other]) => (one < other ? -1 : 1))];
    }
  }
}

/**
 * Creates the inbox entry of an event. Events of one message (reports, clicks, answers) are handled one after the other
 * by their time, and so are messages between two numbers. Events without a time come first.
 *
 * A signature does not cover the id of a message. The reports of a signed address are therefore one sequence, so that
 * forged ids cannot delay events of other messages.
 */
export function inboxEntry({ event, key }: ReadEvent): InboxEntry {
  const { sequence, moment } = placeOf(event, key);
  // Stored in a database column: of fixed length, and without a telephone number.
  const name = key.signedAddress ?? createHash('sha256').update(JSON.stringify(sequence)).digest('base64url');
  return { key, sequence: name, order: moment?.getTime() ?? 0, event };
}

interface Place {
  readonly sequence: readonly string[];
  readonly moment: Date | null;
}

function placeOf(event: CallbackEvent, { id }: EventKey): Place {
  switch (event.type) {
    case 'sms-report':
    case 'mms-report':
    case 'vms-report':
      return { sequence: ['message', event.messageId], moment: event.doneAt };
    case 'link-click':
      return { sequence: ['message', event.messageId], moment: event.clickedAt };
    case 'incoming-sms': {
      const { messageId, from, to, receivedAt } = event;
      return { sequence: messageId === null ? ['sms', from, to] : ['message', messageId], moment: receivedAt };
    }
    case 'incoming-mms':
      return { sequence: ['mms', event.from, event.to], moment: event.receivedAt };
    case 'hlr-result':
      return { sequence: ['lookup', event.lookupId, event.number], moment: event.checkedAt };
    default:
      return { sequence: ['bulk', id], moment: null };
  }
}
