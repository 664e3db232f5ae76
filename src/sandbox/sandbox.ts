import type { HandleArrived } from '../local-server/messages.js';
import { type OptionValues, readOptions } from '../options/table.js';
import type { Transport } from '../transport/transport.js';
import { accountsOf } from './accounts.js';
import { makeCallbacks, type SandboxCallbacks } from './callbacks/callbacks.js';
import type { ReceivedMms, ReceivedSms } from './callbacks/incoming.js';
import { makeCore } from './faces/core.js';
import type { Answer, Face, SandboxInterface } from './faces/face.js';
import { RequestLog, type SandboxRequest } from './faces/request-log.js';
import { checkFailure } from './failures/check-failure.js';
import type { InjectedFailure } from './failures/failure.js';
import { checkOperation } from './failures/operation-names.js';
import { type Gateway, makeGateway } from './gateway/gateway.js';
import { StoreEvents } from './gateway/store/events.js';
import { httpFace } from './http/face.js';
import { inProcessTransport } from './in-process-transport.js';
import type { SandboxMessageFilter } from './messages/message-filter.js';
import { MessageLog } from './messages/message-log.js';
import type { SandboxMessage } from './messages/sandbox-message.js';
import { SentMessages, type WaitForMessageOptions } from './messages/sent-messages.js';
import type { GivenAccount } from './options/account-options.js';
import type { GivenAddresses } from './options/callback-options.js';
import { SANDBOX_OPTIONS, type SandboxOptions, settingsOf } from './options/sandbox-options.js';
import { type Visitor, visitorOf } from './options/visitor.js';
import { recordedState } from './recorded/recorded-state.js';
import { soapFace } from './soap/endpoint.js';
import { type AccountView, viewOf } from './views/account-view.js';

/** An embedded gateway. Nothing of it outlives it: its state is in memory only. */
export interface Sandbox {
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
   * @throws ValidationError when there is no such operation, or the failure is not of exactly one kind
   */
  failNext(operation: string, failure: InjectedFailure): void;
  /**
   * Orders a failure for every n-th call of an operation, counted from now on.
   *
   * @param n - 1 or more
   * @param operation - its name in the WSDL, the path of an endpoint of HTTP such as `sms.do`, or `*` for any
   * @throws ValidationError when there is no such operation, n is not usable, or the failure is not of exactly one kind
   */
  failEvery(n: number, operation: string, failure: InjectedFailure): void;
  /** Calls off all failures that were ordered. */
  clearFailures(): void;
  /** An account as it is now; `undefined` when there is none of that name. */
  account(username: string): AccountView | undefined;
  /**
   * The messages that were sent since the start, of all accounts, kinds and interfaces, in the order in which they were
   * accepted, as they are now. Scheduled ones are among them until they are deleted; those of a recording, and sends
   * that are only a test, are not.
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
   * @throws AbortedError when the signal is aborted, or the gateway is closed
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
  /** With the option `from`: what the recording does not tell, in words. Empty without it. */
  readonly gaps: readonly string[];
  /**
   * Counts the calls that arrived, of one operation or of all, also those that `requests` does not keep any more.
   *
   * @param operation - as for `failNext`; `*` or nothing for all
   * @throws ValidationError when there is no such operation
   */
  callCount(operation?: string): number;
}

/** A gateway together with what reacts to requests, for those who put it on a wire or listen to its events. */
export interface SandboxCore {
  readonly sandbox: Sandbox;
  readonly handle: HandleArrived;
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
 * @throws ValidationError when a recording or a group is not usable
 */
export function createCore(options: OptionValues<typeof SANDBOX_OPTIONS>, others: readonly Face[] = []): SandboxCore {
  const events = new StoreEvents();
  const recorded = options.from === undefined ? undefined : recordedState(options.from);
  const gaps = recorded?.gaps ?? [];
  const accounts = accountsOf(events, options.accounts, options.variant, recorded);
  const settings = settingsOf(options, recorded === undefined ? [] : [...recorded.messages, ...recorded.lookUps]);
  const log = new RequestLog(options.maxKeptRequests);
  const { responseForm, ...decided } = settings;
  const { soapVariant: variant = options.variant, soapIdx } = options;
  const soap = soapFace(responseForm, { variant, keepsIdx: soapIdx === 'kept' });
  const faces = [soap, httpFace(options.http, options.variant), ...others];
  const canShow = (text: string): boolean => faces.every((face) => face.canShow?.(text) ?? true);
  const gateway = makeGateway(accounts, { ...decided, canShow }, events);
  const { callbacks, incoming } = makeCallbacks(gateway, {
    settings: options.callbacks,
    addresses: addressesOf(options.accounts),
    networkOf: options.network,
    maxKept: options.maxKeptRequests,
    bySelf: options.now === undefined,
  });
  const { handle, failures, answer } = makeCore(gateway, faces, log);
  const messageLog = new MessageLog(options.maxKeptMessages);
  messageLog.follow(gateway);
  const sent = new SentMessages(messageLog, { interfaceOf: interfacesOf(faces), nowMs: gateway.nowMs });
  const operations = faces.flatMap((face) => face.operations);
  const sandbox: Sandbox = {
    transport: () => inProcessTransport(handle),
    failNext: (operation, failure) => failures.failNext(operation, checkFailure(failure)),
    failEvery: (n, operation, failure) => failures.failEvery(n, operation, checkFailure(failure)),
    clearFailures: failures.clear,
    account: (username) => {
      const account = gateway.accounts.get(username);
      return account === undefined ? undefined : viewOf(account, gateway.nowMs());
    },
    messages: (filter = {}) => sent.list(filter),
    cursor: () => messageLog.cursor,
    waitForMessage: (filter = {}) => sent.next(filter),
    openLink: (link) => sandbox.click(link),
    click: (link, visitor = {}) => {
      const host = `${options.shortHost}/`;
      const who = visitorOf(visitor);
      return link.startsWith(host) ? gateway.openLink(link.slice(host.length), who)?.target : undefined;
    },
    receive: (message) => incoming.receive(message),
    callbacks,
    requests: log.kept,
    gaps,
    callCount: (operation = '*') => {
      checkOperation(operation, operations);
      return log.countOf(operation === '*' ? undefined : operation);
    },
  };
  return { sandbox, handle, gateway, answer };
}

/** Gives the interface of an operation. */
function interfacesOf(faces: readonly Face[]): (operation: string) => SandboxInterface {
  const names = new Map(
    faces.flatMap(({ name = 'http', operations }) => operations.map((each) => [each, name] as const)),
  );
  return (operation) => names.get(operation) ?? 'http';
}

/** The addresses of the accounts that have their own. */
function addressesOf(accounts: readonly GivenAccount[]): ReadonlyMap<string, GivenAddresses> {
  return new Map(
    accounts.flatMap(({ username, callbacks }) => (callbacks === undefined ? [] : [[username, callbacks] as const])),
  );
}
