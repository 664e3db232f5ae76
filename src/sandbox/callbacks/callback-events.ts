import type {
  BulkStartedEvent,
  CallbackEvent,
  HlrResultEvent,
  LinkClickEvent,
  ReportEvent,
} from '../../callbacks/description/events.js';
import { isFinalStatus, statusName } from '../../domain/statuses.js';
import type { StoreEvent } from '../gateway/store/events.js';
import type { StoredMessage } from '../gateway/store/records/message.js';
import { roundPoints } from '../gateway/store/records/points.js';
import type { NetworkOf } from '../options/delivery-options.js';

type Told<Type extends StoreEvent['type']> = Extract<StoreEvent, { readonly type: Type }>;

/** The report about a message that has come to a status. */
export function reportOf(
  { username, message, status, atMs, pressed, durationSeconds }: Told<'message-status'>,
  networkOf: NetworkOf,
): ReportEvent {
  const { id, kind, to, from, points } = message;
  const name = statusName(status) ?? null;
  const common = {
    messageId: id,
    status: String(status),
    statusName: name,
    isFinal: isFinalStatus(status),
    idx: filled(message.idx),
    doneAt: new Date(atMs),
    username,
    to,
    unknownFields: {},
  };
  if (kind === 'mms') return { type: 'mms-report', ...common };
  if (kind === 'vms') {
    return { type: 'vms-report', ...common, pressed: pressed ?? null, durationSeconds: durationSeconds ?? null };
  }
  const network = networkOf(to);
  return {
    type: 'sms-report',
    ...common,
    points,
    from,
    mcc: network?.mcc ?? null,
    mnc: network?.mnc ?? null,
  };
}

/** The click on a short link. */
export function clickOf({ username, link, visitor, atMs }: Told<'link-opened'>): LinkClickEvent {
  const { messageId, to, suffix } = link;
  const { device, operatingSystem, browser, ip } = visitor;
  const clickedAt = new Date(atMs);
  const seen = { clickedAt, device, operatingSystem, browser, ip };
  return { type: 'link-click', messageId, to, ...seen, username, suffix, unknownFields: {} };
}

/** The result of a lookup, done at a moment. */
export function lookupResultOf(
  { lookUp }: Told<'lookup-accepted'>,
  atMs: number,
  networkOf: NetworkOf,
): HlrResultEvent {
  const { id, number, idx } = lookUp;
  const network = networkOf(number);
  return {
    type: 'hlr-result',
    lookupId: id,
    number,
    mcc: network?.mcc ?? null,
    mnc: network?.mnc ?? null,
    info: network?.name ?? 'No network has this number',
    status: network === undefined ? 'FAIL' : 'OK',
    checkedAt: new Date(atMs),
    ported: network !== undefined && network.portedFrom !== null,
    portedFrom: network?.portedFrom ?? null,
    idx: filled(idx),
    unknownFields: {},
  };
}

const MESSAGE_TYPES = { sms: 'SMS', mms: 'MMS', vms: 'VMS' } as const;

/** The beginning of a bulk send; `undefined` where all of its messages were deleted before. */
export function bulkStartedOf(
  { bulk }: Told<'bulk-accepted'>,
  isDeleted: (message: StoredMessage) => boolean,
): BulkStartedEvent | undefined {
  const messages = bulk.messages.filter((message) => !isDeleted(message));
  if (messages.length === 0) return undefined;
  return {
    type: 'bulk-started',
    messageType: MESSAGE_TYPES[bulk.kind],
    all: messages.length,
    points: roundPoints(messages.reduce((sum, { points }) => sum + points, 0)),
    origin: bulk.origin,
    info: filled(bulk.group),
    text: bulk.text,
    unknownFields: {},
  };
}

/** The ids of the messages that an event is about. */
export function messageIdsOf(event: CallbackEvent): readonly string[] {
  return 'messageId' in event && event.messageId !== null ? [event.messageId] : [];
}

function filled(text: string): string | null {
  return text === '' ? null : text;
}
