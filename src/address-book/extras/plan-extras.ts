import type { Group } from '../../client/types.js';
import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import { BackupWriter } from '../backup/backup-writer.js';
import { type Entry, readEntries } from '../correct/entries.js';
import { isPartOf, isSameList } from '../correct/lists.js';
import { newPlanFile } from '../plan/plan-file.js';
import { groupsOf, type ReadingClient, type ReadProgress } from '../sides/account.js';
import { readContacts } from '../sides/contact-table.js';
import { groupsByName } from '../sides/groups-by-name.js';
import { type ExtrasSummary, extrasSummary } from './extras-summary.js';

/** The facts that the deletions are planned by. */
export interface ExtrasOptions {
  /** The side that rules: what it does not have is deleted in the account. */
  readonly from: ReadingClient;
  readonly to: ReadingClient;
  /** The path of the plan, which is the backup of all that it deletes. */
  readonly out: string;
  /** The hash of the account, where it is known. */
  readonly account: string | undefined;
  /** Of groups that only the account has, the names that count. Default: all. */
  readonly covers?: ((name: string) => boolean) | undefined;
  /** The most entries that may be deleted. Default: half of those that were read. */
  readonly maxDelete: number | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Plans that what an account has beyond another side is deleted: groups of names that the side does not have, numbers
 * of its groups, and entries beyond its own. A number that the side has once, under another name, gets that name. One
 * that it has under several names stays as it is, unless all its entries are the side's. Nothing is changed by it.
 *
 * @throws ValidationError when more would be deleted than may be, or something is at `out`
 */
export async function planExtras(options: ExtrasOptions): Promise<ExtrasSummary> {
  const { out, account, now } = options;
  await newPlanFile(out, { option: 'plan', force: false }, async (made) => {
    const writer = new BackupWriter(made);
    const accounts = account === undefined ? {} : { accounts: { from: account } };
    await writer.head({ of: 'extras', createdAt: now().toISOString(), ...accounts, accepted: [] });
    await new ExtrasPlanner(options, writer).run();
    await writer.end();
  });
  return extrasSummary(out);
}

class ExtrasPlanner {
  readonly #options: ExtrasOptions;
  readonly #writer: BackupWriter;
  readonly #read = { groups: 0, numbers: 0 };
  /** Entries of the account. */
  #there = 0;
  /** Entries that will be there no more. */
  #entries = 0;

  constructor(options: ExtrasOptions, writer: BackupWriter) {
    this.#options = options;
    this.#writer = writer;
  }

  async run(): Promise<void> {
    const { from, to, signal, covers = () => true, maxDelete } = this.#options;
    const wanted = groupsByName(await groupsOf(from, { signal }));
    for (const [name, groups] of groupsByName(await groupsOf(to, { signal }))) {
      const own = wanted.get(name);
      if (own !== undefined) await this.#compare(own, groups);
      else if (covers(name)) for (const group of groups) await this.#deleteWhole(group);
    }
    const most = maxDelete ?? Math.floor(this.#there / 2);
    if (this.#entries <= most) return;
    const why = `of ${this.#there} entries ${this.#entries} would be deleted, and ${most} may be`;
    invalid('maxDelete', `is exceeded: ${why}; nothing is deleted`);
  }

  async #deleteWhole({ id, name, info }: Group): Promise<void> {
    const { to, signal } = this.#options;
    await this.#writer.group({ id, name, info, whole: true });
    for await (const entry of to.streamNumbers(id, { signal })) {
      this.#saw();
      this.#there += 1;
      this.#entries += 1;
      await this.#writer.number(entry.number, entry.name);
    }
  }

  /** Compares the groups of one name on both sides: first by what is kept in one table, then what differs by itself. */
  async #compare(wanted: readonly Group[], groups: readonly Group[]): Promise<void> {
    const { from, to, signal } = this.#options;
    const ids = groups.map(({ id }) => id);
    const there = await readContacts(to, ids, { signal }, () => this.#saw());
    this.#there += there.size;
    const differing = new Map<string, Entry[]>();
    for (const { id } of wanted) {
      for await (const { number, name } of from.streamNumbers(id, { signal })) {
        this.#saw();
        if (there.find(number, name) !== 'same' && there.has(number)) differing.set(numberKey(number), []);
      }
    }
    for (const { number, count, asked } of there.numbers()) {
      if (asked < count) differing.set(numberKey(number), []);
    }
    if (differing.size === 0) return;
    for (const { id } of wanted) await readEntries(from, id, differing, { signal });
    await this.#correct(groups, differing);
  }

  async #correct(groups: readonly Group[], wanted: ReadonlyMap<string, readonly Entry[]>): Promise<void> {
    const { to, signal } = this.#options;
    const byGroup = new Map<Group, ReadonlyMap<string, Entry[]>>();
    for (const group of groups) {
      const entries = new Map([...wanted.keys()].map((key): [string, Entry[]] => [key, []]));
      await readEntries(to, group.id, entries, { signal });
      byGroup.set(group, entries);
    }
    /** The group in which the one entry of a number is left. */
    const homes = new Map<string, Group>();
    for (const [key, own] of wanted) {
      const name = own[0]?.name;
      const isThere = (group: Group): boolean => (byGroup.get(group)?.get(key) ?? []).length > 0;
      const isNamed = (group: Group): boolean =>
        byGroup
          .get(group)
          ?.get(key)
          ?.some((entry) => entry.name === name) === true;
      const home = groups.find(isNamed) ?? groups.find(isThere);
      if (home !== undefined) homes.set(key, home);
    }
    for (const [group, entries] of byGroup) {
      let isBegun = false;
      for (const [key, own] of entries) {
        const all = groups.flatMap((other) => byGroup.get(other)?.get(key) ?? []);
        const change = changeOf(wanted.get(key) ?? [], all, own, homes.get(key) === group);
        if (change === undefined) continue;
        if (!isBegun) await this.#writer.group({ id: group.id, name: group.name, info: group.info });
        isBegun = true;
        for (const entry of own) await this.#writer.number(entry.number, entry.name);
        await this.#writer.correction({ groupId: group.id, ...change });
        this.#entries += own.length - (change.name === undefined ? 0 : 1);
      }
    }
  }

  #saw(): void {
    this.#read.numbers += 1;
    this.#options.onProgress?.({ ...this.#read });
  }
}

/**
 * Decides what becomes of the entries of a number in one group.
 *
 * @param wanted - those that the ruling side has
 * @param all - those of all groups of this name
 * @param own - those of this group
 * @param isHome - whether the one that is wanted is left here
 * @returns `undefined` where they stay
 */
function changeOf(
  wanted: readonly Entry[],
  all: readonly Entry[],
  own: readonly Entry[],
  isHome: boolean,
): { readonly number: string; readonly name?: string } | undefined {
  const [first] = own;
  if (first === undefined) return undefined;
  const [only, ...others] = wanted;
  if (only === undefined) return { number: first.number };
  const names = namesOf(all);
  // Several entries of a number cannot be chosen from: which of them a gateway deletes is not known.
  if (others.length > 0 || isPartOf(names, namesOf(wanted))) return undefined;
  if (!isHome) return { number: first.number };
  const kept = own.find(({ name }) => name === only.name) ?? first;
  // What is no telephone number could not be added again.
  if (internationalNumber(kept.number) === undefined || isSameList(namesOf(own), namesOf(wanted))) return undefined;
  return { number: kept.number, name: only.name };
}

function namesOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ name }) => name).sort();
}
