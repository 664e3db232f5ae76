import { numberKey } from '../world/spelling.js';
import type { World } from '../world/world.js';
import type { Surplus } from './deletions.js';
import { backupOf, plansIn } from './files.js';

/** The name of a group before a migration renamed it. */
function baseOf(name: string): string {
  return name.replace(/(?: \(\d+\))+$/, '');
}

function keyOf(group: string, number: string, name: string): string {
  return `${baseOf(group)}\t${numberKey(number)}\t${name}`;
}

/** Finds contacts that existed, were not deleted by a third party, and are in no account and no backup. */
export function losses({ ledger, accounts }: World, folder: string, surplus: readonly Surplus[]): readonly string[] {
  const [was, gone, is] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const infosGone = new Set<string>();
  for (const { kind, actor, seq, group, info, contacts } of ledger.changes) {
    const isThird = actor === 'third' && seq > ledger.begun;
    const isMark = group.startsWith('sms-service-mark-');
    if (kind === 'group-added' && !isMark) was.add(`${baseOf(group)}\t${info}`);
    if (kind === 'group-deleted' && isThird) infosGone.add(`${baseOf(group)}\t${info}`);
    for (const { number, name } of contacts) {
      if (kind === 'number-added') was.add(keyOf(group, number, name));
      if (kind.endsWith('deleted') && isThird) gone.add(keyOf(group, number, name));
    }
  }
  for (const { group, contacts } of surplus)
    for (const { number, name } of contacts) gone.add(keyOf(group, number, name));
  for (const account of accounts) {
    for (const group of account.groups.list()) {
      is.add(`${baseOf(group.name)}\t${group.info}`);
      for (const { number, name } of group.contacts()) is.add(keyOf(group.name, number, name));
    }
  }
  for (const file of plansIn(folder)) {
    for (const { name: group, info, contacts } of backupOf(file)) {
      is.add(`${baseOf(group)}\t${info}`);
      for (const { number, name } of contacts) is.add(keyOf(group, number, name));
    }
  }
  return [...was].filter((key) => !is.has(key) && !gone.has(key) && !infosGone.has(key));
}
