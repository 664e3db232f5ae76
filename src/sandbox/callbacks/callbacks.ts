import type { CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import { checkOneOf } from '../../options/check.js';
import type { OptionValues } from '../../options/table.js';
import type { Gateway } from '../gateway/gateway.js';
import type { StoreEvent } from '../gateway/store/events.js';
import type { StoredMessage } from '../gateway/store/message.js';
import type { KeptList } from '../log/kept-list.js';
import { type CallbackAddress, callbackAddress } from '../options/callback-options.js';
import type { SANDBOX_OPTIONS } from '../options/sandbox-options.js';
import { probeCall } from './callback-calls.js';
import { bulkStartedOf, clickOf, lookupResultOf, reportOf } from './callback-events.js';
import { IncomingMessages } from './incoming.js';
import { CallbackSender, type SentCallback } from './sender.js';
import { type OwnAddresses, type Target, Targets } from './targets.js';

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
   * The time of the next callback or status, by the gateway's clock; `null` if none is scheduled. To get every
   * callback, a test repeatedly sets its clock to this time and calls `settle()`.
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

/** The callback components of one gateway state. */
export interface CallbackParts {
  readonly targets: Targets;
  readonly sender: CallbackSender;
  readonly incoming: IncomingMessages;
}

type CallbackOptions = Pick<OptionValues<typeof SANDBOX_OPTIONS>, 'callbacks' | 'network' | 'now'>;

/** Starts sending the callbacks of a gateway. @param log - the list of sent calls */
export function startCallbacks(
  gateway: Gateway,
  own: OwnAddresses,
  options: CallbackOptions,
  log: KeptList<SentCallback>,
): CallbackParts {
  const targets = new Targets(gateway.accounts, own, options.callbacks);
  const sender = new CallbackSender(gateway, options.callbacks, log, options.now === undefined);
  sendStoreEvents(gateway, targets, sender, options);
  return { targets, sender, incoming: new IncomingMessages(gateway, targets, sender) };
}

/** Sends a callback for each event that has an address. */
function sendStoreEvents(
  { events }: Gateway,
  targets: Targets,
  sender: CallbackSender,
  { callbacks: { lookupMs }, network: networkOf }: CallbackOptions,
): void {
  const deleted = new WeakSet<StoredMessage>();
  const reportsTo = (username: string, { notifyUrl }: StoredMessage): Target | undefined =>
    notifyUrl === undefined ? targets.ofAccount(username, 'reports') : targets.ofMessage(notifyUrl);
  const listener = (event: StoreEvent): void => {
    const { username } = event;
    switch (event.type) {
      case 'message-accepted':
      case 'message-scheduled':
        return sender.startTimer();
      case 'message-deleted':
        deleted.add(event.message);
        return;
      case 'message-status': {
        const target = reportsTo(username, event.message);
        const kind = `${event.message.kind}-report` as const;
        if (target === undefined) return;
        return sender.add({ kind, username, target, make: () => reportOf(event, networkOf) }, event.atMs);
      }
      case 'bulk-accepted': {
        const target = targets.ofAccount(username, 'bulk');
        const make = () => bulkStartedOf(event, (message) => deleted.has(message));
        if (target === undefined) return;
        return sender.add({ kind: 'bulk-started', username, target, make }, event.bulk.sendAtMs);
      }
      case 'link-opened': {
        const target = targets.ofAccount(username, 'clicks');
        if (target === undefined || !event.isFirst || event.link.kind !== 'target') return;
        return sender.add({ kind: 'link-click', username, target, make: () => clickOf(event) }, event.atMs);
      }
      case 'lookup-accepted': {
        const target = targets.ofAccount(username, 'hlr');
        const atMs = event.lookUp.acceptedAtMs + lookupMs;
        const make = () => lookupResultOf(event, atMs, networkOf);
        if (target === undefined) return;
        return sender.add({ kind: 'hlr-result', username, target, make }, atMs);
      }
    }
  };
  events.listen(listener, (username, message) => reportsTo(username, message) !== undefined);
}

/** Creates the public view. @param current - returns the current components */
export function callbacksView(current: () => CallbackParts, log: KeptList<SentCallback>): SandboxCallbacks {
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
