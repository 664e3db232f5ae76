import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { defaultSender } from '../domain/sending/senders.js';
import { invalid } from '../options/check.js';
import { md5 } from '../redact/md5.js';
import { Refusal } from './gateway/refusal/refusal.js';
import { Account, type Secret } from './gateway/store/account.js';
import { AccountBook } from './gateway/store/account-book.js';
import type { StoreEvents } from './gateway/store/events.js';
import type { ContactGroup } from './gateway/store/groups.js';
import type { SenderName } from './gateway/store/sender-names.js';
import { subUserAccount } from './gateway/store/sub-user-account.js';
import type { GivenAccount, GivenSubUser } from './options/account-options.js';
import { counter } from './options/counter.js';
import type { GivenGroup } from './options/group-options.js';
import type { RecordedState } from './recorded/recorded-state.js';

/**
 * Makes the accounts.
 *
 * @param events - told of what happens to them
 * @param variant - of the interface, which decides the default sender name
 * @param recorded - what the first one has from a recording
 * @throws ValidationError for a group that cannot be made
 */
export function accountsOf(
  events: StoreEvents,
  given: readonly GivenAccount[],
  variant: InterfaceVariant | undefined,
  recorded?: RecordedState,
): AccountBook {
  const lastGroupId = recorded?.groups.reduce((last, { id }) => Math.max(last, id), 0) ?? 0;
  const nextGroupId = counter(lastGroupId + 1);
  const accounts = given.map((options, index) =>
    makeAccount(withSenders(options, variant), nextGroupId, events, index === 0 ? recorded : undefined),
  );
  const book = new AccountBook(accounts, nextGroupId, events);
  given.forEach(({ users }, index) => {
    for (const user of users) addUser(user, accounts[index], book);
  });
  if (recorded !== undefined) restoreUsers(recorded, accounts[0], book);
  return book;
}

type WithSenders = GivenAccount & { readonly senders: readonly SenderName[] };

function withSenders(given: GivenAccount, variant: InterfaceVariant | undefined): WithSenders {
  return { ...given, senders: given.senders ?? [{ name: defaultSender(variant), isActive: true }] };
}

function makeAccount(
  { points, senders, groups, password, hash, userPrefix, ...given }: WithSenders,
  nextGroupId: () => number,
  events: StoreEvents,
  recorded: RecordedState | undefined,
): Account {
  const settings = {
    ...given,
    secret: secretOf(password, hash),
    points: recorded?.points ?? points,
    senders: recorded?.senders ?? senders,
    profile: recorded?.profile ?? given.profile,
    userPrefix: userPrefix ?? `${given.username}_`,
  };
  const account = new Account(settings, nextGroupId, events);
  if (recorded !== undefined) restore(account, recorded);
  for (const group of groups) addGroup(account, group);
  return account;
}

function secretOf(password: string, hash: 'none' | 'md5'): Secret {
  return { hash, value: hash === 'md5' ? md5(password) : password };
}

function addUser(user: GivenSubUser, main: Account | undefined, book: AccountBook): void {
  if (main === undefined) return;
  const { username, password, tokens, ...settings } = user;
  const own = { ...subUserAccount(username, secretOf(password, 'md5'), main), tokens };
  book.addUser(own, settings, main);
}

/** Puts into an account what a recording shows. */
function restore(account: Account, recorded: RecordedState): void {
  const { groups, messages } = account;
  for (const { id, name = `group ${id}`, info, contacts } of recorded.groups) {
    const group = groups.restore(id, name, info);
    for (const contact of contacts) group.add(contact);
  }
  for (const message of recorded.messages) messages.add(message);
  for (const lookUp of recorded.lookUps) account.addLookUp(lookUp);
}

/** A secret that no password is: digests are compared in small letters. */
const NOBODY_KNOWS: Secret = { hash: 'md5', value: 'NONE' };

/** Gives the sub-users of the options what a recording tells of them, and adds the others, whom nobody can be. */
function restoreUsers({ users }: RecordedState, main: Account | undefined, book: AccountBook): void {
  if (main === undefined) return;
  for (const { username, settings } of users) {
    const user = book.usersOf(main).get(username);
    if (user !== undefined) user.change(settings, undefined);
    else if (book.get(username) === undefined)
      book.addUser(subUserAccount(username, NOBODY_KNOWS, main), settings, main);
  }
}

function addGroup({ groups }: Account, { name, info, numbers, path }: GivenGroup): void {
  let group: ContactGroup;
  try {
    group = groups.add(name, info);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return invalid(`${path}.name`, cause.message, { cause });
  }
  for (const contact of numbers) group.add(contact);
}
