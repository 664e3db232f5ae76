import { numberKey } from '../world/spelling.js';
import type { Account, Contact, ContactGroup } from '../world/store.js';
import { linesOf } from './files.js';

const MARK = /^sms-service-mark-[0-9a-f]{12}$/;

/** True for a group that a check of two addresses has created. */
export function isMark({ name, size }: Pick<ContactGroup, 'name' | 'size'>): boolean {
  return MARK.test(name) && size === 0;
}

/** The entries and infos of all groups with one name. */
interface Named {
  readonly entries: Contact[];
  readonly infos: Set<string>;
}

function named(
  groups: readonly ContactGroup[],
  nameOf: (group: ContactGroup) => string | undefined,
): Map<string, Named> {
  const byName = new Map<string, Named>();
  for (const group of groups) {
    const name = isMark(group) ? undefined : nameOf(group);
    if (name === undefined) continue;
    const one = byName.get(name) ?? { entries: [], infos: new Set() };
    byName.set(name, one);
    one.entries.push(...group.contacts());
    if (group.info !== '') one.infos.add(group.info);
  }
  return byName;
}

/** Compares two accounts in the store of the gateway. Each difference is `kind⇥group⇥number⇥name`. */
export function differences(source: Account, target: Account, plan?: string): readonly string[] {
  const scope = new Map<string, string>();
  for (const line of plan === undefined ? [] : linesOf(plan)) {
    const group = line.addGroup ?? (typeof line.group === 'object' ? line.group : undefined);
    if (group?.source !== undefined) scope.set(`${group.source.id} ${group.source.name}`, group.name);
  }
  const sources = named(source.groups.list(), ({ id, name }) => {
    const key = `${id} ${name}`;
    return scope.get(key) ?? name;
  });
  const targets = named(target.groups.list(), ({ name }) => name);
  const found: string[] = [];
  for (const [name, own] of sources) {
    const theirs = targets.get(name);
    if (theirs === undefined)
      found.push(`missing-group\t${name}`, ...own.entries.map((one) => `missing\t${name}\t${one.number}`));
    else found.push(...ofGroup(name, own, theirs));
  }
  for (const name of targets.keys()) if (!sources.has(name)) found.push(`extra-group\t${name}`);
  return found;
}

function ofGroup(name: string, own: Named, theirs: Named): readonly string[] {
  const found: string[] = [];
  const left = [...theirs.entries];
  const lacking: Contact[] = [];
  for (const entry of own.entries) {
    const index = left.findIndex((one) => numberKey(one.number) === numberKey(entry.number) && one.name === entry.name);
    if (index === -1) lacking.push(entry);
    else left.splice(index, 1);
  }
  for (const { number, name: person } of lacking) found.push(`lacking\t${name}\t${number}\t${person}`);
  for (const { number, name: person } of left) {
    const count = (entries: readonly Contact[]): number =>
      entries.filter((one) => numberKey(one.number) === numberKey(number)).length;
    const kind =
      count(own.entries) === 0 && count(theirs.entries) === 1
        ? 'extra'
        : count(theirs.entries) > Math.max(1, count(own.entries))
          ? 'twice'
          : 'surplus';
    found.push(`${kind}\t${name}\t${numberKey(number)}\t${person}`);
  }
  for (const info of own.infos) if (!theirs.infos.has(info)) found.push(`info\t${name}\t${info}`);
  for (const info of theirs.infos) if (!own.infos.has(info)) found.push(`extra-info\t${name}\t${info}`);
  return found;
}
