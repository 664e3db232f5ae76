/**
 * The embedded gateway: a server that stands in for the real one in tests and demonstrations.
 *
 * @module
 */
export type { AccountView, GroupView, MessageView } from './account-view.js';
export type { Failure, InjectedFault } from './failures/failures.js';
export type { SandboxAccount, SandboxContact, SandboxGroup, SandboxOptions } from './options/options.js';
export type { SandboxRequest } from './request-log.js';
export { createSandbox, type Sandbox } from './sandbox.js';
export { type RunningSandbox, startSandbox } from './server.js';
