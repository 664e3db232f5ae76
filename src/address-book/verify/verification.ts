import type { Contact, Group } from '../../client/types.js';
import { numberKey } from '../../domain/phone-number.js';
import { groupsOf, type ReadingClient, type ReadProgress } from '../sides/account.js';
import { ContactTable, readContacts } from '../sides/contact-table.js';
import { groupsByName } from '../sides/groups-by-name.js';
import type { NotMovedKind } from '../sides/not-moved.js';
import { haveSameIds } from '../sides/same-ids.js';
import { type AddressBookDifference, DIFFERENCE_OF, type VerifyResult } from './difference.js';
import type { PlanScope } from './plan-scope.js';

/** Called with each group and number of the source as it is compared. */
export interface SourceVisitor {
  /** @param targets - the groups of the target that it belongs to */
  group(group: Group, targets: readonly Group[]): Promise<void>;
  number(contact: Contact): Promise<void>;
}

/** Options of a comparison. */
export interface VerificationOptions {
  readonly scope?: PlanScope | undefined;
  /** Of groups that only the target has, the names that count. Default: all. */
  readonly covers?: ((name: string) => boolean) | undefined;
  /** Whether the numbers of groups that only the target has are differences, too. Default: the groups alone. */
  readonly readsExtra?: boolean | undefined;
  readonly accept?: readonly NotMovedKind[] | undefined;
  readonly hashKey?: string | undefined;
  readonly onDifference?: ((difference: AddressBookDifference) => void) | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  readonly visitor?: SourceVisitor | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One comparison of two accounts. */
export class Verification {
  readonly #from: ReadingClient;
  readonly #to: ReadingClient;
  readonly #options: VerificationOptions;
  readonly #counts = new Map<AddressBookDifference['kind'], number>();
  /** Numbers of the source, each once in its group. */
  #numbers = 0;
  readonly #read = { groups: 0, numbers: 0 };

  constructor(sides: { readonly from: ReadingClient; readonly to: ReadingClient }, options: VerificationOptions) {
    this.#from = sides.from;
    this.#to = sides.to;
    this.#options = options;
  }

  async run(): Promise<VerifyResult> {
    const { scope, covers = () => true, signal, accept = [] } = this.#options;
    const groups = await groupsOf(this.#from, { signal });
    const sources = groupsByName(groups, (group) => (scope?.has(group) ? scope.nameOf(group) : group.name));
    const there = await groupsOf(this.#to, { signal });
    for (const group of there) {
      const { name } = group;
      if (!sources.has(name) && !scope?.leftOut.has(name) && covers(name)) await this.#tellExtra(group);
    }
    const targets = groupsByName(there);
    for (const [name, same] of sources) await this.#compare(name, same, targets.get(name) ?? []);
    const counts = {
      missing: this.#countOf('missing-group') + this.#countOf('missing-number'),
      extra: this.#countOf('extra-group') + this.#countOf('extra-number') + this.#countOf('extra-info'),
      otherNames: this.#countOf('other-name'),
      doubles: this.#countOf('double'),
      fewer: this.#countOf('fewer'),
      infos: this.#countOf('info'),
    };
    const accepted = accept.reduce((sum, kind) => sum + this.#countOf(DIFFERENCE_OF[kind]), 0);
    const { extra: _, ...lacking } = counts;
    const sum = Object.values(lacking).reduce((one, other) => one + other, 0);
    return {
      groups: groups.length,
      numbers: this.#numbers,
      ...counts,
      hasSameIds: haveSameIds(groups, there),
      isComplete: sum === accepted,
    };
  }

  async #tellExtra({ id, name }: Group): Promise<void> {
    const { readsExtra = false, signal } = this.#options;
    this.#differs('extra-group', name);
    if (!readsExtra) return;
    for await (const { number } of this.#to.streamNumbers(id, { signal })) {
      this.#sawNumber();
      this.#differs('extra-number', name, number);
    }
  }

  async #compare(name: string, sources: readonly Group[], targets: readonly Group[]): Promise<void> {
    const { signal, visitor } = this.#options;
    const ids = targets.map(({ id }) => id);
    const there = await readContacts(this.#to, ids, { signal }, () => this.#sawNumber());
    if (targets.length === 0) this.#differs('missing-group', name);
    else this.#compareInfos(name, sources, targets);
    const absent = new ContactTable();
    for (const group of sources) {
      await visitor?.group(group, targets);
      this.#read.groups += 1;
      for await (const contact of this.#from.streamNumbers(group.id, { signal })) {
        this.#sawNumber();
        // Nobody is waited for at each number where nobody is told.
        if (visitor !== undefined) await visitor.number(contact);
        this.#compareNumber(name, contact, there, absent);
      }
    }
    this.#compareRest(name, there);
  }

  #compareInfos(name: string, sources: readonly Group[], targets: readonly Group[]): void {
    const infos = new Set(targets.map(({ info }) => info));
    for (const { info } of sources) if (info !== '' && !infos.has(info)) this.#differs('info', name);
    if (sources.every(({ info }) => info === '') && !infos.has('')) this.#differs('extra-info', name);
  }

  #compareNumber(group: string, contact: Contact, there: ContactTable, absent: ContactTable): void {
    const { number, name } = contact;
    const found = there.find(number, name);
    if (found === 'same') return;
    if (found === undefined && absent.add(number, '')) this.#numbers += 1;
    this.#differs(found ?? 'missing-number', group, number, name);
  }

  /** Finds what the target has and the source does not. */
  #compareRest(group: string, there: ContactTable): void {
    for (const { number, count, asked } of there.numbers()) {
      if (asked > 0) this.#numbers += 1;
      else this.#differs('extra-number', group, number);
      for (let times = Math.max(asked, 1); times < count; times++) this.#differs('double', group, number);
    }
  }

  #countOf(kind: AddressBookDifference['kind']): number {
    return this.#counts.get(kind) ?? 0;
  }

  #sawNumber(): void {
    this.#read.numbers += 1;
    this.#options.onProgress?.({ ...this.#read });
  }

  #differs(kind: AddressBookDifference['kind'], group: string, number?: string, name?: string): void {
    this.#counts.set(kind, this.#countOf(kind) + 1);
    const { hashKey, onDifference } = this.#options;
    if (onDifference === undefined) return;
    const shown = number === undefined ? {} : { number: hashKey === undefined ? number : hashed(number, hashKey) };
    onDifference({ kind, group, ...shown, ...(name === undefined || hashKey !== undefined ? {} : { name }) });
  }
}

function hashed(number: string, key: string): string {
  const { createHmac } = process.getBuiltinModule('node:crypto');
  return createHmac('sha256', key).update(numberKey(number)).digest('hex').slice(0, 16);
}
