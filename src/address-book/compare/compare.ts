import type { Contact, Group } from '../../client/types.js';
import { groupsByName, groupsOf, ReadCounter, type ReadingClient, type ReadProgress } from '../accounts/account.js';
import { ContactTable, readContacts } from '../accounts/contact-table.js';
import { haveSameIds } from '../accounts/same-account.js';
import type { NotCopiedKind } from '../plan/plan-lines.js';
import type { PlanScope } from '../plan/read-plan.js';

/** A difference of two address books. */
export interface AddressBookDifference {
  /**
   * `'missing-…'`: only the source has it; `'extra-…'`: only the target has it; `'other-name'`: the target has the
   * number, but not under this name; `'fewer'`: the target has the entry fewer times; `'duplicate'`: more often;
   * `'info'`: the group has another info.
   */
  readonly kind:
    | 'missing-group'
    | 'extra-group'
    | 'missing-number'
    | 'extra-number'
    | 'other-name'
    | 'fewer'
    | 'duplicate'
    | 'info'
    | 'extra-info';
  /** The name of the group. */
  readonly group: string;
  /** Absent for a group. */
  readonly number?: string | undefined;
  /** The name that the target lacks. */
  readonly name?: string | undefined;
}

const DIFFERENCE_OF: Readonly<Record<NotCopiedKind, AddressBookDifference['kind']>> = {
  name: 'other-name',
  info: 'info',
  duplicate: 'fewer',
};

/** The differences of two address books, counted. */
export interface CompareResult {
  readonly groups: number;
  /** Numbers of the source, each once in its group. */
  readonly numbers: number;
  /** Groups and numbers that only the source has. */
  readonly missing: number;
  /** Groups, numbers and infos that only the target has. */
  readonly extra: number;
  /** Names that a number does not have in the target. */
  readonly otherNames: number;
  /** Entries that the target has beyond those of the source. */
  readonly duplicates: number;
  /** Entries that the source has beyond those of the target. */
  readonly fewer: number;
  /** Groups with another info. */
  readonly infos: number;
  /** True if both have the same groups under the same ids: they may be the same account. */
  readonly hasSameIds: boolean;
  /** True if the target has everything that the source has, as often, except for accepted kinds. It may have more. */
  readonly isComplete: boolean;
  /** True if there are no differences, except for accepted kinds. */
  readonly isSame: boolean;
}

interface SourceVisitor {
  /** @param targets - the groups of the target with its name */
  group(group: Group, targets: readonly Group[]): Promise<void>;
  number(contact: Contact): Promise<void>;
}

export interface CompareOptions {
  readonly scope?: PlanScope | undefined;
  /** Whether a group that only the target has is a difference. Default: always. */
  readonly covers?: ((name: string) => boolean) | undefined;
  readonly accept?: readonly NotCopiedKind[] | undefined;
  readonly onDifference?: ((difference: AddressBookDifference) => void) | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  readonly visitor?: SourceVisitor | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Compares two address books. Memory: the entries of the target's largest group. */
export function compare(source: ReadingClient, target: ReadingClient, options: CompareOptions): Promise<CompareResult> {
  return new Comparison(source, target, options).run();
}

class Comparison {
  readonly #source: ReadingClient;
  readonly #target: ReadingClient;
  readonly #options: CompareOptions;
  readonly #counts = new Map<AddressBookDifference['kind'], number>();
  #numbers = 0;
  readonly #read: ReadCounter;

  constructor(source: ReadingClient, target: ReadingClient, options: CompareOptions) {
    this.#source = source;
    this.#target = target;
    this.#options = options;
    this.#read = new ReadCounter(options.onProgress);
  }

  async run(): Promise<CompareResult> {
    const { scope, covers = () => true, signal, accept = [] } = this.#options;
    const groups = await groupsOf(this.#source, { signal });
    const sources = groupsByName(groups, (group) => scope?.(group) ?? group.name);
    const existing = await groupsOf(this.#target, { signal });
    for (const group of existing) {
      const { name } = group;
      if (!sources.has(name) && covers(name)) await this.#extraGroup(group);
    }
    const targets = groupsByName(existing);
    for (const [name, same] of sources) await this.#compareName(name, same, targets.get(name) ?? []);
    const lacking = {
      missing: this.#countOf('missing-group') + this.#countOf('missing-number'),
      otherNames: this.#countOf('other-name'),
      duplicates: this.#countOf('duplicate'),
      fewer: this.#countOf('fewer'),
      infos: this.#countOf('info'),
    };
    const extra = this.#countOf('extra-group') + this.#countOf('extra-number') + this.#countOf('extra-info');
    const accepted = accept.reduce((sum, kind) => sum + this.#countOf(DIFFERENCE_OF[kind]), 0);
    const isComplete = Object.values(lacking).reduce((one, other) => one + other, 0) === accepted;
    const hasSameIds = haveSameIds(groups, existing);
    const isSame = isComplete && extra === 0;
    return { groups: groups.length, numbers: this.#numbers, ...lacking, extra, hasSameIds, isComplete, isSame };
  }

  async #extraGroup({ id, name }: Group): Promise<void> {
    this.#differs('extra-group', name);
    for await (const { number } of this.#target.streamNumbers(id, { signal: this.#options.signal })) {
      this.#read.number();
      this.#differs('extra-number', name, number);
    }
  }

  async #compareName(name: string, sources: readonly Group[], targets: readonly Group[]): Promise<void> {
    const { signal, visitor } = this.#options;
    const ids = targets.map(({ id }) => id);
    const existing = await readContacts(this.#target, ids, { signal }, () => this.#read.number());
    if (targets.length === 0) this.#differs('missing-group', name);
    else this.#compareInfos(name, sources, targets);
    const absent = new ContactTable();
    for (const group of sources) {
      await visitor?.group(group, targets);
      this.#read.group();
      for await (const contact of this.#source.streamNumbers(group.id, { signal })) {
        this.#read.number();
        if (visitor !== undefined) await visitor.number(contact);
        const found = existing.find(contact.number, contact.name);
        if (found === 'same') continue;
        if (found === undefined && absent.add(contact.number, '')) this.#numbers += 1;
        this.#differs(found ?? 'missing-number', name, contact.number, contact.name);
      }
    }
    for (const { number, count, finds } of existing.numbers()) {
      if (finds > 0) this.#numbers += 1;
      else this.#differs('extra-number', name, number);
      for (let times = Math.max(finds, 1); times < count; times++) this.#differs('duplicate', name, number);
    }
  }

  #compareInfos(name: string, sources: readonly Group[], targets: readonly Group[]): void {
    const infos = new Set(targets.map(({ info }) => info));
    for (const { info } of sources) if (info !== '' && !infos.has(info)) this.#differs('info', name);
    if (sources.every(({ info }) => info === '') && !infos.has('')) this.#differs('extra-info', name);
  }

  #countOf(kind: AddressBookDifference['kind']): number {
    return this.#counts.get(kind) ?? 0;
  }

  #differs(kind: AddressBookDifference['kind'], group: string, number?: string, name?: string): void {
    this.#counts.set(kind, this.#countOf(kind) + 1);
    const where = { kind, group, ...(number !== undefined && { number }), ...(name !== undefined && { name }) };
    this.#options.onDifference?.(where);
  }
}
