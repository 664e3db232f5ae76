import type { HandleArrived } from '../local-server/messages.js';
import type { OptionValues } from '../options/table.js';
import { Accounts, counter } from './accounts.js';
import { type CallbackParts, startCallbacks } from './callbacks/callbacks.js';
import type { SentCallback } from './callbacks/sender.js';
import type { FailurePlan } from './failures/failure-plan.js';
import { type Gateway, makeGateway } from './gateway/gateway.js';
import type { GatewaySettings } from './gateway/operations/call.js';
import { StoreEvents } from './gateway/store/events.js';
import { type Answer, type GatewayInterface, makeCore } from './interfaces/gateway-interface.js';
import type { KeptList, RequestLog } from './log/kept-list.js';
import type { MessageLog } from './messages/message-log.js';
import type { SANDBOX_OPTIONS } from './options/sandbox-options.js';

export interface Lasting {
  readonly options: OptionValues<typeof SANDBOX_OPTIONS>;
  readonly interfaces: readonly GatewayInterface[];
  readonly requests: RequestLog;
  readonly callbacks: KeptList<SentCallback>;
  readonly messages: MessageLog;
}

/** The state of a gateway between two resets. */
export interface State {
  readonly accounts: Accounts;
  readonly gateway: Gateway;
  readonly handle: HandleArrived;
  /** Executes calls of interfaces other than HTTP. */
  readonly answer: Answer;
  readonly failures: FailurePlan;
  readonly callbacks: CallbackParts;
  /**
   * Ends this state: delayed responses are sent at once, and later calls are not logged. Aborts the callbacks in flight
   * and waits until they end.
   */
  end(): Promise<void>;
}

/** The options that the gateway reads directly. The others contain credentials. */
const GATEWAY_OPTIONS = [
  'variant',
  'pricePerPart',
  'pricePerMms',
  'pricePerVms',
  'pricePerLookup',
  'deliveryScript',
  'duplicateNumbers',
  'deletedEntries',
  'singleLength',
  'lineFeedSeptets',
  'usedIdxHours',
  'testIds',
  'shortHost',
] as const;

function pick<T, K extends keyof T>(values: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<T, K>;
}

const FIRST_MESSAGE_ID = 1001;
/** The length of the suffix of a link. */
const SUFFIX_LENGTH = 6;

/** Creates the initial state of a gateway. @throws ValidationError if a group is invalid */
export function beginState({ options, interfaces, requests, callbacks: log, messages }: Lasting): State {
  const events = new StoreEvents();
  const ended = new AbortController();
  const accounts = new Accounts(events, {
    given: options.accounts,
    variant: options.variant,
    newAccounts: options.newAccounts,
  });
  const canShow = (text: string): boolean => interfaces.every((each) => each.canShow?.(text) ?? true);
  const nextId = counter(FIRST_MESSAGE_ID);
  const nextSuffix = counter(1);
  const settings: GatewaySettings = {
    ...pick(options, GATEWAY_OPTIONS),
    now: options.now ?? (() => new Date()),
    nextId: options.nextId ?? (() => String(nextId())),
    nextSuffix: () => nextSuffix().toString(36).padStart(SUFFIX_LENGTH, '0'),
    listsUsedIdx: options.listsUsedIdx ?? options.variant !== 'earlier',
    canShow,
  };
  const gateway = makeGateway(accounts.book, settings, events, (newcomer) => accounts.welcome(newcomer));
  const callbacks = startCallbacks(gateway, accounts, options, log);
  const load = { rateLimit: options.rateLimit, latencyOf: options.latency, ended: ended.signal };
  const core = makeCore(gateway, interfaces, requests, load);
  const follow = messages.follow(gateway);
  return {
    accounts,
    gateway,
    ...core,
    callbacks,
    end: async () => {
      follow();
      ended.abort();
      await callbacks.sender.close();
    },
  };
}
