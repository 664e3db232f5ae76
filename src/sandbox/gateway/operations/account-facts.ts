import { OWN_CODES, refuse } from '../refusal/refusal.js';
import type { Profile } from '../store/account.js';
import type { SenderNames } from '../store/sender-names.js';
import { SubUserAccount } from '../store/sub-user-account.js';
import type { AuthorizedCall } from './call.js';

/** A profile as shown to the owner of the account (specification section 2.3). */
export interface ProfileRecord extends Profile {
  readonly username: string;
  readonly userType: 'native' | 'subuser';
  readonly points: number;
}

/** Returns the profile of the account. */
export function profileOf({ account }: AuthorizedCall): ProfileRecord {
  const { profile, username, points } = account;
  return { ...profile, username, points, userType: account instanceof SubUserAccount ? 'subuser' : 'native' };
}

/** The points of an account, and the number of messages of each kind that they pay for (specification section 4.5). */
export interface PointsRecord {
  readonly points: number;
  readonly pro: number;
  readonly eco: number;
  readonly mms: number;
  readonly vmsGsm: number;
  readonly vmsLand: number;
}

/** Returns the points of the account. */
export function pointsOf({ account: { points }, settings }: AuthorizedCall): PointsRecord {
  // At a price of 0, any number can be paid.
  const count = (price: number): number => (price === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(points / price));
  const [sms, vms] = [count(settings.pricePerPart), count(settings.pricePerVms)];
  return { points, pro: sms, eco: sms, mms: count(settings.pricePerMms), vmsGsm: vms, vmsLand: vms };
}

/** A sender name as shown to users (specification section 2.5). */
export interface SenderRecord {
  readonly name: string;
  readonly isActive: boolean;
  readonly isDefault: boolean;
}

/** Returns a sender name that the account may use. @throws Refusal 2031 for an unknown name */
export function senderOf(call: AuthorizedCall, name: string): SenderRecord {
  return sendersOf(call, { withShared: true }).find((sender) => sender.name === name) ?? refuse(OWN_CODES.noSender);
}

/**
 * Returns the sender names of the account, the default one first.
 *
 * @param withShared - appends the names that its main user shares with it
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
 * Makes one of the account's own sender names the default.
 *
 * @throws Refusal 2031 for an unknown name, 2061 for an inactive one, 2062 for the current default
 */
export function setDefaultSender({ account }: AuthorizedCall, name: string): void {
  account.senderNames.setDefault(name);
}
