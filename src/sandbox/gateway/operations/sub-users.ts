import { CODES } from '../../../domain/codes.js';
import { OWN_CODES } from '../refusal/own-codes.js';
import { refuse } from '../refusal/refusal.js';
import type { Account, Secret } from '../store/account.js';
import { roundPoints } from '../store/records/points.js';
import type { SubUserSettings } from '../store/records/sub-user.js';
import { SubUserAccount, subUserAccount } from '../store/sub-user-account.js';
import type { AuthorizedCall } from './authorized-call.js';

/** A sub-user as it is asked for (specification section 4.6); `undefined` is what was left out. */
export type SubUserOrder = { readonly [K in keyof SubUserSettings]?: SubUserSettings[K] | undefined } & {
  readonly password?: string | undefined;
  /** The password for interfaces such as SOAP. Default: `password`. */
  readonly apiPassword?: string | undefined;
};

/** Names a sub-user: with the prefix of the main user, unless it is named as it is. */
export interface UserName {
  readonly name: string;
  readonly withoutPrefix: boolean;
}

/** A sub-user as it is shown (specification section 2.4). */
export interface SubUserRecord extends SubUserSettings {
  readonly username: string;
}

/**
 * Adds a sub-user. Flags that are left out are off, limits 0.
 *
 * @throws Refusal 1000 for a sub-user who asks for it, 1114 for a name that is none, 1115 for one that is taken, 1123
 *   without a password, or with one that is no MD5 digest where the gateway wants those, 1131 for a limit below 0
 */
export function addUser(call: AuthorizedCall, user: UserName, order: SubUserOrder): SubUserRecord {
  const main = mainUser(call);
  const username = fullName(user, main);
  if (user.name === '' || !USER_NAME.test(username)) refuse(OWN_CODES.userNameNotAccepted);
  if (call.accounts.get(username) !== undefined) refuse(CODES.userExists);
  const secret = secretOf(order, call) ?? refuse(OWN_CODES.passwordNotAccepted);
  const settings = checked({ ...NO_SETTINGS, ...given(order) });
  const added = call.accounts.addUser(subUserAccount(username, secret, main), settings, main);
  added.advance(call.nowMs);
  return recordOf(added);
}

/**
 * Changes a sub-user. What is left out stays as it is, but for flags where the gateway takes them as 0 ("same as add").
 *
 * @throws Refusal 1000 for a sub-user who asks for it, 1032 for an unknown user, 1123 for a password that is no MD5
 *   digest where the gateway wants those, 1131 for a limit below 0
 */
export function editUser(call: AuthorizedCall, name: UserName, order: SubUserOrder): SubUserRecord {
  const user = subUserNamed(call, name);
  const before = call.settings.leftOutFlags === 'zero' ? { ...user.settings, ...NO_FLAGS } : user.settings;
  user.change(checked({ ...before, ...given(order) }), secretOf(order, call));
  return recordOf(user);
}

/** Gives a sub-user. @throws Refusal 1000 for a sub-user who asks for it, 1032 for an unknown user */
export function subUser(call: AuthorizedCall, name: UserName): SubUserRecord {
  return recordOf(subUserNamed(call, name));
}

/** Gives all sub-users in the order in which they were made. @throws Refusal 1000 for a sub-user who asks for it */
export function subUsers(call: AuthorizedCall): readonly SubUserRecord[] {
  return Array.from(call.accounts.usersOf(mainUser(call)).values(), (user) => {
    user.advance(call.nowMs);
    return recordOf(user);
  });
}

const NO_FLAGS = { senders: false, phonebook: false, active: false } as const;
const NO_SETTINGS: SubUserSettings = { limit: 0, monthLimit: 0, ...NO_FLAGS, info: '' };
const USER_NAME = /^[\w@+-]{3,32}$/;
const MD5 = /^[0-9a-f]{32}$/i;

function mainUser({ account }: AuthorizedCall): Account {
  return account instanceof SubUserAccount ? refuse(CODES.mainUserOnly) : account;
}

function fullName({ name, withoutPrefix }: UserName, { userPrefix }: Account): string {
  return withoutPrefix || name.startsWith(userPrefix) ? name : userPrefix + name;
}

/** Finds a sub-user of the caller's. @throws Refusal 1000 for a sub-user who asks for it, 1032 for an unknown user */
export function subUserNamed(call: AuthorizedCall, name: UserName): SubUserAccount {
  const main = mainUser(call);
  const user = call.accounts.usersOf(main).get(fullName(name, main)) ?? refuse(OWN_CODES.noUser);
  user.advance(call.nowMs);
  return user;
}

/** The settings that an order names. */
function given({ limit, monthLimit, senders, phonebook, active, info }: SubUserOrder): Partial<SubUserSettings> {
  const named = { limit, monthLimit, senders, phonebook, active, info };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function checked(settings: SubUserSettings): SubUserSettings {
  const { limit, monthLimit } = settings;
  if (![limit, monthLimit].every((points) => Number.isFinite(points) && points >= 0)) {
    refuse(OWN_CODES.limitNotAccepted);
  }
  return { ...settings, limit: roundPoints(limit), monthLimit: roundPoints(monthLimit) };
}

/** The password that interfaces such as SOAP want; `undefined` where none is given. */
function secretOf(
  { password, apiPassword = password }: SubUserOrder,
  { settings }: AuthorizedCall,
): Secret | undefined {
  for (const each of [password, apiPassword]) {
    if (each !== undefined && settings.userPasswords === 'md5' && !MD5.test(each))
      refuse(OWN_CODES.passwordNotAccepted);
  }
  if (apiPassword === undefined || apiPassword === '') return undefined;
  return MD5.test(apiPassword)
    ? { hash: 'md5', value: apiPassword.toLowerCase() }
    : { hash: 'none', value: apiPassword };
}

function recordOf({ username, settings }: SubUserAccount): SubUserRecord {
  return { username, ...settings };
}
