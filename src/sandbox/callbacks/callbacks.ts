import type { CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import { checkOneOf } from '../../options/check.js';
import type { Gateway } from '../gateway/gateway.js';
import type { KeptList } from '../log/kept-list.js';
import { type CallbackAddress, type CallbackSettings, callbackAddress } from '../options/callback-options.js';
import type { NetworkOf } from '../options/delivery-options.js';
import { IncomingMessages } from './incoming.js';
import { CallbackSender } from './sender.js';
import type { SentCallback } from './sent-callback.js';
import { type OwnAddresses, Targets } from './targets.js';
import { tellPrograms } from './told.js';

/** The callbacks that the embedded gateway sends (specification section 6). */
export interface SandboxCallbacks {
  /**
   * The calls that were made, oldest first, with their answers; the list grows as they are, and keeps the newest, as
   * many as the option `maxKeptRequests` says. It holds no text, no telephone number and no address.
   */
  readonly sent: readonly SentCallback[];
  /** The number of events that wait for their time, and of calls that will be repeated. */
  readonly waiting: number;
  /**
   * The time, by the gateway's clock, at which something is sent or a status changes next; `null` where nothing waits.
   * A test that puts its clock to it and settles, again and again, sees everything to its end.
   */
  readonly nextAt: Date | null;
  /**
   * Sends all that is due by the gateway's clock, also what becomes due by that, and waits for the answers. With the
   * option `now` nothing is sent but here; without it callbacks go out by themselves, and this waits for those that are
   * due. A handler that waits for it waits for itself.
   *
   * @returns the calls that were made, as far as `sent` keeps them
   * @throws ValidationError when the option `now` or `network` gives what is of no use
   */
  settle(): Promise<readonly SentCallback[]>;
  /**
   * Checks an address as the service does when it is saved in the customer panel: by a callback whose parameters are
   * all empty. It is sent at once, and once.
   *
   * @param kind - the callback that is sent, by GET, POST or as a form with files. Default: `'sms-report'`
   * @throws ValidationError for what is no address, and no kind
   */
  checkAddress(address: CallbackAddress, kind?: CallbackKind): Promise<SentCallback>;
  /** Ends it: calls under way are broken off, and nothing is sent any more. `close()` of a gateway does it, too. */
  close(): Promise<void>;
}

/** How callbacks are sent. */
export interface CallbackSetup {
  readonly settings: CallbackSettings;
  /** The addresses of accounts that have their own. */
  readonly own: OwnAddresses;
  readonly networkOf: NetworkOf;
  /** Tells whether callbacks are sent without `settle()`. */
  readonly bySelf: boolean;
}

/** What sends the callbacks of a gateway. */
export interface CallbackParts {
  readonly targets: Targets;
  readonly sender: CallbackSender;
  readonly incoming: IncomingMessages;
}

/** Has a gateway send callbacks. @param log - of the calls that are made */
export function callbackParts(
  gateway: Gateway,
  { settings, own, networkOf, bySelf }: CallbackSetup,
  log: KeptList<SentCallback>,
): CallbackParts {
  const targets = new Targets(gateway.accounts, own, settings);
  const sender = new CallbackSender(gateway, settings, log, bySelf);
  tellPrograms(gateway, targets, sender, { lookupMs: settings.lookupMs, networkOf });
  return { targets, sender, incoming: new IncomingMessages(gateway, targets, sender) };
}

/** Shows what sends them at a moment to those who test. */
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
      const made = current().sender === sender ? log.count - before : 0;
      return made === 0 ? [] : log.kept.slice(-made);
    },
    checkAddress: async (address, kind = 'sms-report') => {
      checkOneOf(kind, Object.keys(CALLBACKS) as CallbackKind[], 'kind');
      const { sender, targets } = current();
      const target = targets.of(callbackAddress(address, 'address'));
      const fields = Object.values(CALLBACKS[kind].fields).map(({ name }) => [name, ''] as const);
      const callback = { kind, fields, files: [] };
      const first = { firstAtMs: undefined, attempts: 0, isSecond: false };
      return sender.send({ callback, username: '', messageIds: [], target, ...first }, { isProbe: true });
    },
    close: () => current().sender.close(),
  };
}
