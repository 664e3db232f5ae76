import { optionalText, texts } from '../domain/check-values.js';
import { DEFAULT_SENDER } from '../domain/sending/senders.js';
import { checkBoolean, checkFilled, checkOneOf, entriesOf, invalid, optional } from '../options/check.js';
import { checkObject, type KnownNames } from '../options/names.js';
import { Account } from './gateway/store/account.js';
import type { StoreEvents } from './gateway/store/events.js';
import type { ContactGroup } from './gateway/store/groups.js';
import { Refusal } from './gateway/store/refusal.js';
import { amount, requiredText } from './options/checks.js';
import { counter } from './options/counter.js';
import type { SandboxAccount, SandboxContact, SandboxGroup } from './options/sandbox-options.js';
import type { RecordedState } from './recorded/recorded-state.js';

const ACCOUNT: KnownNames<SandboxAccount> = {
  username: true,
  password: true,
  hash: true,
  tokens: true,
  points: true,
  senders: true,
  groups: true,
  allowedAddresses: true,
  uniqueIdx: true,
};
const GROUP: KnownNames<SandboxGroup> = { name: true, info: true, numbers: true };
const CONTACT: KnownNames<SandboxContact> = { number: true, name: true };

const DEFAULT_ACCOUNT: SandboxAccount = { username: 'demo', password: 'demo-password' };
const DEFAULT_POINTS = 100;
const DEFAULT_SENDERS: readonly string[] = [DEFAULT_SENDER];

/**
 * The accounts by username.
 *
 * @param events - told of what happens to them
 * @param recorded - what the first one has from a recording
 * @throws ValidationError for a field that is unknown, missing or of another type, a username that is empty or stands
 * twice, a token that does or could not travel, points below 0, or a group that cannot be made
 */
export function accountsOf(
  events: StoreEvents,
  given: readonly SandboxAccount[] = [DEFAULT_ACCOUNT],
  recorded?: RecordedState,
): ReadonlyMap<string, Account> {
  const accounts = new Map<string, Account>();
  const lastGroupId = recorded?.groups.reduce((last, { id }) => Math.max(last, id), 0) ?? 0;
  const nextGroupId = counter(lastGroupId + 1);
  const taken = new Set<string>();
  for (const [path, options] of entriesOf(given, 'accounts')) {
    const account = makeAccount(options, nextGroupId, events, path, accounts.size === 0 ? recorded : undefined, taken);
    if (accounts.has(account.username)) invalid(`${path}.username`, 'stands twice');
    accounts.set(account.username, account);
  }
  return accounts;
}

function makeAccount(
  given: SandboxAccount,
  nextGroupId: () => number,
  events: StoreEvents,
  path: string,
  recorded: RecordedState | undefined,
  takenTokens: Set<string>,
): Account {
  checkObject(given, ACCOUNT, path);
  const { hash = 'none', points = DEFAULT_POINTS, senders = DEFAULT_SENDERS, uniqueIdx = false } = given;
  const { allowedAddresses, groups = [], tokens = [] } = given;
  const username = requiredText(given.username, `${path}.username`);
  if (username === '') invalid(`${path}.username`, 'is empty');
  const settings = {
    username,
    password: requiredText(given.password, `${path}.password`),
    hash: checkOneOf(hash, ['none', 'md5'], `${path}.hash`),
    tokens: checkTokens(tokens, `${path}.tokens`, takenTokens),
    points: recorded?.points ?? amount(points, `${path}.points`),
    senders: recorded?.senders ?? texts(senders, `${path}.senders`),
    allowedAddresses: optional(allowedAddresses, texts, `${path}.allowedAddresses`),
    uniqueIdx: checkBoolean(uniqueIdx, `${path}.uniqueIdx`),
  };
  const account = new Account(settings, nextGroupId, events);
  if (recorded !== undefined) restore(account, recorded);
  for (const [groupPath, group] of entriesOf(groups, `${path}.groups`)) addGroup(account, group, groupPath);
  return account;
}

/** The characters of a token: it travels in a header. */
const TOKEN = /^[!-~]+$/;

/** @param taken - the tokens of all accounts; those that are checked are added */
function checkTokens(tokens: readonly string[], path: string, taken: Set<string>): readonly string[] {
  return entriesOf(tokens, path).map(([tokenPath, token]) => {
    if (!TOKEN.test(checkFilled(token, tokenPath))) {
      invalid(tokenPath, 'has characters that a token cannot have in a header: visible ones of ASCII are needed');
    }
    if (taken.has(token)) invalid(tokenPath, 'stands twice');
    taken.add(token);
    return token;
  });
}

/** Puts into an account what a recording shows. */
function restore({ groups, messages }: Account, recorded: RecordedState): void {
  for (const { id, name = `group ${id}`, info, contacts } of recorded.groups) {
    const group = groups.restore(id, name, info);
    for (const contact of contacts) group.add(contact);
  }
  for (const message of recorded.messages) messages.add(message);
}

function addGroup({ groups }: Account, given: SandboxGroup, path: string): void {
  const { numbers = [] } = checkObject(given, GROUP, path);
  const name = requiredText(given.name, `${path}.name`);
  const info = optionalText(given.info, `${path}.info`) ?? '';
  const contacts = entriesOf(numbers, `${path}.numbers`).map(([contactPath, contact]) => {
    checkObject(contact, CONTACT, contactPath);
    return {
      number: requiredText(contact.number, `${contactPath}.number`),
      name: optionalText(contact.name, `${contactPath}.name`) ?? '',
    };
  });
  let group: ContactGroup;
  try {
    group = groups.add(name, info);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return invalid(`${path}.name`, cause.message, { cause });
  }
  for (const contact of contacts) group.add(contact);
}
