/**
 * The embedded gateway: a server that stands in for the real one in tests and demonstrations.
 *
 * @module
 */
export type { AccountView, GroupView, MessageView } from './account-view.js';
export type { Failure, InjectedFault } from './failures.js';
export type { SandboxAccount, SandboxContact, SandboxGroup, SandboxOptions } from './options.js';
export { createSandbox, type Sandbox, type SandboxRequest } from './sandbox.js';
export { type RunningSandbox, startSandbox } from './server.js';
