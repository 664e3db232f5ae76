import { optionalText, refuse, texts } from '../client/check.js';
import { ValidationError } from '../errors/errors.js';
import { Account } from './gateway/store/account.js';
import type { ContactGroup } from './gateway/store/groups.js';
import { Refusal } from './gateway/store/refusal.js';
import { amount, checkObject, entriesOf, oneOf, requiredText, truth } from './options/checks.js';
import { counter } from './options/counter.js';
import type { SandboxAccount, SandboxContact, SandboxGroup } from './options/options.js';

const ACCOUNT: Readonly<Record<keyof SandboxAccount, true>> = {
  username: true,
  password: true,
  passwordHash: true,
  points: true,
  senders: true,
  groups: true,
  allowedAddresses: true,
  uniqueIdx: true,
};
const GROUP: Readonly<Record<keyof SandboxGroup, true>> = { name: true, info: true, numbers: true };
const CONTACT: Readonly<Record<keyof SandboxContact, true>> = { number: true, name: true };

const DEFAULT_ACCOUNT: SandboxAccount = { username: 'demo', password: 'demo-password' };
const DEFAULT_POINTS = 100;
const DEFAULT_SENDERS: readonly string[] = ['Test'];

/**
 * The accounts by username.
 *
 * @throws ValidationError for a field that is unknown, missing or of another type, a username that is empty or stands
 * twice, points below 0, or a group that cannot be made
 */
export function accountsOf(given: readonly SandboxAccount[] = [DEFAULT_ACCOUNT]): ReadonlyMap<string, Account> {
  const accounts = new Map<string, Account>();
  const nextGroupId = counter(1);
  for (const [path, options] of entriesOf(given, 'accounts')) {
    const account = makeAccount(options, nextGroupId, path);
    if (accounts.has(account.username)) refuse({ path: `${path}.username` }, 'stands twice');
    accounts.set(account.username, account);
  }
  return accounts;
}

function makeAccount(given: SandboxAccount, nextGroupId: () => number, path: string): Account {
  checkObject(given, ACCOUNT, path);
  const { passwordHash = 'none', points = DEFAULT_POINTS, senders = DEFAULT_SENDERS, uniqueIdx = false } = given;
  const { allowedAddresses } = given;
  const username = requiredText(given.username, `${path}.username`);
  if (username === '') refuse({ path: `${path}.username` }, 'is empty');
  const settings = {
    username,
    password: requiredText(given.password, `${path}.password`),
    passwordHash: oneOf(passwordHash, ['none', 'md5'], `${path}.passwordHash`),
    points: amount(points, `${path}.points`),
    senders: texts(senders, { path: `${path}.senders` }),
    allowedAddresses:
      allowedAddresses === undefined ? undefined : texts(allowedAddresses, { path: `${path}.allowedAddresses` }),
    uniqueIdx: truth(uniqueIdx, `${path}.uniqueIdx`),
  };
  const account = new Account(settings, nextGroupId);
  for (const [place, group] of entriesOf(given.groups, `${path}.groups`)) addGroup(account, group, place);
  return account;
}

function addGroup({ groups }: Account, given: SandboxGroup, path: string): void {
  checkObject(given, GROUP, path);
  const name = requiredText(given.name, `${path}.name`);
  const info = optionalText(given.info, { path: `${path}.info` }) ?? '';
  const contacts = entriesOf(given.numbers, `${path}.numbers`).map(([place, contact]) => {
    checkObject(contact, CONTACT, place);
    return {
      number: requiredText(contact.number, `${place}.number`),
      name: optionalText(contact.name, { path: `${place}.name` }) ?? '',
    };
  });
  let group: ContactGroup;
  try {
    group = groups.add(name, info);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw new ValidationError(`${path}.name`, cause.message, { cause });
  }
  for (const contact of contacts) group.add(contact);
}
