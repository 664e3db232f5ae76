import { inProcessTransport } from '../local-server/in-process-transport.js';
import type { HandleArrived } from '../local-server/messages.js';
import { type AsyncDisposal, asyncDisposal } from '../options/async-disposal.js';
import { checkFilled, invalid, isObject } from '../options/check.js';
import { type OptionsOf, optional, readOptions } from '../options/table.js';
import type { Transport } from '../transport/transport.js';
import type { AddedAccount } from './accounts.js';
import { callbacksView, type SandboxCallbacks } from './callbacks/callbacks.js';
import { type ReceivedMms, type ReceivedSms, receiveMessage } from './callbacks/incoming.js';
import type { SentCallback } from './callbacks/sender.js';
import { type AccountView, viewOf } from './core/account-view.js';
import { type Caller, checkFailure, checkOperation, type InjectedFailure } from './core/failure-plan.js';
import type { Answer, GatewayInterface } from './core/gateway-interface.js';
import { BoundedList, MessageLog, RequestLog, type SandboxRequest } from './core/logs.js';
import type { SandboxMessage, SandboxMessageFilter } from './core/sent-messages.js';
import { SentMessages, type WaitForMessageOptions } from './core/sent-messages.js';
import type { Gateway } from './gateway/gateway.js';
import { SHORT_HOST } from './gateway/sending/message-text.js';
import { httpInterface } from './http/http-interface.js';
import { newAccount, type SandboxNewAccount } from './options/account-options.js';
import {
  SANDBOX_OPTIONS,
  type SandboxOptions,
  type SandboxSettings,
  VISITOR,
  type Visitor,
} from './options/sandbox-options.js';
import { soapInterface } from './soap/soap-interface.js';
import { beginState } from './state.js';

/** An embedded gateway. Its state is in memory only. */
export interface Sandbox extends AsyncDisposal {
  /**
   * Returns a transport that calls the gateway in this process, without a socket. It carries the same bytes as HTTP and
   * supports `signal` and `timeoutMs`.
   *
   * The path and query of the request URL are used as over HTTP; the host can be any. SOAP is at `/soap` and `/`, the
   * endpoints of the HTTP interface are at `/sms.do` and so on.
   */
  transport(): Transport;
  /**
   * Makes the next call of an operation fail. Several failures form a queue; each is used once.
   *
   * @param operation - its name in the WSDL, the path of an HTTP endpoint such as `sms.do`, or `*` for any
   * @param of - limits the failure to calls of one account, so that parallel tests do not affect each other
   * @throws ValidationError if the operation is unknown, or the failure is not of exactly one kind
   */
  failNext(operation: string, failure: InjectedFailure, of?: FailureOptions): void;
  /**
   * Makes every n-th call of an operation fail, counted from now on.
   *
   * @param n - 1 or more
   * @param operation - its name in the WSDL, the path of an HTTP endpoint such as `sms.do`, or `*` for any
   * @param of - as for `failNext`
   * @throws ValidationError if the operation is unknown, `n` is invalid, or the failure is not of exactly one kind
   */
  failEvery(n: number, operation: string, failure: InjectedFailure, of?: FailureOptions): void;
  /** Removes all failures that have not occurred yet, including those of `failEvery`. */
  clearFailures(): void;
  /**
   * Loses the response of the next call of an operation. The operation is executed, then the connection is closed
   * without a byte of a response, so the outcome is unknown to the caller. Same as
   * `failNext(operation, { drop: 'unanswered' })`.
   *
   * @param operation - its name in the WSDL, the path of an HTTP endpoint such as `sms.do`, or `*` (default) for any
   * @param of - as for `failNext`
   * @throws ValidationError if the operation is unknown
   */
  loseNextAnswer(operation?: string, of?: FailureOptions): void;
  /**
   * Returns the current state of an account, found by its username or one of its tokens; `undefined` if it does not
   * exist.
   */
  account(who: string | { readonly token: string }): AccountView | undefined;
  /**
   * Creates an account with its own credentials, for example one per test. `reset()` deletes it.
   *
   * @param options - the options of an account without its credentials. Default: 100 points, sender `Test`
   * @returns a username and password for SOAP and mail, and a token for HTTP
   * @throws ValidationError if an option is invalid
   *
   * @example
   * ```ts
   * const { username, password, token } = sandbox.addAccount({ points: 5 });
   * const client = new SmsServiceClient({ url: sandbox.url, credentials: { username, password } });
   * ```
   */
  addAccount(options?: SandboxNewAccount): AddedAccount;
  /**
   * Returns the messages accepted since the start, of all accounts, kinds and interfaces, in the order of acceptance,
   * with their current state. Scheduled messages are included until they are deleted. Test sends are excluded.
   *
   * @param filter - selects messages. Default: all that are kept
   * @throws ValidationError if the filter is invalid, or messages after its cursor are no longer kept
   *
   * @example
   * ```ts
   * const sent = sandbox.messages({ to: '500 100 200' });
   * console.log(sent.length, sent[0]?.message, sent[0]?.from, sent[0]?.interface);
   * ```
   */
  messages(filter?: SandboxMessageFilter): readonly SandboxMessage[];
  /**
   * Returns a cursor after the newest message. Take it before an action and pass it as `after`: earlier messages then
   * never match, and later messages are never missed, even if they arrive before the query. It stays valid for the
   * lifetime of the gateway, also after `reset()`.
   */
  cursor(): number;
  /**
   * Waits for a message that matches, and returns the first one. A message that was already accepted resolves it at
   * once.
   *
   * @param filter - the conditions, the cursor and the timeout
   * @throws TimeoutError if no message matched in time. The error lists the ids of other messages and the fields that
   *   differ, without numbers and texts; `messages()` returns them
   * @throws AbortedError if the signal is aborted, or the gateway is reset or closed
   * @throws ValidationError if the filter is invalid, or messages after its cursor are no longer kept
   *
   * @example
   * ```ts
   * const after = sandbox.cursor();
   * await shop.register({ phone: '500100200' });
   * const { message } = await sandbox.waitForMessage({ to: '48500100200', text: /your code/, after });
   * ```
   */
  waitForMessage(filter?: WaitForMessageOptions): Promise<SandboxMessage>;
  /**
   * Opens a link from a message, as its recipient would. An opt-out link adds the recipient's number to the opt-out
   * list. The first click on a shortened link sends a callback (specification section 6).
   *
   * @param link - as in the message: `short.test/00000a`
   * @returns the address that was shortened, empty for an opt-out link; `undefined` if no message had this link or it
   *   has expired. Links are valid for 30 days after sending, opt-out links for 14 (specification section 8)
   * @throws ValidationError if the visitor is invalid
   */
  click(link: string, visitor?: Visitor): string | undefined;
  /**
   * Simulates an incoming message to an account: an SMS, which may reply to a 2way message, or an MMS with files. It
   * sends a callback (specification section 6).
   *
   * @returns true if the message is assigned to the account. A reply is assigned within 24 hours after the message
   *   (section 8)
   * @throws ValidationError with the invalid field, for example if `replyTo` is not a 2way message, or the sender did
   *   not receive it
   *
   * @example
   * ```ts
   * sandbox.receive({ replyTo: '1001', text: 'Yes' });
   * sandbox.receive({ from: '48500100200', subject: 'Look', files: [{ name: 'cat.png', type: 'image/png', bytes }] });
   * await sandbox.callbacks.settle();
   * ```
   */
  receive(message: ReceivedSms | ReceivedMms): boolean;
  /** The callbacks that the gateway sends. */
  readonly callbacks: SandboxCallbacks;
  /**
   * The received calls, oldest first. The list is live. If it exceeds `maxKeptRequests` (default 100,000), its older
   * half is dropped. Injected failures are included. Requests refused with a Fault before they reach an operation (not
   * well-formed, unknown operation) are not.
   */
  readonly requests: readonly SandboxRequest[];
  /**
   * Returns the number of received calls, including those that `requests` no longer keeps.
   *
   * @param operation - as for `failNext`. Default: `*`, all operations
   * @throws ValidationError if the operation is unknown
   */
  callCount(operation?: string): number;
  /**
   * Restores the initial state: accounts with their points, groups, numbers, messages, idx values and links, ids,
   * injected failures, rate limits, `requests`, `callCount`, pending and sent callbacks, and mail reports. Accounts
   * that were added later are deleted. Options, including your functions and clocks, stay the same. Cursors stay valid.
   *
   * The state is restored when the function returns. The promise waits for callbacks in flight, which are aborted.
   * Earlier calls still run against the old state and are not logged; delayed responses are sent at once. Pending
   * `waitForMessage` calls reject with AbortedError.
   *
   * To isolate tests that run in parallel, give each its own account with {@link Sandbox.addAccount}.
   */
  reset(): Promise<void>;
  /**
   * Closes the gateway. In-process calls that wait for a response fail, later calls are refused, pending
   * `waitForMessage` calls reject, and unsent callbacks are dropped. It can be called again.
   */
  close(): Promise<void>;
}

const ACCOUNT_NAME = {
  /** Its username. Default: all accounts. */
  username: optional(checkFilled),
  /** One of its tokens, instead of the username. */
  token: optional(checkFilled),
};

/** The account whose calls fail. It may be created later. Default: all calls, including those without an account. */
export interface FailureOptions extends OptionsOf<typeof ACCOUNT_NAME> {}

export interface SandboxCore {
  readonly sandbox: Sandbox;
  readonly handle: HandleArrived;
  /** The current gateway; `reset()` replaces it. */
  readonly gateway: Gateway;
  /** Executes calls of interfaces other than HTTP. */
  readonly answer: Answer;
}

/**
 * Creates an embedded gateway for tests and demonstrations, without a server.
 *
 * Without the option `accounts` it has one account: username `demo`, password `demo-password`, token `demo-token`, 100
 * points, sender `Test`.
 *
 * @throws ValidationError if an option is invalid
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 *
 * const sandbox = createSandbox({ accounts: [{ username, password, points: 100 }] });
 * const client = new SmsServiceClient({ url, credentials, transport: sandbox.transport() });
 * ```
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return createCore(readOptions(options, SANDBOX_OPTIONS)).sandbox;
}

/**
 * Creates a gateway and its request handler.
 *
 * @param others - interfaces in addition to SOAP and HTTP
 * @throws ValidationError if a group is invalid
 */
export function createCore(options: SandboxSettings, others: readonly GatewayInterface[] = []): SandboxCore {
  const { soapVariant = options.variant, responseForm } = options;
  const interfaces = [
    soapInterface(responseForm, soapVariant),
    httpInterface(options.http, options.variant),
    ...others,
  ];
  const requests = new RequestLog(options.maxKeptRequests);
  const sentCallbacks = new BoundedList<SentCallback>(options.maxKeptRequests);
  const messages = new MessageLog(options.maxKeptMessages);
  const lasting = { options, interfaces, requests, callbacks: sentCallbacks, messages };
  let state = beginState(lasting);
  const closed = new AbortController();
  const names = new Map(interfaces.flatMap(({ name, operations }) => operations.map((each) => [each, name] as const)));
  const sent = new SentMessages(messages, {
    interfaceOf: (operation) => names.get(operation) ?? 'http',
    nowMs: () => state.gateway.nowMs(),
    usernameOf: (token) => state.gateway.accounts.ofToken(token)?.account.username,
  });
  const handle: HandleArrived = (request) => state.handle(request);
  /** Returns the account that the options name. An unknown token is kept: its account may be created later. */
  const callerOf = (input: FailureOptions): Caller => {
    const { username, token } = readOptions(input, ACCOUNT_NAME);
    if (username !== undefined && token !== undefined) invalid('token', 'cannot be combined with username');
    const known = token === undefined ? username : state.gateway.accounts.ofToken(token)?.account.username;
    return known === undefined ? { token } : { username: known };
  };
  const failNext: Sandbox['failNext'] = (operation, failure, of = {}) =>
    state.failures.failNext(operation, checkFailure(failure), callerOf(of));
  const click: Sandbox['click'] = (link, visitor = {}) => {
    const host = `${SHORT_HOST}/`;
    const read = readOptions(visitor, VISITOR, { what: 'the visitor' });
    return link.startsWith(host) ? state.gateway.openLink(link.slice(host.length), read)?.target : undefined;
  };
  const close = async (): Promise<void> => {
    closed.abort();
    sent.end('closed');
    await state.end();
  };
  const sandbox: Sandbox = {
    transport: () => inProcessTransport(handle, 'the gateway', closed.signal),
    failNext,
    failEvery: (n, operation, failure, of = {}) =>
      state.failures.failEvery(n, operation, checkFailure(failure), callerOf(of)),
    loseNextAnswer: (operation = '*', of = {}) => failNext(operation, { drop: 'unanswered' }, of),
    clearFailures: () => state.failures.clear(),
    account: (who) => {
      const { accounts } = state.gateway;
      const account = isObject(who) ? accounts.ofToken(who.token)?.account : accounts.get(who);
      return account === undefined ? undefined : viewOf(account, state.gateway.nowMs());
    },
    addAccount: (value = {}) => state.accounts.add(newAccount(value)),
    messages: (filter = {}) => sent.list(filter),
    cursor: () => messages.cursor,
    waitForMessage: (filter = {}) => sent.next(filter),
    click,
    receive: (message) => receiveMessage({ gateway: state.gateway, ...state.callbacks }, message),
    callbacks: callbacksView(() => state.callbacks, sentCallbacks),
    requests: requests.kept,
    callCount: (operation = '*') => {
      checkOperation(operation, [...names.keys()]);
      return operation === '*' ? requests.count : requests.countOf(operation);
    },
    reset: async () => {
      const before = state;
      state = beginState(lasting);
      requests.clear();
      sentCallbacks.clear();
      messages.clear();
      sent.end('reset');
      await before.end();
    },
    close,
    ...asyncDisposal(close),
  };
  return {
    sandbox,
    handle,
    get gateway() {
      return state.gateway;
    },
    get answer() {
      return state.answer;
    },
  };
}
