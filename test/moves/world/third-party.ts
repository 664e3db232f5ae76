import type { Random } from '../../fuzz/random.js';
import { GROUP_NAMES, INFOS, PERSON_NAMES, someContact } from './pool.js';
import type { Account } from './store.js';

/** A group in which a plan deletes entries, with the names of its group in the target. */
interface Planned {
  readonly isGroup: boolean;
  readonly id: number;
  readonly as: string;
  readonly contacts: readonly { readonly number: string; readonly name: string }[];
}

/**
 * A third party changes a group in which a plan deletes entries: it renames an entry, or adds the same contact to the
 * group and to its copies, so that the copies do not show the difference.
 *
 * @returns a description of the change
 */
export function changePlanned(
  account: Account,
  target: Account | undefined,
  { id, as, isGroup, contacts }: Planned,
  random: Random,
): string {
  const group = account.groups.list().find((one) => one.id === id);
  const contact = random.pick(contacts);
  if (group === undefined || contact === undefined) return 'nothing';
  const where = `${account.username}/${group.name}#${id}`;
  if (isGroup && random.chance(0.5)) {
    const added = someContact(random);
    for (const copy of target?.groups.list() ?? []) if (copy.name === as) copy.add(added);
    group.add(added);
    return `${where} and its copies: added ${added.number} ${added.name}`;
  }
  const name = random.pick(PERSON_NAMES.filter((one) => one !== contact.name)) ?? '';
  group.delete(contact.number);
  group.add({ number: contact.number, name });
  return `${where}: ${contact.number} of the plan renamed to ${name}`;
}

/** A third party changes an account. @returns a description of the change */
export function changeSomething(account: Account, random: Random): string {
  const group = random.pick(account.groups.list());
  const { username } = account;
  const names = account.groups.list().map(({ name }) => name);
  if (group === undefined || random.chance(0.1)) {
    const name = random.pick(GROUP_NAMES.filter((one) => !names.includes(one)));
    if (name === undefined) return 'nothing';
    account.groups.add(name, random.pick(INFOS) ?? '');
    return `${username}: group ${name} made`;
  }
  // Third parties do not change marks.
  if (group.name.startsWith('sms-service-mark-')) return 'nothing';
  const where = `${username}/${group.name}#${group.id}`;
  const contact = random.pick(group.contacts());
  const what = random.below(12);
  if (what === 0) {
    account.groups.delete(group.id);
    return `${where}: group deleted`;
  }
  if (what === 1) {
    const name = random.pick(GROUP_NAMES.filter((one) => !names.includes(one)));
    if (name === undefined) return 'nothing';
    const contacts = group.contacts();
    account.groups.delete(group.id);
    const made = account.groups.add(name, group.info);
    for (const one of contacts) made.add(one);
    return `${where}: group renamed to ${name}`;
  }
  if (contact === undefined || what < 7) {
    const added = someContact(random);
    group.add(added);
    return `${where}: added ${added.number} ${added.name}`;
  }
  group.delete(contact.number);
  if (what < 9) return `${where}: deleted ${contact.number}`;
  const name = random.pick(PERSON_NAMES) ?? '';
  group.add({ number: contact.number, name });
  return `${where}: ${contact.number} renamed to ${name}`;
}
