import { createHash } from 'node:crypto';
import type { CallbackEvent } from '../../description/events.js';
import type { ReadEvent } from '../../reading/arrived.js';
import type { EventKey } from '../../reading/event-key.js';
import type { InboxEntry } from '../../stores/store.js';

/**
 * Makes the entry of an event: events of one message – its reports, clicks on its link, answers to it – are handled one
 * after the other by their moments, and so are messages from one number to one number. One without a moment comes
 * first.
 *
 * No signature holds the id of a message: with that of another one, a signed report must not hold that one's events up.
 * So the reports of a signed address are one sequence, whatever ids they bring.
 */
export function inboxEntry({ event, key }: ReadEvent): InboxEntry {
  const { sequence, moment } = placeOf(event, key);
  // It goes into a column of a database: of one length, and nobody's number.
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
