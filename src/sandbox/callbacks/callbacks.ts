import type {
  BulkStartedEvent,
  CallbackKind,
  HlrResultEvent,
  LinkClickEvent,
  ReportEvent,
} from '../../callbacks/description/events.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import { roundPoints } from '../../domain/points.js';
import { isFinalStatus, statusName } from '../../domain/statuses.js';
import { checkOneOf } from '../../options/check.js';
import type { BoundedList } from '../core/logs.js';
import type { Gateway } from '../gateway/gateway.js';
import type { LookUp, StoreEvent } from '../gateway/store/events.js';
import { type BulkSend, type StatusChange, type StoredMessage, statusChangesOf } from '../gateway/store/message.js';
import { type AddressKind, type CallbackAddress, callbackAddress } from '../options/callback-options.js';
import type { NetworkOf, SandboxSettings } from '../options/sandbox-options.js';
import { type OutgoingEvent, probeCall } from './callback-calls.js';
import { CallbackSender, type SentCallback } from './sender.js';
import { type AccountAddresses, type Target, Targets } from './targets.js';

/** The callbacks that the embedded gateway sends (specification section 6). */
export interface SandboxCallbacks {
  /**
   * The calls with their responses, oldest first. The list is live. If it exceeds the option `maxKeptRequests`, its
   * older half is dropped. It contains no texts, telephone numbers or addresses.
   */
  readonly sent: readonly SentCallback[];
  /** The number of scheduled events and of calls to retry. */
  readonly waiting: number;
  /**
   * The time of the next callback, by the gateway's clock; `null` if none is scheduled. To get every callback, a test
   * repeatedly sets its clock to this time and calls `settle()`.
   */
  readonly nextAt: Date | null;
  /**
   * Sends everything that is due by the gateway's clock, including callbacks that become due during the call, and waits
   * for the responses. With the option `now`, callbacks are only sent here. A handler must not wait for it.
   *
   * @returns the calls, if `sent` still contains them
   * @throws ValidationError if the option `now` or `network` returns an invalid value
   */
  settle(): Promise<readonly SentCallback[]>;
  /**
   * Checks an address as the service does when it is saved in the customer panel: sends one callback with empty
   * parameters, without retries.
   *
   * @param kind - the kind of the callback; it determines GET, POST or a form with files. Default: `'sms-report'`
   * @throws ValidationError if the address or the kind is invalid
   */
  checkAddress(address: CallbackAddress, kind?: CallbackKind): Promise<SentCallback>;
  /** Aborts the calls in flight and stops sending. `close()` of the gateway includes this. */
  close(): Promise<void>;
}

export interface CallbackParts {
  readonly targets: Targets;
  readonly sender: CallbackSender;
}

type CallbackOptions = Pick<SandboxSettings, 'callbacks' | 'network' | 'now'>;

export function startCallbacks(
  gateway: Gateway,
  addresses: AccountAddresses,
  options: CallbackOptions,
  log: BoundedList<SentCallback>,
): CallbackParts {
  const targets = new Targets(gateway.accounts, addresses, options.callbacks);
  const sender = new CallbackSender(gateway, options.callbacks, log, options.now === undefined);
  gateway.events.listen(callbackSending(targets, sender, options));
  return { targets, sender };
}

function callbackSending(
  targets: Targets,
  sender: CallbackSender,
  { callbacks: { lookupMs }, network: networkOf }: CallbackOptions,
): (event: StoreEvent) => void {
  const deleted = new WeakSet<StoredMessage>();
  const isKept = (message: StoredMessage): boolean => !deleted.has(message);
  return (event) => {
    const { username } = event;
    const send = (kind: CallbackKind, target: Target | undefined, atMs: number, make: OutgoingEvent['make']): void => {
      if (target !== undefined) sender.add({ kind, username, target, make }, atMs);
    };
    const address = (kind: AddressKind): Target | undefined => targets.ofAccount(username, kind);
    switch (event.type) {
      case 'message-accepted': {
        const { message } = event;
        const target = message.notifyUrl === undefined ? address('reports') : targets.ofMessage(message.notifyUrl);
        if (target === undefined) return;
        for (const change of statusChangesOf(message)) {
          const make = () => (isKept(message) ? reportOf(username, message, change, networkOf) : undefined);
          send(`${message.kind}-report`, target, change.atMs, make);
        }
        return;
      }
      case 'message-deleted':
        deleted.add(event.message);
        return;
      case 'bulk-accepted': {
        const { bulk } = event;
        return send('bulk-started', address('bulk'), bulk.sendAtMs, () => bulkStartedOf(bulk, isKept));
      }
      case 'link-clicked':
        return send('link-click', address('clicks'), event.atMs, () => clickOf(event));
      case 'lookup-accepted': {
        const { lookUp } = event;
        const atMs = lookUp.acceptedAtMs + lookupMs;
        return send('hlr-result', address('hlr'), atMs, () => lookupResultOf(lookUp, atMs, networkOf));
      }
    }
  };
}

export function callbacksView(current: () => CallbackParts, log: BoundedList<SentCallback>): SandboxCallbacks {
  return {
    sent: log.kept,
    get waiting() {
      return current().sender.waiting;
    },
    get nextAt() {
      const { nextMs } = current().sender;
      return nextMs === undefined ? null : new Date(nextMs);
    },
    settle: async () => {
      const { sender } = current();
      const before = log.count;
      await sender.settle();
      const count = current().sender === sender ? log.count - before : 0;
      return count === 0 ? [] : log.kept.slice(-count);
    },
    checkAddress: async (address, kind = 'sms-report') => {
      checkOneOf(kind, Object.keys(CALLBACKS) as CallbackKind[], 'kind');
      const { sender, targets } = current();
      const target = targets.of(callbackAddress(address, 'address'));
      return sender.send(probeCall(kind, target), { isProbe: true });
    },
    close: () => current().sender.close(),
  };
}

function reportOf(
  username: string,
  message: StoredMessage,
  { status, atMs, pressed, durationSeconds }: StatusChange,
  networkOf: NetworkOf,
): ReportEvent {
  const { id, kind, to, from, points } = message;
  const common = {
    messageId: id,
    status: String(status),
    statusName: statusName(status) ?? null,
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
  const { mcc = null, mnc = null } = networkOf(to) ?? {};
  return { type: 'sms-report', ...common, points, from, mcc, mnc };
}

function clickOf({
  username,
  link: { messageId, to, suffix },
  visitor: { device, operatingSystem, browser, ip },
  atMs,
}: Extract<StoreEvent, { readonly type: 'link-clicked' }>): LinkClickEvent {
  const visit = { clickedAt: new Date(atMs), device, operatingSystem, browser, ip };
  return { type: 'link-click', messageId, to, ...visit, username, suffix, unknownFields: {} };
}

function lookupResultOf({ id, number, idx }: LookUp, atMs: number, networkOf: NetworkOf): HlrResultEvent {
  const network = networkOf(number);
  const { mcc = null, mnc = null, portedFrom = null } = network ?? {};
  return {
    type: 'hlr-result',
    lookupId: id,
    number,
    mcc,
    mnc,
    info: network?.name ?? 'No network has this number',
    status: network === undefined ? 'FAIL' : 'OK',
    checkedAt: new Date(atMs),
    ported: portedFrom !== null,
    portedFrom,
    idx: filled(idx),
    unknownFields: {},
  };
}

const MESSAGE_TYPES = { sms: 'SMS', mms: 'MMS', vms: 'VMS' } as const;

/** Creates the start of a bulk send; `undefined` if all its messages were deleted before. */
function bulkStartedOf(bulk: BulkSend, isKept: (message: StoredMessage) => boolean): BulkStartedEvent | undefined {
  const messages = bulk.messages.filter(isKept);
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
