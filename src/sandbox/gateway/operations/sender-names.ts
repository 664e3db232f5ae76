import { OWN_CODES } from '../refusal/own-codes.js';
import { refuse } from '../refusal/refusal.js';
import type { SenderNames } from '../store/sender-names.js';
import type { AuthorizedCall } from './authorized-call.js';

/** A sender name as it is shown (specification section 2.5). */
export interface SenderRecord {
  readonly name: string;
  readonly isActive: boolean;
  readonly isDefault: boolean;
}

/** Gives a sender name that the account may use. @throws Refusal 2031 for an unknown one */
export function senderOf(call: AuthorizedCall, name: string): SenderRecord {
  return sendersOf(call, { withShared: true }).find((sender) => sender.name === name) ?? refuse(OWN_CODES.noSender);
}

/**
 * Gives the sender names of the account, the default one first.
 *
 * @param withShared - with those that its main user shares with it, behind its own
 */
export function sendersOf(
  { account }: AuthorizedCall,
  { withShared }: { readonly withShared: boolean },
): readonly SenderRecord[] {
  const own = recordsOf(account.senderNames);
  const shared = withShared && account.sharedSenderNames !== undefined ? recordsOf(account.sharedSenderNames) : [];
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...shared.filter(({ name }) => !names.has(name)).map((sender) => ({ ...sender, isDefault: false }))];
}

function recordsOf(names: SenderNames): readonly SenderRecord[] {
  return names.list().map(({ name, isActive }) => ({ name, isActive, isDefault: names.isDefault(name) }));
}

/**
 * Makes one of the account's own sender names the default one.
 *
 * @throws Refusal 2031 for an unknown name, 2061 for one that is not active, 2062 for the one that is it already
 */
export function setDefaultSender({ account }: AuthorizedCall, name: string): void {
  account.senderNames.setDefault(name);
}
