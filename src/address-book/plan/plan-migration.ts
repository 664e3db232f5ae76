import path from 'node:path';
import type { Group } from '../../client/types.js';
import { checkFilled, checkFunction, checkOneOf, optional } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { type ReadingClient, readingClient } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { NumberSet } from '../sides/number-set.js';
import { PlanWriter } from './plan-file.js';
import { type ConflictPolicy, type PlanGroup, type PlanLabels, type PlanSummary, POLICIES } from './plan-lines.js';
import { NOT_CARRIED, nameWarning } from './warnings.js';

/** Options of {@link planMigration}. */
export interface PlanOptions {
  /** The account that is read. */
  readonly from: ReadingClient;
  /** The account that is to have what the other one has; it is read only. */
  readonly to: ReadingClient;
  /** The path of the plan. It is readable by its owner only, because it holds telephone numbers. */
  readonly out: string;
  /** What to do where the target has a group of the same name. Default: `'merge'`. */
  readonly policy?: ConflictPolicy | undefined;
  /** What the two accounts are called, for whoever carries the plan out: see {@link planLabels}. Default: none. */
  readonly labels?: PlanLabels | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of how many numbers of the source were read. */
  readonly onProgress?: ((progress: { readonly groups: number; readonly numbers: number }) => void) | undefined;
  /** The current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

const KNOWN: KnownNames<PlanOptions> = {
  from: true,
  to: true,
  out: true,
  policy: true,
  labels: true,
  signal: true,
  onProgress: true,
  now: true,
};

/**
 * Reads two accounts and writes a plan that a person can review: JSON Lines with each group that will be made, each
 * number that will be added, conflicts and warnings. Nothing is changed on either side.
 *
 * Of a number that a group has twice, in whatever spelling, one is planned. Numbers that the target's group has already
 * are not planned again. The memory that it takes is that of the largest group: some 30 bytes a number.
 *
 * @throws ValidationError when an option is not usable
 * @throws SmsServiceError when an account cannot be read; the plan does not exist then
 */
export async function planMigration(options: PlanOptions): Promise<PlanSummary> {
  const { from, to, out, policy = 'merge', labels, signal, onProgress, now } = readOptions(options, KNOWN);
  const source = readingClient(from, 'from');
  const target = readingClient(to, 'to');
  checkOneOf(policy, POLICIES, 'policy');
  optional(onProgress, checkFunction, 'onProgress');
  const called = labels === undefined ? {} : { labels: checkedLabels(labels) };
  const file = path.resolve(checkFilled(out, 'out'));
  const writer = await PlanWriter.open(file);
  try {
    const createdAt = (now?.() ?? new Date()).toISOString();
    await writer.write({ plan: 1, createdAt, policy, ...called });
    await writer.write({ warning: NOT_CARRIED });
    const planner = new Planner(source, target, policy, writer, signal, onProgress);
    const summary = await planner.run();
    await writer.finish();
    return summary;
  } catch (error) {
    await writer.giveUp();
    throw error;
  }
}

function checkedLabels(labels: PlanLabels): PlanLabels {
  const { from, to } = readOptions(labels, { from: true, to: true }, 'labels');
  return { from: checkFilled(from, 'labels.from'), to: checkFilled(to, 'labels.to') };
}

/** A group that numbers of the source go to. */
interface Destination {
  readonly line: number;
  readonly numbers: NumberSet;
}

class Planner {
  readonly #from: ReadingClient;
  readonly #to: ReadingClient;
  readonly #policy: ConflictPolicy;
  readonly #writer: PlanWriter;
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: PlanOptions['onProgress'];
  readonly #source = new Fingerprint();
  readonly #target = new Fingerprint();
  /** Of the target, and those that are planned. */
  readonly #names = new Set<string>();
  #create = 0;
  #add = 0;
  #there = 0;
  #conflicts = 0;
  #warnings = 1;
  #read = { groups: 0, numbers: 0 };

  constructor(
    from: ReadingClient,
    to: ReadingClient,
    policy: ConflictPolicy,
    writer: PlanWriter,
    signal: AbortSignal | undefined,
    onProgress: PlanOptions['onProgress'],
  ) {
    this.#from = from;
    this.#to = to;
    this.#policy = policy;
    this.#writer = writer;
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  async run(): Promise<PlanSummary> {
    const groups = await this.#from.getGroups(this.#call);
    const targetGroups = await this.#to.getGroups(this.#call);
    const byName = new Map<string, Group>();
    for (const group of targetGroups) {
      this.#target.group(group);
      if (byName.has(group.name))
        await this.#warn(`the target has several groups of the name of its group ${group.id}`);
      else byName.set(group.name, group);
      this.#names.add(group.name);
    }
    for (const group of groups) this.#source.group(group);
    // Those of one name one after the other: their numbers go to one group.
    for (const [name, same] of byNameInOrder(groups)) await this.#planName(name, same, byName.get(name));
    const summary = {
      create: this.#create,
      add: this.#add,
      there: this.#there,
      conflicts: this.#conflicts,
      warnings: this.#warnings,
    };
    const [source, target] = [this.#source.toString(), this.#target.toString()];
    await this.#writer.write({ end: { ...summary, source, target } });
    return summary;
  }

  get #call(): { readonly signal?: AbortSignal } {
    return this.#signal === undefined ? {} : { signal: this.#signal };
  }

  /** Plans the groups of the source that have one name. */
  async #planName(name: string, groups: readonly Group[], existing: Group | undefined): Promise<void> {
    let destination: Destination | undefined;
    for (const group of groups) {
      const { id } = group;
      const warning = nameWarning(group);
      if (warning !== undefined) await this.#warn(`${warning}: group ${id} of the source`);
      if (destination !== undefined) {
        await this.#warn(`the source has several groups of the name of its group ${id}`);
        if (this.#policy !== 'rename') {
          await this.#group(group, { action: 'into', line: destination.line });
          await this.#numbers(group, destination.numbers);
          continue;
        }
      }
      if (existing !== undefined && (this.#policy === 'skip' || this.#policy === 'fail')) {
        if (this.#policy === 'fail') this.#conflicts += 1;
        await this.#group(group, { action: this.#policy === 'fail' ? 'conflict' : 'skip' });
        await this.#numbers(group, undefined);
        continue;
      }
      if (existing !== undefined && this.#policy === 'merge') {
        const line = await this.#group(group, { action: 'merge', targetId: existing.id });
        destination = { line, numbers: await this.#numbersOf(existing) };
      } else {
        const as = this.#names.has(name) ? this.#freeName(name) : undefined;
        this.#names.add(as ?? name);
        this.#create += 1;
        destination = { line: await this.#group(group, { action: 'create', as }), numbers: new NumberSet() };
      }
      await this.#numbers(group, destination.numbers);
    }
  }

  async #group({ id, name, info }: Group, what: Omit<PlanGroup['group'], 'id' | 'name' | 'info'>): Promise<number> {
    this.#read = { ...this.#read, groups: this.#read.groups + 1 };
    return this.#writer.write({ group: { id, name, info, ...what } });
  }

  /** Plans the numbers of a group. @param there - those that its destination has; `undefined` where none are moved */
  async #numbers({ id }: Group, there: NumberSet | undefined): Promise<void> {
    const own = new NumberSet();
    let doubles = 0;
    let otherNames = 0;
    for await (const contact of this.#from.streamNumbers(id, this.#call)) {
      this.#source.number(contact);
      this.#read = { ...this.#read, numbers: this.#read.numbers + 1 };
      this.#onProgress?.(this.#read);
      const { number, name } = contact;
      if (!own.add(number, name)) {
        doubles += 1;
        continue;
      }
      const isNamed = there?.mark(number, name);
      if (isNamed !== undefined) {
        this.#there += 1;
        if (!isNamed) otherNames += 1;
      } else if (there !== undefined) {
        there.add(number, name);
        this.#add += 1;
        await this.#writer.write({ add: { number, name } });
      }
    }
    if (doubles > 0)
      await this.#warn(`group ${id} of the source has ${doubles} numbers more than once: each is moved once`);
    if (otherNames > 0)
      await this.#warn(`${otherNames} numbers of group ${id} are in the target under other names, and stay so`);
  }

  async #numbersOf({ id }: Group): Promise<NumberSet> {
    const numbers = new NumberSet();
    for await (const contact of this.#to.streamNumbers(id, this.#call)) {
      this.#target.number(contact);
      numbers.add(contact.number, contact.name);
    }
    return numbers;
  }

  async #warn(warning: string): Promise<void> {
    this.#warnings += 1;
    await this.#writer.write({ warning });
  }

  #freeName(name: string): string {
    let count = 2;
    while (this.#names.has(`${name} (${count})`)) count += 1;
    return `${name} (${count})`;
  }
}

function byNameInOrder(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const byName = new Map<string, Group[]>();
  for (const group of groups) {
    const same = byName.get(group.name);
    if (same === undefined) byName.set(group.name, [group]);
    else same.push(group);
  }
  return byName;
}
