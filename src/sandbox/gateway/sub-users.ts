import { CODES } from '../../domain/codes.js';
import { roundPoints } from '../../domain/points.js';
import type { AuthorizedCall } from './call.js';
import type { Account, Secret } from './store/account.js';
import { OWN_CODES, refuse } from './store/refusal.js';
import { SubUserAccount, type SubUserSettings, subUserAccount } from './store/sub-user-account.js';

export type SubUserOrder = { readonly [K in keyof SubUserSettings]?: SubUserSettings[K] | undefined } & {
  readonly password?: string | undefined;
  /** The password for interfaces such as SOAP. Default: `password`. */
  readonly apiPassword?: string | undefined;
};

export interface UserName {
  readonly name: string;
  readonly withoutPrefix: boolean;
}

export interface SubUserRecord extends SubUserSettings {
  readonly username: string;
}

/**
 * Adds a sub-user. Omitted flags are off, omitted limits are 0.
 *
 * @throws Refusal 1000 if a sub-user requests it, 1114 for an invalid name, 1115 for an existing one, 1123 for a
 *   missing password or one that is not an MD5 digest, 1131 for a limit below 0
 */
export function addUser(call: AuthorizedCall, user: UserName, order: SubUserOrder): SubUserRecord {
  const main = mainUser(call);
  const username = fullName(user, main);
  if (user.name === '' || !USER_NAME.test(username)) refuse(OWN_CODES.userNameNotAccepted);
  if (call.accounts.get(username) !== undefined) refuse(CODES.userExists);
  const secret = secretOf(order) ?? refuse(OWN_CODES.passwordNotAccepted);
  const settings = checked({ ...NO_SETTINGS, ...settingsOf(order) });
  const added = call.accounts.addUser(subUserAccount(username, secret, main), settings, main);
  added.advance(call.nowMs);
  return recordOf(added);
}

/**
 * Changes a sub-user. Omitted settings stay. Omitted flags are switched off ("same as Add").
 *
 * @throws Refusal 1000 if a sub-user requests it, 1032 for an unknown user, 1123 for a password that is not an MD5
 *   digest, 1131 for a limit below 0
 */
export function editUser(call: AuthorizedCall, name: UserName, order: SubUserOrder): SubUserRecord {
  const user = subUserNamed(call, name);
  user.change(checked({ ...user.subUser, ...NO_FLAGS, ...settingsOf(order) }), secretOf(order));
  return recordOf(user);
}

export function subUser(call: AuthorizedCall, name: UserName): SubUserRecord {
  return recordOf(subUserNamed(call, name));
}

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

function subUserNamed(call: AuthorizedCall, name: UserName): SubUserAccount {
  const main = mainUser(call);
  const user = call.accounts.usersOf(main).get(fullName(name, main)) ?? refuse(OWN_CODES.noUser);
  user.advance(call.nowMs);
  return user;
}

function settingsOf({ limit, monthLimit, senders, phonebook, active, info }: SubUserOrder): Partial<SubUserSettings> {
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

/** Returns the password for interfaces such as SOAP; `undefined` if there is none. @throws Refusal 1123 */
function secretOf({ password, apiPassword = password }: SubUserOrder): Secret | undefined {
  for (const each of [password, apiPassword]) {
    if (each !== undefined && !MD5.test(each)) refuse(OWN_CODES.passwordNotAccepted);
  }
  return apiPassword === undefined ? undefined : { hash: 'md5', value: apiPassword.toLowerCase() };
}

function recordOf({ username, subUser: settings }: SubUserAccount): SubUserRecord {
  return { username, ...settings };
}
