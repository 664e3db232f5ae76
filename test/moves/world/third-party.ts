import type { Random } from '../../fuzz/random.js';
import { GROUP_NAMES, INFOS, PERSON_NAMES, someContact } from './pool.js';
import type { Account } from './store.js';

/** Somebody else changes an account by hand. @returns what was done, in words */
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
  // Marks are not looked at by people.
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
