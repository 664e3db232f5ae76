import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsReportEvent } from '../../../src/callbacks/index.js';
import type { EventKey, InboxEntry } from '../../../src/callbacks/stores/store.js';

/** Waits so that others could proceed, for a test that expects no event. */
export const tick = (ms: number): Promise<void> => sleep(ms);

/** The key of an event with a name. */
export function key(name: string | number, sameForMs?: number): EventKey {
  return { id: createHash('sha256').update(String(name)).digest('base64url'), sameForMs };
}

/** A report of a message with a name. */
export function report(name: string | number): SmsReportEvent {
  return {
    type: 'sms-report',
    messageId: String(name),
    status: '404',
    statusName: 'DELIVERED',
    isFinal: true,
    isKnown: true,
    doneAt: new Date(1_790_000_000_000),
    unknownFields: {},
  } as unknown as SmsReportEvent;
}

/** Creates an entry of an inbox. Default: the same sequence for all. */
export function entry(
  name: string | number,
  { sequence = 'one', order = 0 }: { readonly sequence?: string; readonly order?: number } = {},
): InboxEntry {
  return { key: key(name), sequence, order, event: report(name) };
}
