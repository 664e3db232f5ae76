import type { CallOptions } from '../../calls/call-options.js';
import type { Contact, Group } from '../../client/types.js';
import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import { groupsByName, groupsOf, ReadCounter, type ReadingClient, type ReadProgress } from '../accounts/account.js';
import { ContactTable, readContacts } from '../accounts/contact-table.js';
import { type Entry, isPartOf, isSameList, namesOf, readEntries } from '../accounts/entries.js';
import type { GroupRef, NotCopied } from '../plan/plan-lines.js';
import type { PlanWriter } from '../plan/write-plan.js';

export interface DifferenceOptions {
  readonly source: ReadingClient;
  readonly target: ReadingClient;
  readonly writer: PlanWriter;
  /** Deletes and renames what only the target has. Absent: nothing is deleted. */
  readonly deletions?: DeletionOptions | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onNotCopied: (what: NotCopied) => void;
  readonly onWarning: (warning: PlanWarning) => void;
  readonly onProgress: ((progress: ReadProgress) => void) | undefined;
}

interface DeletionOptions {
  readonly covers: (name: string) => boolean;
  readonly maxDelete: number | undefined;
}

/** The group of the target that groups of the source go to. */
interface Destination {
  readonly name: string;
  readonly id?: number | undefined;
  readonly line?: number | undefined;
  readonly infos: readonly string[];
}

/**
 * Writes the steps that give the target what the source has, and with `deletions` nothing else. Memory: the entries of
 * the largest group name, about 60 bytes each.
 *
 * @throws ValidationError if more entries would be deleted than allowed
 */
export async function planDifference(options: DifferenceOptions): Promise<void> {
  await new DifferencePlanner(options).run();
}

class DifferencePlanner {
  readonly #options: DifferenceOptions;
  readonly #call: CallOptions;
  readonly #read: ReadCounter;
  #targetEntries = 0;

  constructor(options: DifferenceOptions) {
    this.#options = options;
    this.#call = { signal: options.signal };
    this.#read = new ReadCounter(options.onProgress);
  }

  async run(): Promise<void> {
    const { source, target, deletions, writer } = this.#options;
    await this.#warn(NOT_SHOWN);
    const sources = groupsByName(await groupsOf(source, this.#call));
    const targets = groupsByName(await groupsOf(target, this.#call));
    for (const [first, ...others] of targets.values()) {
      if (first !== undefined && others.length > 0) await this.#warn(sameNameWarning('target', first));
    }
    for (const [name, groups] of sources) {
      for (const group of groups.slice(1)) await this.#warn(sameNameWarning('source', group));
      await this.#planName(groups, targets.get(name) ?? []);
    }
    if (deletions === undefined) return;
    for (const [name, groups] of targets) {
      if (!sources.has(name) && deletions.covers(name)) for (const group of groups) await this.#deleteGroup(group);
    }
    const { deletedEntries } = writer.summary;
    const most = deletions.maxDelete ?? Math.floor(this.#targetEntries / 2);
    if (deletedEntries <= most) return;
    const counts = `${deletedEntries} of ${this.#targetEntries} entries would be deleted`;
    invalid('maxDelete', `allows ${most} deletions, but ${counts}. Nothing was deleted`);
  }

  async #planName(groups: readonly Group[], targets: readonly Group[]): Promise<void> {
    const { source, deletions } = this.#options;
    const [first] = groups;
    if (first === undefined) return;
    const destination = await this.#destination(first, targets);
    const existing = await readContacts(this.#options.target, idsOf(targets), this.#call, () => this.#read.number());
    this.#targetEntries += existing.size;
    const added = new ContactTable();
    const differing = new Map<string, Entry[]>();
    for (const [index, group] of groups.entries()) {
      if (index > 0) await this.#writeContext(destination, group);
      if (index > 0 || targets.length > 0) await this.#compareInfo(group, destination);
      this.#read.group();
      for await (const contact of source.streamNumbers(group.id, this.#call)) {
        this.#read.number();
        await this.#planNumber(group, contact, { existing, added, differing });
      }
    }
    if (deletions === undefined) return;
    for (const { number, count, finds } of existing.numbers()) {
      if (finds < count) differing.set(numberKey(number), []);
    }
    if (differing.size === 0) return;
    for (const { id } of groups) await readEntries(source, id, differing, this.#call);
    await this.#changeNumbers(first.name, targets, differing);
  }

  async #destination(group: Group, targets: readonly Group[]): Promise<Destination> {
    const { name, info } = group;
    const [existing] = targets;
    if (existing !== undefined) {
      const destination = { name, id: existing.id, infos: targets.map((one) => one.info) };
      await this.#writeContext(destination, group);
      return destination;
    }
    const line = await this.#options.writer.write({ addGroup: { name, info, source: refOf(group) } });
    return { name, line, infos: [info] };
  }

  async #writeContext({ name, id, line }: Destination, source: Group): Promise<void> {
    const group = { name, ...(id === undefined ? { line } : { id }), source: refOf(source) };
    await this.#options.writer.write({ group });
  }

  async #planNumber(
    group: Group,
    { number, name }: Contact,
    to: {
      readonly existing: ContactTable;
      readonly added: ContactTable;
      readonly differing: Map<string, Entry[]>;
    },
  ): Promise<void> {
    const { writer, deletions } = this.#options;
    const { existing, added, differing } = to;
    const found = existing.find(number, name);
    if (found === 'same') {
      writer.unchanged();
      return;
    }
    if (found !== undefined && deletions !== undefined) {
      differing.set(numberKey(number), []);
      return;
    }
    const planned = found ?? added.find(number, name);
    if (planned === undefined) {
      added.add(number, name);
      // An equal entry that follows is a duplicate.
      added.find(number, name);
      await writer.write({ addNumber: { number, name } });
    } else {
      const kind = planned === 'other-name' ? 'name' : 'duplicate';
      await this.#notCopied({ kind, group: group.name, number, name });
    }
  }

  async #changeNumbers(
    name: string,
    groups: readonly Group[],
    wanted: ReadonlyMap<string, readonly Entry[]>,
  ): Promise<void> {
    const { target, writer } = this.#options;
    const byGroup = new Map<Group, ReadonlyMap<string, Entry[]>>();
    for (const group of groups) {
      const entries = new Map([...wanted.keys()].map((key): [string, Entry[]] => [key, []]));
      await readEntries(target, group.id, entries, this.#call);
      byGroup.set(group, entries);
    }
    const entriesOf = (group: Group, key: string): readonly Entry[] => byGroup.get(group)?.get(key) ?? [];
    const remaining = new Set<string>(wanted.keys());
    for (const group of groups) {
      let isWritten = false;
      for (const [key, own] of wanted) {
        const [only] = own;
        const home =
          groups.find((one) => entriesOf(one, key).some((entry) => entry.name === only?.name)) ??
          groups.find((one) => entriesOf(one, key).length > 0);
        const all = groups.flatMap((one) => entriesOf(one, key));
        const change = changeOf(own, all, entriesOf(group, key), home === group);
        if (change === undefined) continue;
        remaining.delete(key);
        if (!isWritten) await writer.write({ group: { name: group.name, id: group.id } });
        isWritten = true;
        await writer.write({ deleteNumber: { number: change.number, entries: entriesOf(group, key) } });
        if (change.name !== undefined) await writer.write({ addNumber: { number: change.number, name: change.name } });
      }
    }
    for (const key of remaining) {
      const own = wanted.get(key) ?? [];
      const names = new Set(groups.flatMap((group) => namesOf(entriesOf(group, key))));
      for (const entry of own.filter((one) => !names.has(one.name)))
        await this.#notCopied({ kind: 'name', group: name, ...entry });
    }
  }

  async #deleteGroup({ id, name, info }: Group): Promise<void> {
    const { target, writer } = this.#options;
    await writer.write({ deleteGroup: { id, name, info } });
    for await (const { number, name: own } of target.streamNumbers(id, this.#call)) {
      this.#read.number();
      this.#targetEntries += 1;
      await writer.write({ entry: { number, name: own } });
    }
  }

  async #compareInfo({ name, info }: Group, { infos }: Destination): Promise<void> {
    if (info !== '' && !infos.includes(info)) await this.#notCopied({ kind: 'info', group: name, info });
  }

  async #notCopied(what: NotCopied): Promise<void> {
    this.#options.onNotCopied(what);
    await this.#options.writer.write({ notCopied: what });
  }

  async #warn(warning: PlanWarning): Promise<void> {
    this.#options.onWarning(warning);
    await this.#options.writer.write({ warning: warning.text });
  }
}

/**
 * Decides what happens to the entries of a number in one group of the target. Returns `undefined` if they stay;
 * otherwise the number, with its name if it is renamed.
 *
 * @param all - its entries in all groups of this name
 * @param isHome - whether its entry stays in this group
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
  // If a number has several entries, it is unknown which one the gateway deletes.
  if (others.length > 0 || isPartOf(namesOf(all), namesOf(wanted))) return undefined;
  if (!isHome) return { number: first.number };
  const contact = own.find(({ name }) => name === only.name) ?? first;
  // A text that is not a telephone number could not be added again.
  if (internationalNumber(contact.number) === undefined || isSameList(namesOf(own), namesOf(wanted))) return undefined;
  return { number: contact.number, name: only.name };
}

function idsOf(groups: readonly Group[]): readonly number[] {
  return groups.map(({ id }) => id);
}

function refOf({ id, name }: Group): GroupRef {
  return { id, name };
}

/** Something that the person who reviews a plan should know. */
export interface PlanWarning {
  /** `'not-shown'`: data that the interface does not show; `'same-name'`: an account has several groups of one name. */
  readonly kind: 'not-shown' | 'same-name';
  /** The warning as the plan contains it, without names. */
  readonly text: string;
  /** The name of the group. */
  readonly group?: string | undefined;
}

const NOT_SHOWN: PlanWarning = {
  kind: 'not-shown',
  text: 'unsubscriptions and blacklists are not copied: the SOAP interface does not show them',
};

function sameNameWarning(side: 'source' | 'target', { id, name }: Pick<Group, 'id' | 'name'>): PlanWarning {
  const which = side === 'source' ? '' : '; numbers are added to this one';
  return {
    kind: 'same-name',
    text: `the ${side} has several groups with the name of group ${id}${which}`,
    group: name,
  };
}
