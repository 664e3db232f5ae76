import type { HandleArrived } from '../local-server/messages.js';
import type { OptionValues } from '../options/table.js';
import { Accounts } from './accounts.js';
import { type CallbackParts, callbackParts } from './callbacks/callbacks.js';
import type { SentCallback } from './callbacks/sent-callback.js';
import { makeCore } from './faces/core.js';
import type { Answer, Face } from './faces/face.js';
import type { RequestLog } from './faces/request-log.js';
import type { FailurePlan } from './failures/failure-plan.js';
import { type Gateway, makeGateway } from './gateway/gateway.js';
import { StoreEvents } from './gateway/store/events.js';
import type { KeptList } from './log/kept-list.js';
import type { MessageLog } from './messages/message-log.js';
import { type SANDBOX_OPTIONS, settingsOf } from './options/sandbox-options.js';

/** What is the same from the beginning of a gateway to its end, whatever becomes of its state. */
export interface Lasting {
  readonly options: OptionValues<typeof SANDBOX_OPTIONS>;
  readonly faces: readonly Face[];
  readonly requests: RequestLog;
  readonly callbacks: KeptList<SentCallback>;
  readonly messages: MessageLog;
}

/** All that a gateway knows from its start, or from a reset, to the next. */
export interface State {
  readonly accounts: Accounts;
  readonly gateway: Gateway;
  readonly handle: HandleArrived;
  /** Carries out calls that come in another way than by HTTP. */
  readonly answer: Answer;
  readonly failures: FailurePlan;
  readonly callbacks: CallbackParts;
  /**
   * Ends it: responses that wait for their time leave, no trace of it comes into the logs any more, and callbacks under
   * way are broken off, which it waits for.
   */
  end(): Promise<void>;
}

/** Makes the state of a gateway as it is at the start. @throws ValidationError when a group is not usable */
export function beginState({ options, faces, requests, callbacks: log, messages }: Lasting): State {
  const events = new StoreEvents();
  const ended = new AbortController();
  const accounts = new Accounts(events, {
    given: options.accounts,
    variant: options.variant,
    newAccounts: options.newAccounts,
  });
  const canShow = (text: string): boolean => faces.every((face) => face.canShow?.(text) ?? true);
  const { responseForm: _, ...settings } = settingsOf(options);
  const gateway = makeGateway(accounts.book, { ...settings, canShow }, events, (newcomer) =>
    accounts.welcome(newcomer),
  );
  const setup = {
    settings: options.callbacks,
    own: accounts,
    networkOf: options.network,
    bySelf: options.now === undefined,
  };
  const callbacks = callbackParts(gateway, setup, log);
  const load = { rateLimit: options.rateLimit, latencyOf: options.latency(), ended: ended.signal };
  const core = makeCore(gateway, faces, requests, load);
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
