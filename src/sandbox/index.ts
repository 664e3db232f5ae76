/**
 * The embedded gateway: a server that stands in for the real one in tests and demonstrations.
 *
 * @module
 */
export type { AccountView, GroupView, MessageView } from './account-view.js';
export type { SandboxRequest } from './faces/request-log.js';
export type { InjectedFailure, InjectedFault } from './failures/failure.js';
export type { SandboxAccount, SandboxContact, SandboxGroup, SandboxOptions } from './options/sandbox-options.js';
export { createSandbox, type Sandbox } from './sandbox.js';
export { type RunningSandbox, startSandbox } from './server.js';
