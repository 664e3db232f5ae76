import path from 'node:path';
import type { CallOptions } from '../../calls/options.js';
import type { Group } from '../../client/types.js';
import { numberKey } from '../../domain/phone-number.js';
import { checkFilled, checkFunction, checkString, invalid, optional } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { readPlan } from '../plan/plan-file.js';
import { type ReadingClient, readingClient } from '../sides/account.js';
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

/** Options of {@link verifyMigration}. */
export interface VerifyOptions {
  readonly from: ReadingClient;
  readonly to: ReadingClient;
  /** The plan that was carried out: which groups have got another name, and which were skipped. Default: none. */
  readonly plan?: string | undefined;
  readonly onDifference?: ((difference: Difference) => void) | undefined;
  /** Shows keyed hashes in the place of numbers: at least 16 characters. Default: numbers are shown. */
  readonly hashKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
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

const KNOWN: KnownNames<VerifyOptions> = {
  from: true,
  to: true,
  plan: true,
  onDifference: true,
  hashKey: true,
  signal: true,
};
const MIN_KEY_LENGTH = 16;

/**
 * Reads two accounts and compares them group by group and number by number, whatever the spelling of the numbers is.
 * Groups belong together by their names. The memory that it takes is that of the largest group: some 30 bytes a number.
 *
 * @throws ValidationError when an option is not usable
 * @throws SmsServiceError when an account cannot be read
 */
export async function verifyMigration(options: VerifyOptions): Promise<VerifyResult> {
  const { from, to, plan, onDifference, hashKey, signal } = readOptions(options, KNOWN);
  const sides = { from: readingClient(from, 'from'), to: readingClient(to, 'to') };
  optional(onDifference, checkFunction, 'onDifference');
  if (hashKey !== undefined && checkString(hashKey, 'hashKey').length < MIN_KEY_LENGTH) {
    return invalid('hashKey', `has fewer than ${MIN_KEY_LENGTH} characters`);
  }
  const names = plan === undefined ? new Map() : await namesOf(path.resolve(checkFilled(plan, 'plan')));
  const call = { signal };
  return new Verification(sides, call, names, hashKey, onDifference).run();
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

class Verification {
  readonly #from: ReadingClient;
  readonly #to: ReadingClient;
  readonly #call: CallOptions;
  readonly #names: ReadonlyMap<number, string | undefined>;
  readonly #hashKey: string | undefined;
  readonly #onDifference: VerifyOptions['onDifference'];
  readonly #counts: Record<Difference['kind'], number> = {
    'missing-group': 0,
    'extra-group': 0,
    'missing-number': 0,
    'extra-number': 0,
    'other-name': 0,
    double: 0,
  };
  #numbers = 0;

  constructor(
    { from, to }: { readonly from: ReadingClient; readonly to: ReadingClient },
    call: CallOptions,
    names: ReadonlyMap<number, string | undefined>,
    hashKey: string | undefined,
    onDifference: VerifyOptions['onDifference'],
  ) {
    this.#from = from;
    this.#to = to;
    this.#call = call;
    this.#names = names;
    this.#hashKey = hashKey;
    this.#onDifference = onDifference;
  }

  async run(): Promise<VerifyResult> {
    const sources = new Map<string, Group[]>();
    const groups = await this.#from.getGroups(this.#call);
    for (const group of groups) {
      const name = this.#names.has(group.id) ? this.#names.get(group.id) : group.name;
      if (name === undefined) continue;
      sources.set(name, [...(sources.get(name) ?? []), group]);
    }
    const targets = new Map<string, Group>();
    for (const group of await this.#to.getGroups(this.#call)) {
      if (!targets.has(group.name)) targets.set(group.name, group);
      if (!sources.has(group.name)) this.#differs('extra-group', group.name);
    }
    for (const [name, same] of sources) await this.#compare(name, same, targets.get(name));
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
    const there = new NumberSet();
    if (target === undefined) this.#differs('missing-group', name);
    else {
      for await (const contact of this.#to.streamNumbers(target.id, this.#call)) {
        if (!there.add(contact.number, contact.name)) this.#differs('double', name, contact.number);
      }
    }
    // One number under two names in the source can have one of them only.
    const own = new NumberSet();
    for (const { id } of sources) {
      for await (const contact of this.#from.streamNumbers(id, this.#call)) {
        if (!own.add(contact.number, contact.name)) continue;
        this.#numbers += 1;
        const isNamed = there.mark(contact.number, contact.name);
        if (isNamed === undefined) this.#differs('missing-number', name, contact.number);
        else if (!isNamed) this.#differs('other-name', name, contact.number);
      }
    }
    for (const number of there.unmarked()) this.#differs('extra-number', name, number);
  }

  #differs(kind: Difference['kind'], group: string, number?: string): void {
    this.#counts[kind] += 1;
    this.#onDifference?.({ kind, group, ...(number === undefined ? {} : { number: this.#shown(number) }) });
  }

  #shown(number: string): string {
    if (this.#hashKey === undefined) return number;
    const { createHmac } = process.getBuiltinModule('node:crypto');
    return createHmac('sha256', this.#hashKey).update(numberKey(number)).digest('hex').slice(0, 16);
  }
}
