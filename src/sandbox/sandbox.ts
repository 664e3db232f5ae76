import { inProcessTransport } from '../local-server/in-process-transport.js';
import type { HandleArrived } from '../local-server/messages.js';
import { type AsyncDisposal, asyncDisposal } from '../options/async-disposal.js';
import { checkFilled, invalid, isObject } from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions } from '../options/table.js';
import type { Transport } from '../transport/transport.js';
import type { AddedAccount } from './accounts.js';
import { callbacksView, type SandboxCallbacks } from './callbacks/callbacks.js';
import type { ReceivedMms, ReceivedSms } from './callbacks/incoming.js';
import type { SentCallback } from './callbacks/sent-callback.js';
import type { Answer, Face, SandboxInterface } from './faces/face.js';
import { RequestLog, type SandboxRequest } from './faces/request-log.js';
import { checkFailure } from './failures/check-failure.js';
import type { InjectedFailure } from './failures/failure.js';
import type { Caller } from './failures/failure-plan.js';
import { checkOperation } from './failures/operation-names.js';
import type { Gateway } from './gateway/gateway.js';
import { httpFace } from './http/face.js';
import { KeptList } from './log/kept-list.js';
import type { SandboxMessageFilter } from './messages/message-filter.js';
import { MessageLog } from './messages/message-log.js';
import type { SandboxMessage } from './messages/sandbox-message.js';
import { SentMessages, type WaitForMessageOptions } from './messages/sent-messages.js';
import { newAccount, type SandboxNewAccount } from './options/new-account-options.js';
import { SANDBOX_OPTIONS, type SandboxOptions } from './options/sandbox-options.js';
import { type Visitor, visitorOf } from './options/visitor.js';
import { soapFace } from './soap/endpoint.js';
import { beginState } from './state.js';
import { type AccountView, viewOf } from './views/account-view.js';

/** An embedded gateway. Nothing of it outlives it: its state is in memory only. */
export interface Sandbox extends AsyncDisposal {
  /**
   * A transport into the gateway, without a socket: the same bytes as over HTTP. It honours `signal` and `timeoutMs`.
   * Of the url of a call, path and query count as over HTTP; SOAP is at `/soap` and at `/`, the endpoints of the HTTP
   * interface are at `/sms.do` and so on, and the host can be any.
   */
  transport(): Transport;
  /**
   * Orders a failure for the next call of an operation. Several wait in a queue; each is used once.
   *
   * @param operation - its name in the WSDL, the path of an endpoint of HTTP such as `sms.do`, or `*` for any
   * @param of - only calls of that account count and fail: tests that run at once do not meet
   * @throws ValidationError when there is no such operation, or the failure is not of exactly one kind
   */
  failNext(operation: string, failure: InjectedFailure, of?: FailureOptions): void;
  /**
   * Orders a failure for every n-th call of an operation, counted from now on.
   *
   * @param n - 1 or more
   * @param operation - its name in the WSDL, the path of an endpoint of HTTP such as `sms.do`, or `*` for any
   * @param of - as for `failNext`
   * @throws ValidationError when there is no such operation, n is not usable, or the failure is not of exactly one kind
   */
  failEvery(n: number, operation: string, failure: InjectedFailure, of?: FailureOptions): void;
  /** Calls off all failures that were ordered. */
  clearFailures(): void;
  /**
   * Has the next call of an operation accepted and its answer lost: it is carried out, and the connection is closed
   * without a byte of a response, so that the caller cannot know. It is `failNext(operation, { drop: 'unanswered' })`.
   *
   * @param operation - its name in the WSDL, the path of an endpoint of HTTP such as `sms.do`, or `*` (default) for any
   * @param of - as for `failNext`
   * @throws ValidationError when there is no such operation
   */
  loseNextAnswer(operation?: string, of?: FailureOptions): void;
  /** An account as it is now, by its username or one of its tokens; `undefined` when there is none. */
  account(who: string | { readonly token: string }): AccountView | undefined;
  /**
   * Makes an account that has credentials of its own, for a test that is to have one alone; `reset()` takes it away.
   *
   * @param options - those of an account, but who it is. Default: 100 points, sender `Test`
   * @returns a username with its password, for SOAP and mail, and a token, for HTTP
   * @throws ValidationError when an option is not usable
   *
   * @example
   * ```ts
   * const { username, password, token } = sandbox.addAccount({ points: 5 });
   * const client = new SmsServiceClient({ url: sandbox.url, credentials: { username, password } });
   * ```
   */
  addAccount(options?: SandboxNewAccount): AddedAccount;
  /**
   * The messages that were sent since the start, of all accounts, kinds and interfaces, in the order in which they were
   * accepted, as they are now. They include scheduled ones until these are deleted, and exclude sends that are only a
   * test.
   *
   * @param filter - which of them. Default: all that are kept
   * @throws ValidationError when the filter is not usable, or messages behind its cursor are not kept any more
   *
   * @example
   * ```ts
   * const sent = sandbox.messages({ to: '500 100 200' });
   * console.log(sent.length, sent[0]?.message, sent[0]?.from, sent[0]?.interface);
   * ```
   */
  messages(filter?: SandboxMessageFilter): readonly SandboxMessage[];
  /**
   * The cursor behind all messages up to now. Taken before something is done, and given as `after`, it makes earlier
   * messages never fit and later ones never missed, whether they come before one asks or after that. It stays valid for
   * as long as the gateway is there, across `reset()`.
   */
  cursor(): number;
  /**
   * Waits for a message that fits, and gives the first: one that was accepted already, else the next.
   *
   * @param filter - what it has to be, from which cursor on, and how long it may take
   * @throws TimeoutError when none came in time; it says by id in what those that came are others, but no number and
   *   no text. `messages()` shows them
   * @throws AbortedError when the signal is aborted, or the gateway is reset or closed
   * @throws ValidationError when the filter is not usable, or messages behind its cursor are not kept any more
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
   * Opens a link that a message had, as its recipient does: an opt-out link puts his number on the opt-out list.
   *
   * @param link - as it stands in the message: `short.test/00000a`
   * @returns the address that was shortened, empty for an opt-out link; `undefined` for a link that no message had, or
   *   that is not valid any more: 30 days after its message was sent, 14 for an opt-out link (specification section 8)
   */
  openLink(link: string): string | undefined;
  /**
   * Opens a link as {@link Sandbox.openLink} does, and tells of the one who opens it: the first click on a shortened
   * link sends a callback (specification section 6).
   *
   * @throws ValidationError when the visitor is not usable
   */
  click(link: string, visitor?: Visitor): string | undefined;
  /**
   * Has somebody send a message to an account: an SMS, which may answer a 2way message, or an MMS with files. It sends
   * a callback (specification section 6).
   *
   * @returns true where it is assigned to the account, which an answer is within 24 hours after the message (section 8)
   * @throws ValidationError that names what is not usable: an answer to a message that is not 2way, or of somebody who
   *   did not get it
   *
   * @example
   * ```ts
   * sandbox.receive({ replyTo: '1001', text: 'Yes' });
   * sandbox.receive({ from: '48500100200', subject: 'Look', files: [{ name: 'cat.png', type: 'image/png', bytes }] });
   * await sandbox.callbacks.settle();
   * ```
   */
  receive(message: ReceivedSms | ReceivedMms): boolean;
  /** The callbacks that it sends. */
  readonly callbacks: SandboxCallbacks;
  /**
   * The calls that arrived, oldest first; the list grows as they do, and keeps the newest: from half as many as the
   * option `maxKeptRequests` says (100,000) to all of them. Requests that are refused with a Fault of their own (not
   * well-formed, an unknown operation) are not among them; those that fail by order are.
   */
  readonly requests: readonly SandboxRequest[];
  /**
   * Counts the calls that arrived, of one operation or of all, also those that `requests` does not keep any more.
   *
   * @param operation - as for `failNext`; `*` or nothing for all
   * @throws ValidationError when there is no such operation
   */
  callCount(operation?: string): number;
  /**
   * Makes everything as it was at the start: accounts with their points, groups, numbers, messages, idx and links, ids,
   * the failures that were ordered, limits, `requests` and what `callCount` counts, callbacks that wait and those that
   * were sent, reports of mail. Accounts that were made later are gone. The options stay, with functions and clocks of
   * yours as they are, and so do cursors.
   *
   * All that is so when it returns; the promise is for callbacks under way, which are broken off. Calls that arrived
   * before are carried out where they arrived and leave no trace; responses that wait for their time leave at once.
   * Whoever waits for a message is told of it (AbortedError).
   *
   * @param options - with a `username` only that account and its sub-users are set back: what they have, their
   *   callbacks, failures and limits, and who waits for their messages alone. Ids go on, and what is of no account
   *   stays
   * @throws ValidationError when there is no such account, or it is a sub-user; it rejects
   */
  reset(options?: ResetOptions): Promise<void>;
  /**
   * Ends it: calls in process that wait for a response have lost it, later ones are refused, whoever waits for a
   * message is told of it, and callbacks that have not been sent are not sent any more. It can be called again.
   */
  close(): Promise<void>;
}

/** The account whose calls fail. */
export interface FailureOptions extends OptionsOf<typeof FAILING> {}

const FAILING = {
  /** Its username; it may be made later. Default: calls of all accounts, and of nobody's. */
  username: optional(checkFilled),
  /** One of its tokens, in the place of the username. */
  token: optional(checkFilled),
};

/** The account that is set back, and nothing else. */
export interface ResetOptions extends OptionsOf<typeof RESET> {}

const RESET = {
  /** Its username; its sub-users are set back with it. Default: everything is set back. */
  username: optional(checkFilled),
  /** One of its tokens, in the place of the username. */
  token: optional(checkFilled),
};

/** A gateway together with what reacts to requests, for those who put it on a wire or listen to its events. */
export interface SandboxCore {
  readonly sandbox: Sandbox;
  readonly handle: HandleArrived;
  /** As it is now: `reset()` makes another. */
  readonly gateway: Gateway;
  /** Carries out calls that come in another way than by HTTP. */
  readonly answer: Answer;
}

/**
 * Makes an embedded gateway for tests and demonstrations, without a server.
 *
 * Without accounts in the options it has one: username `demo`, password `demo-password`, token `demo-token`, 100
 * points, sender `Test`.
 *
 * @throws ValidationError when an option is not usable
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
 * Makes a gateway, and what reacts to requests.
 *
 * @param others - faces besides those of SOAP and HTTP
 * @throws ValidationError when a group is not usable
 */
export function createCore(options: OptionValues<typeof SANDBOX_OPTIONS>, others: readonly Face[] = []): SandboxCore {
  const { soapVariant: variant = options.variant, soapIdx, responseForm } = options;
  const soap = soapFace(responseForm, { variant, keepsIdx: soapIdx === 'kept' });
  const lasting = {
    options,
    faces: [soap, httpFace(options.http, options.variant), ...others],
    requests: new RequestLog(options.maxKeptRequests),
    callbacks: new KeptList<SentCallback>(options.maxKeptRequests),
    messages: new MessageLog(options.maxKeptMessages),
  };
  const { faces, requests, messages } = lasting;
  let state = beginState(lasting);
  const closed = new AbortController();
  const sent = new SentMessages(messages, {
    interfaceOf: interfacesOf(faces),
    nowMs: () => state.gateway.nowMs(),
    usernameOf: (token) => state.gateway.accounts.ofToken(token)?.account.username,
  });
  const handle: HandleArrived = (request) => state.handle(request);
  const operations = faces.flatMap((face) => face.operations);
  /** The account that options name; one of which only the token is known may be made later. */
  const named = ({ username, token }: OptionValues<typeof FAILING>): Caller => {
    if (username !== undefined && token !== undefined) invalid('token', 'is given besides a username');
    const known = token === undefined ? username : state.gateway.accounts.ofToken(token)?.account.username;
    return known === undefined ? { token } : { username: known };
  };
  const failNext: Sandbox['failNext'] = (operation, failure, of = {}) =>
    state.failures.failNext(operation, checkFailure(failure), named(readOptions(of, FAILING)));
  const click: Sandbox['click'] = (link, visitor = {}) => {
    const host = `${options.shortHost}/`;
    const who = visitorOf(visitor);
    return link.startsWith(host) ? state.gateway.openLink(link.slice(host.length), who)?.target : undefined;
  };
  const resetAccount = (username: string): void => {
    const names = state.accounts.renew(username);
    state.gateway.events.forget(names);
    state.callbacks.sender.forget(names);
    state.failures.clearOf(names);
    messages.drop((logged) => names.has(logged.username));
    sent.end('reset', names);
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
      state.failures.failEvery(n, operation, checkFailure(failure), named(readOptions(of, FAILING))),
    loseNextAnswer: (operation = '*', of = {}) => failNext(operation, { drop: 'unanswered' }, of),
    clearFailures: () => state.failures.clear(),
    account: (who) => {
      const { accounts } = state.gateway;
      const account = isObject(who) ? accounts.ofToken(who.token)?.account : accounts.get(who);
      return account === undefined ? undefined : viewOf(account, state.gateway.nowMs());
    },
    addAccount: (given = {}) => state.accounts.add(newAccount(given)),
    messages: (filter = {}) => sent.list(filter),
    cursor: () => messages.cursor,
    waitForMessage: (filter = {}) => sent.next(filter),
    openLink: (link) => click(link),
    click,
    receive: (message) => state.callbacks.incoming.receive(message),
    callbacks: callbacksView(() => state.callbacks, lasting.callbacks),
    requests: requests.kept,
    callCount: (operation = '*') => {
      checkOperation(operation, operations);
      return requests.countOf(operation === '*' ? undefined : operation);
    },
    reset: async (given = {}) => {
      const { username, token } = named(readOptions(given, RESET));
      if (token !== undefined) invalid('token', 'is that of no account');
      if (username !== undefined) return resetAccount(username);
      const before = state;
      state = beginState(lasting);
      requests.clear();
      lasting.callbacks.clear();
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

/** Gives the interface of an operation. */
function interfacesOf(faces: readonly Face[]): (operation: string) => SandboxInterface {
  const names = new Map(
    faces.flatMap(({ name = 'http', operations }) => operations.map((each) => [each, name] as const)),
  );
  return (operation) => names.get(operation) ?? 'http';
}
