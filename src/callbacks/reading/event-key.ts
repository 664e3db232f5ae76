import { createHash } from 'node:crypto';
import type { CallbackEvent } from '../description/events.js';

/** The identity of an event: a second one with the same key is the first one again. */
export interface EventKey {
  /** 43 letters, digits, `-` and `_`: a hash that contains no data of the event. */
  readonly id: string;
  /** The time for which another one with this key is the same, in milliseconds; `undefined`: as long as it is kept. */
  readonly sameForMs: number | undefined;
  /**
   * Of a report that was admitted by a signature: the hash of its signed address, 43 characters. The owner of such an
   * address can forge any number of reports, so a store with a limit keeps few for each address.
   */
  readonly signedAddress?: string | undefined;
}

/** A bulk send has no id: another one with the same fields is another send after this time. */
const BULK_SAME_FOR_MS = 600_000;

/**
 * Returns the key of an event.
 *
 * @param filesDigest - the hash of the contents of its files; empty if it has none
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
      // Independent of the order in which they were sent.
      return [Object.entries(fields), Object.entries(unknownFields).sort(([one], [other]) => (one < other ? -1 : 1))];
    }
  }
}
