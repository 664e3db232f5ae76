import type { Random } from '../../fuzz/random.js';
import { GROUP_NAMES, INFOS, PERSON_NAMES, someContact } from './pool.js';
import type { Account } from './store.js';

/**
 * Fills an account with few groups of few numbers: names, infos, spellings, duplicates.
 *
 * @param most - the maximum number of groups
 * @param plain - without duplicates
 */
export function fillBook(account: Account, random: Random, most: number, plain: boolean): void {
  const count = random.below(most) + (account.username === 'old' ? 1 : 0);
  for (let index = 0; index < count; index++) {
    const [name, info] = [random.pick(GROUP_NAMES) ?? 'VIP', random.pick(INFOS) ?? ''];
    const isTaken = account.groups.list().some((group) => group.name === name);
    // An older gateway allowed several groups of one name.
    if (isTaken && (plain || random.chance(0.5))) continue;
    const group = isTaken ? account.groups.addUnchecked(name, info) : account.groups.add(name, info);
    const numbers = random.below(12);
    for (let entry = 0; entry < numbers; entry++) {
      const contact = someContact(random);
      if (plain && group.has(contact.number)) continue;
      group.add(contact);
      if (!plain && random.chance(0.1)) group.add({ ...contact, name: random.pick(PERSON_NAMES) ?? '' });
    }
  }
}
