import type {
  BulkStartedEvent,
  HlrResultEvent,
  LinkClickEvent,
  ReportEvent,
} from '../../callbacks/description/events.js';
import { roundPoints } from '../../domain/points.js';
import { isFinalStatus, statusName } from '../../domain/statuses.js';
import type { StoreEvent } from '../gateway/store/events.js';
import type { StoredMessage } from '../gateway/store/message.js';
import type { NetworkOf } from '../options/delivery-options.js';

type EventOf<Type extends StoreEvent['type']> = Extract<StoreEvent, { readonly type: Type }>;

/** Creates the report of a status. */
export function reportOf(
  { username, message, status, atMs, pressed, durationSeconds }: EventOf<'message-status'>,
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

/** Creates the event of a click on a short link. */
export function clickOf({ username, link, visitor, atMs }: EventOf<'link-opened'>): LinkClickEvent {
  const { messageId, to, suffix } = link;
  const { device, operatingSystem, browser, ip } = visitor;
  const clickedAt = new Date(atMs);
  const seen = { clickedAt, device, operatingSystem, browser, ip };
  return { type: 'link-click', messageId, to, ...seen, username, suffix, unknownFields: {} };
}

/** Creates the result of a lookup. */
export function lookupResultOf(
  { lookUp }: EventOf<'lookup-accepted'>,
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

/** Creates the start of a bulk send; `undefined` if all its messages were deleted before. */
export function bulkStartedOf(
  { bulk }: EventOf<'bulk-accepted'>,
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

function filled(text: string): string | null {
  return text === '' ? null : text;
}
