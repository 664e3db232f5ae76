/**
 * The embedded gateway: a server that replaces the real gateway in tests and demonstrations.
 *
 * @module
 */

export type { AddedAccount } from './accounts.js';
export type { SandboxCallbacks } from './callbacks/callbacks.js';
export type { ReceivedFile, ReceivedMms, ReceivedSms } from './callbacks/incoming.js';
export type { SentCallback } from './callbacks/sender.js';
export type { AccountView, GroupView, MessageView } from './core/account-view.js';
export type { InjectedFailure, InjectedFault } from './core/failure-plan.js';
export type { SandboxInterface } from './core/gateway-interface.js';
export type { SandboxRequest } from './core/logs.js';
export type { SandboxMessage, SandboxMessageFilter, WaitForMessageOptions } from './core/sent-messages.js';
export type { SandboxMail, SandboxMailReport } from './mail/server.js';
export type {
  SandboxAccount,
  SandboxContact,
  SandboxDiscountGroup,
  SandboxGroup,
  SandboxHours,
  SandboxNewAccount,
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
export type { SandboxHttpOptions, SandboxMailOptions } from './options/interface-options.js';
export type {
  DeliveryScript,
  SandboxDelivery,
  SandboxDeliveryStep,
  SandboxLatency,
  SandboxNetwork,
  SandboxOptions,
  SandboxRateLimit,
  Visitor,
} from './options/sandbox-options.js';
export { createSandbox, type FailureOptions, type Sandbox } from './sandbox.js';
export { type MailingSandbox, type RunningSandbox, type StartSandboxOptions, startSandbox } from './server.js';
