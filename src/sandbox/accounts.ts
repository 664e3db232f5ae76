import { invalid } from '../options/check.js';
import { Account } from './gateway/store/account.js';
import type { StoreEvents } from './gateway/store/events.js';
import type { ContactGroup } from './gateway/store/groups.js';
import { Refusal } from './gateway/store/refusal.js';
import { counter } from './options/counter.js';
import type { GivenAccount, GivenGroup } from './options/sandbox-options.js';
import type { RecordedState } from './recorded/recorded-state.js';

/**
 * Makes the accounts, by username.
 *
 * @param events - told of what happens to them
 * @param recorded - what the first one has from a recording
 * @throws ValidationError for a group that cannot be made
 */
export function accountsOf(
  events: StoreEvents,
  given: readonly GivenAccount[],
  recorded?: RecordedState,
): ReadonlyMap<string, Account> {
  const lastGroupId = recorded?.groups.reduce((last, { id }) => Math.max(last, id), 0) ?? 0;
  const nextGroupId = counter(lastGroupId + 1);
  const accounts = given.map((options, index) =>
    makeAccount(options, nextGroupId, events, index === 0 ? recorded : undefined),
  );
  return new Map(accounts.map((account) => [account.username, account]));
}

function makeAccount(
  { points, senders, groups, ...given }: GivenAccount,
  nextGroupId: () => number,
  events: StoreEvents,
  recorded: RecordedState | undefined,
): Account {
  const shown = { points: recorded?.points ?? points, senders: recorded?.senders ?? senders };
  const account = new Account({ ...given, ...shown }, nextGroupId, events);
  if (recorded !== undefined) restore(account, recorded);
  for (const group of groups) addGroup(account, group);
  return account;
}

/** Puts into an account what a recording shows. */
function restore({ groups, messages }: Account, recorded: RecordedState): void {
  for (const { id, name = `group ${id}`, info, contacts } of recorded.groups) {
    const group = groups.restore(id, name, info);
    for (const contact of contacts) group.add(contact);
  }
  for (const message of recorded.messages) messages.add(message);
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
