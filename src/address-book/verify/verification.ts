import type { Group } from '../../client/types.js';
import { numberKey } from '../../domain/phone-number.js';
import { readPlan } from '../plan/plan-file.js';
import type { ReadingClient, ReadProgress } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { groupsByName } from '../sides/groups-by-name.js';
import { NumberSet } from '../sides/number-set.js';

/** Something in which the target is not as the source. */
export interface Difference {
  /**
   * `'missing-…'`: the target does not have it; `'extra-…'`: only the target has it; `'other-name'`: a number has
   * another name there; `'double'`: a group of the target has a number more than once.
   */
  readonly kind: 'missing-group' | 'extra-group' | 'missing-number' | 'extra-number' | 'other-name' | 'double';
  /** The name of the group. */
  readonly group: string;
  /** The number, or its keyed hash; absent for a group. */
  readonly number?: string | undefined;
}

/** How far two accounts differ. */
export interface VerifyResult {
  readonly groups: number;
  /** Numbers of the source, each once in its group. */
  readonly numbers: number;
  /** Groups and numbers that the target does not have. */
  readonly missing: number;
  /** Groups and numbers that only the target has. */
  readonly extra: number;
  readonly otherNames: number;
  readonly doubles: number;
  /** Whether the target has all that the source has, no number twice and each under its name. It may have more. */
  readonly isComplete: boolean;
}

/** The names in the target, by the ids of the groups in the source; `undefined` for those that are not there. */
export async function namesOf(plan: string): Promise<ReadonlyMap<number, string | undefined>> {
  const names = new Map<number, string | undefined>();
  for await (const { value } of readPlan(plan)) {
    if (!('group' in value)) continue;
    const { id, name, as = name, action } = value.group;
    names.set(id, action === 'skip' || action === 'conflict' ? undefined : as);
  }
  return names;
}

/** What a comparison looks at, and tells. */
export interface VerificationUse {
  /** The names in the target: see {@link namesOf}. */
  readonly names?: ReadonlyMap<number, string | undefined> | undefined;
  readonly hashKey?: string | undefined;
  readonly onDifference?: ((difference: Difference) => void) | undefined;
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** Told of each group of the source as it was read. */
  readonly onSource?: ((group: Group, numbers: number, fingerprint: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One comparison of two accounts. */
export class Verification {
  readonly #from: ReadingClient;
  readonly #to: ReadingClient;
  readonly #use: VerificationUse;
  readonly #counts: Record<Difference['kind'], number> = {
    'missing-group': 0,
    'extra-group': 0,
    'missing-number': 0,
    'extra-number': 0,
    'other-name': 0,
    double: 0,
  };
  /** Numbers of the source, each once in its group. */
  #numbers = 0;
  readonly #read = { groups: 0, numbers: 0 };

  constructor(sides: { readonly from: ReadingClient; readonly to: ReadingClient }, use: VerificationUse) {
    this.#from = sides.from;
    this.#to = sides.to;
    this.#use = use;
  }

  async run(): Promise<VerifyResult> {
    const { names, signal } = this.#use;
    const groups = await this.#from.getGroups({ signal });
    const sources = groupsByName(groups, ({ id, name }) => (names?.has(id) ? names.get(id) : name));
    const there = await this.#to.getGroups({ signal });
    for (const { name } of there) if (!sources.has(name)) this.#differs('extra-group', name);
    const targets = groupsByName(there);
    for (const [name, same] of sources) await this.#compare(name, same, targets.get(name)?.[0]);
    const { 'other-name': otherNames, double: doubles, ...counts } = this.#counts;
    const missing = counts['missing-group'] + counts['missing-number'];
    return {
      groups: groups.length,
      numbers: this.#numbers,
      missing,
      extra: counts['extra-group'] + counts['extra-number'],
      otherNames,
      doubles,
      isComplete: missing + otherNames + doubles === 0,
    };
  }

  async #compare(name: string, sources: readonly Group[], target: Group | undefined): Promise<void> {
    const { signal, onSource } = this.#use;
    const there = new NumberSet();
    if (target === undefined) this.#differs('missing-group', name);
    else {
      for await (const contact of this.#to.streamNumbers(target.id, { signal })) {
        this.#sawNumber();
        if (!there.add(contact.number, contact.name)) this.#differs('double', name, contact.number);
      }
    }
    // One number under two names in the source can have one of them only.
    const own = new NumberSet();
    for (const group of sources) {
      const fingerprint = onSource === undefined ? undefined : new Fingerprint();
      fingerprint?.group(group);
      const before = this.#read.numbers;
      this.#read.groups += 1;
      for await (const contact of this.#from.streamNumbers(group.id, { signal })) {
        this.#sawNumber();
        fingerprint?.number(contact);
        if (!own.add(contact.number, contact.name)) continue;
        this.#numbers += 1;
        const isNamed = there.mark(contact.number, contact.name);
        if (isNamed === undefined) this.#differs('missing-number', name, contact.number);
        else if (!isNamed) this.#differs('other-name', name, contact.number);
      }
      if (fingerprint !== undefined) onSource?.(group, this.#read.numbers - before, fingerprint.toString());
    }
    for (const number of there.unmarked()) this.#differs('extra-number', name, number);
  }

  #sawNumber(): void {
    this.#read.numbers += 1;
    this.#use.onProgress?.({ ...this.#read });
  }

  #differs(kind: Difference['kind'], group: string, number?: string): void {
    this.#counts[kind] += 1;
    this.#use.onDifference?.({ kind, group, ...(number === undefined ? {} : { number: this.#shown(number) }) });
  }

  #shown(number: string): string {
    const { hashKey } = this.#use;
    if (hashKey === undefined) return number;
    const { createHmac } = process.getBuiltinModule('node:crypto');
    return createHmac('sha256', hashKey).update(numberKey(number)).digest('hex').slice(0, 16);
  }
}
