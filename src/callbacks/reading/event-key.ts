import { createHash } from 'node:crypto';
import type { CallbackEvent } from '../description/events.js';

/** The identity of an event: a second one with the same key is the first one again. */
export interface EventKey {
  /** 43 letters, digits, `-` and `_`, which tell nothing of the event. */
  readonly id: string;
  /** The time for which another one with this key is the same, in milliseconds; `undefined`: as long as it is kept. */
  readonly sameForMs: number | undefined;
  /**
   * Of a report that a signature has let in: the name of its signed address, of 43 such characters. Whoever has that
   * address can make up as many of them as he likes, so that a store with a bound keeps few of each address.
   */
  readonly signedAddress?: string | undefined;
}

/** A bulk send has no id: another one with the same fields is another send after this time. */
const BULK_SAME_FOR_MS = 600_000;

/**
 * Makes the key of an event.
 *
 * @param filesDigest - of the contents of its files, in their order; empty where it has none
 */
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
      // The id is that of the message that is answered: the next answer has it, too.
      return [event.messageId, event.from, event.to, event.receivedAt, event.text];
    case 'incoming-mms':
      return [event.from, event.to, event.receivedAt, event.subject, filesDigest];
    case 'hlr-result':
      return [event.lookupId, event.number];
    default: {
      const { type: _type, unknownFields, ...fields } = event;
      // In whatever order they came.
      return [Object.entries(fields), Object.entries(unknownFields).sort(([one], [other]) => (one < other ? -1 : 1))];
    }
  }
}
