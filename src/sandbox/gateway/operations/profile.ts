import type { Profile } from '../store/account.js';
import { SubUserAccount } from '../store/sub-user-account.js';
import type { AuthorizedCall } from './authorized-call.js';

/** An account as it is shown to its owner (specification section 2.3). */
export interface ProfileRecord extends Profile {
  readonly username: string;
  readonly userType: 'native' | 'subuser';
  readonly points: number;
}

/** Gives the profile of the account. */
export function profileOf({ account }: AuthorizedCall): ProfileRecord {
  const { profile, username, points } = account;
  return { ...profile, username, points, userType: account instanceof SubUserAccount ? 'subuser' : 'native' };
}

/** The points of an account, and how many messages of each kind they pay for (specification section 4.5). */
export interface PointsRecord {
  readonly points: number;
  readonly pro: number;
  readonly eco: number;
  readonly mms: number;
  readonly vmsGsm: number;
  readonly vmsLand: number;
}

/** Gives the points of the account. */
export function pointsOf({ account: { points }, settings: { prices } }: AuthorizedCall): PointsRecord {
  // A price of 0 pays for any number.
  const count = (price: number): number => (price === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(points / price));
  const [sms, vms] = [count(prices.part), count(prices.vms)];
  return { points, pro: sms, eco: sms, mms: count(prices.mms), vmsGsm: vms, vmsLand: vms };
}
