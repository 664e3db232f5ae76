import type { HandleArrived } from '../local-server/messages.js';
import { Accounts, counter } from './accounts.js';
import { type CallbackParts, startCallbacks } from './callbacks/callbacks.js';
import type { SentCallback } from './callbacks/sender.js';
import type { FailurePlan } from './core/failure-plan.js';
import { type Answer, connectInterfaces, type GatewayInterface } from './core/gateway-interface.js';
import type { BoundedList, MessageLog, RequestLog } from './core/logs.js';
import { type Gateway, makeGateway } from './gateway/gateway.js';
import { StoreEvents } from './gateway/store/events.js';
import type { SandboxSettings } from './options/sandbox-options.js';

export interface LastingParts {
  readonly options: SandboxSettings;
  readonly interfaces: readonly GatewayInterface[];
  readonly requests: RequestLog;
  readonly callbacks: BoundedList<SentCallback>;
  readonly messages: MessageLog;
}

export interface State {
  readonly accounts: Accounts;
  readonly gateway: Gateway;
  readonly handle: HandleArrived;
  readonly answer: Answer;
  readonly failures: FailurePlan;
  readonly callbacks: CallbackParts;
  /**
   * Ends this state: delayed responses are sent at once, and later calls are not logged. Aborts the callbacks in flight
   * and waits until they end.
   */
  end(): Promise<void>;
}

const FIRST_MESSAGE_ID = 1001;
const SUFFIX_LENGTH = 6;

export function beginState({ options, interfaces, requests, callbacks: log, messages }: LastingParts): State {
  const events = new StoreEvents();
  const ended = new AbortController();
  const accounts = new Accounts(events, options);
  const nextId = counter(FIRST_MESSAGE_ID);
  const nextSuffix = counter(1);
  const { accounts: _accounts, newAccounts: _newAccounts, ...shared } = options;
  const settings = {
    ...shared,
    now: options.now ?? (() => new Date()),
    nextId: options.nextId ?? (() => String(nextId())),
    nextSuffix: () => nextSuffix().toString(36).padStart(SUFFIX_LENGTH, '0'),
    listsUsedIdx: options.listsUsedIdx ?? options.variant !== 'earlier',
    canShow: (text: string) => interfaces.every((each) => each.canShow?.(text) ?? true),
  };
  const gateway = makeGateway(accounts.book, settings, events, (newcomer) => accounts.createFor(newcomer));
  const callbacks = startCallbacks(gateway, accounts, options, log);
  const connected = connectInterfaces(gateway, interfaces, requests, options, ended.signal);
  const stopLogging = messages.follow(gateway);
  return {
    accounts,
    gateway,
    ...connected,
    callbacks,
    end: async () => {
      stopLogging();
      ended.abort();
      await callbacks.sender.close();
    },
  };
}
