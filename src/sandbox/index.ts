/**
 * The embedded gateway: a server that stands in for the real one in tests and demonstrations.
 *
 * @module
 */

export type { AddedAccount } from './accounts.js';
export type { SandboxCallbacks } from './callbacks/callbacks.js';
export type { ReceivedFile, ReceivedMms, ReceivedSms } from './callbacks/incoming.js';
export type { SentCallback } from './callbacks/sent-callback.js';
export type { SandboxInterface } from './faces/face.js';
export type { SandboxRequest } from './faces/request-log.js';
export type { InjectedFailure, InjectedFault } from './failures/failure.js';
export type { SandboxMailReport } from './mail/reports.js';
export type { SandboxMail } from './mail/server.js';
export type { SandboxMessageFilter } from './messages/message-filter.js';
export type { SandboxMessage } from './messages/sandbox-message.js';
export type { WaitForMessageOptions } from './messages/sent-messages.js';
export type {
  SandboxAccount,
  SandboxDiscountGroup,
  SandboxHours,
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
  SandboxDisorder,
} from './options/callback-options.js';
export type { SandboxCodeOptions } from './options/code-options.js';
export type {
  DeliveryScript,
  SandboxDelivery,
  SandboxDeliveryStep,
  SandboxNetwork,
} from './options/delivery-options.js';
export type { SandboxContact, SandboxGroup } from './options/group-options.js';
export type { SandboxHttpOptions } from './options/http-options.js';
export type { SandboxLatency, SandboxLatencyRange, SandboxRateLimit } from './options/load-options.js';
export type { SandboxMailOptions } from './options/mail-options.js';
export type { SandboxNewAccount, SandboxNewcomer } from './options/new-account-options.js';
export type { SandboxOptions } from './options/sandbox-options.js';
export type { Visitor } from './options/visitor.js';
export { createSandbox, type FailureOptions, type ResetOptions, type Sandbox } from './sandbox.js';
export { type MailingSandbox, type RunningSandbox, type StartSandboxOptions, startSandbox } from './server.js';
export type { AccountView, GroupView, MessageView } from './views/account-view.js';
