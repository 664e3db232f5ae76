/**
 * The embedded gateway: a server that replaces the real gateway in tests and demonstrations.
 *
 * @module
 */

export type { AddedAccount } from './accounts.js';
export type { SandboxCallbacks } from './callbacks/callbacks.js';
export type { ReceivedFile, ReceivedMms, ReceivedSms } from './callbacks/incoming.js';
export type { SentCallback } from './callbacks/sender.js';
export type { InjectedFailure, InjectedFault } from './failures/failure-plan.js';
export type { SandboxInterface } from './interfaces/gateway-interface.js';
export type { SandboxRequest } from './log/kept-list.js';
export type { SandboxMailReport } from './mail/reports.js';
export type { SandboxMail } from './mail/server.js';
export type { SandboxMessage, SandboxMessageFilter } from './messages/message-filter.js';
export type { WaitForMessageOptions } from './messages/sent-messages.js';
export type {
  SandboxAccount,
  SandboxDiscountGroup,
  SandboxHours,
  SandboxNewAccount,
  SandboxNewcomer,
  SandboxProfile,
  SandboxSender,
  SandboxSubUser,
  SandboxTemplate,
  SandboxToken,
} from './options/account-options.js';
export type {
  CallbackAddress,
  CallbackHandler,
  SandboxCallbackAddresses,
  SandboxCallbackOptions,
} from './options/callback-options.js';
export type {
  DeliveryScript,
  SandboxDelivery,
  SandboxDeliveryStep,
  SandboxNetwork,
} from './options/delivery-options.js';
export type { SandboxContact, SandboxGroup } from './options/group-options.js';
export type { SandboxHttpOptions, SandboxMailOptions } from './options/interface-options.js';
export type { SandboxLatency, SandboxRateLimit, Visitor } from './options/load-options.js';
export type { SandboxOptions } from './options/sandbox-options.js';
export { createSandbox, type FailureOptions, type ResetOptions, type Sandbox } from './sandbox.js';
export { type MailingSandbox, type RunningSandbox, type StartSandboxOptions, startSandbox } from './server.js';
export type { AccountView, GroupView, MessageView } from './views/account-view.js';
