import type { CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import { checkOneOf } from '../../options/check.js';
import type { Gateway } from '../gateway/gateway.js';
import { KeptList } from '../log/kept-list.js';
import {
  type CallbackAddress,
  type CallbackSettings,
  callbackAddress,
  type GivenAddresses,
} from '../options/callback-options.js';
import type { NetworkOf } from '../options/delivery-options.js';
import { IncomingMessages } from './incoming.js';
import { CallbackSender } from './sender.js';
import type { SentCallback } from './sent-callback.js';
import { Targets } from './targets.js';
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

/** The settings of callbacks, and the addresses of accounts that have their own. */
export interface CallbackSetup {
  readonly settings: CallbackSettings;
  /** By username. */
  readonly addresses: ReadonlyMap<string, GivenAddresses>;
  readonly networkOf: NetworkOf;
  readonly maxKept: number;
  /** Tells whether callbacks are sent without `settle()`. */
  readonly bySelf: boolean;
}

/** Has a gateway send callbacks. */
export function makeCallbacks(
  gateway: Gateway,
  { settings, addresses, networkOf, maxKept, bySelf }: CallbackSetup,
): { readonly callbacks: SandboxCallbacks; readonly incoming: IncomingMessages } {
  const log = new KeptList<SentCallback>(maxKept);
  const targets = new Targets(gateway.accounts, addresses, settings);
  const sender = new CallbackSender(gateway, settings, log, bySelf);
  tellPrograms(gateway, targets, sender, { lookupMs: settings.lookupMs, networkOf });
  const callbacks: SandboxCallbacks = {
    sent: log.kept,
    get waiting() {
      return sender.waiting;
    },
    get nextAt() {
      const { nextMs } = sender;
      return nextMs === undefined ? null : new Date(nextMs);
    },
    settle: async () => {
      const before = log.count;
      await sender.settle();
      const made = log.count - before;
      return made === 0 ? [] : log.kept.slice(-made);
    },
    checkAddress: async (address, kind = 'sms-report') => {
      checkOneOf(kind, Object.keys(CALLBACKS) as CallbackKind[], 'kind');
      const target = targets.of(callbackAddress(address, 'address'));
      const fields = Object.values(CALLBACKS[kind].fields).map(({ name }) => [name, ''] as const);
      const callback = { kind, fields, files: [] };
      const first = { firstAtMs: undefined, attempts: 0, isSecond: false };
      return sender.send({ callback, username: '', messageIds: [], target, ...first }, { isProbe: true });
    },
    close: () => sender.close(),
  };
  return { callbacks, incoming: new IncomingMessages(gateway, targets, sender) };
}
