import type { CallOptions } from '../../calls/options.js';
import type { ContactNumber, Group } from '../../client/types.js';
import type { ReadingClient } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { NumberSet } from '../sides/number-set.js';
import type { PlanWriter } from './plan-file.js';
import type { ConflictPolicy, PlanGroup, PlanSummary } from './plan-lines.js';
import { infoWarning, NOT_CARRIED, nameWarning } from './warnings.js';

/** A group of the source. */
export type SourceGroup = Pick<Group, 'id' | 'name' | 'info'>;

/** Where the numbers of a group go. */
interface Destination {
  /** The line of the plan that it stands in. */
  readonly line: number;
  /** What it has, or will have. */
  readonly numbers: NumberSet;
  /** What it says of itself, or will say. */
  readonly info: string;
}

/** The group that is being planned. */
interface Current {
  readonly group: SourceGroup;
  /** `undefined` where nothing is moved. */
  readonly destination: Destination | undefined;
  readonly own: NumberSet;
  doubles: number;
  otherNames: number;
}

/** Writes a plan, group by group and number by number, as a source is read. */
export class Planner {
  readonly #to: ReadingClient;
  readonly #policy: ConflictPolicy;
  readonly #writer: PlanWriter;
  readonly #call: CallOptions;
  readonly #target = new Fingerprint();
  /** The groups of the target by their names, the first of several. */
  readonly #existing = new Map<string, Group>();
  /** Of the target, and those that are planned. */
  readonly #names = new Set<string>();
  /** By the names of the groups in the source; `undefined` for those that are not moved. */
  readonly #destinations = new Map<string, Destination | undefined>();
  #current: Current | undefined;
  #create = 0;
  #add = 0;
  #there = 0;
  #conflicts = 0;
  #warnings = 0;

  constructor(to: ReadingClient, policy: ConflictPolicy, writer: PlanWriter, call: CallOptions) {
    this.#to = to;
    this.#policy = policy;
    this.#writer = writer;
    this.#call = call;
  }

  /** Reads what the target has. */
  async begin(): Promise<void> {
    await this.#warn(NOT_CARRIED);
    for (const group of await this.#to.getGroups(this.#call)) {
      const { id, name } = group;
      this.#target.group(group);
      this.#names.add(name);
      if (this.#existing.has(name)) await this.#warn(`the target has several groups of the name of its group ${id}`);
      else this.#existing.set(name, group);
    }
  }

  /** Plans a group; its numbers follow. */
  async group(group: SourceGroup): Promise<void> {
    await this.#endGroup();
    await this.#warn(nameWarning(group));
    this.#current = {
      group,
      destination: await this.#destinationOf(group),
      own: new NumberSet(),
      doubles: 0,
      otherNames: 0,
    };
  }

  /** Goes on with a group that was planned before. */
  async backTo(group: SourceGroup): Promise<void> {
    if (this.#current?.group.name === group.name) return;
    await this.#endGroup();
    const destination = this.#destinations.get(group.name);
    if (destination !== undefined) await this.#write(group, { action: 'into', line: destination.line });
    this.#current = { group, destination, own: new NumberSet(), doubles: 0, otherNames: 0 };
  }

  /** Plans a number of the group that was planned last. */
  async number({ number, name }: Pick<ContactNumber, 'number' | 'name'>): Promise<void> {
    const current = this.#current;
    if (current === undefined) return;
    if (!current.own.add(number, name)) {
      current.doubles += 1;
      return;
    }
    const there = current.destination?.numbers;
    const isNamed = there?.mark(number, name);
    if (isNamed !== undefined) {
      this.#there += 1;
      if (!isNamed) current.otherNames += 1;
    } else if (there !== undefined) {
      there.add(number, name);
      this.#add += 1;
      await this.#writer.write({ add: { number, name } });
    }
  }

  /** Writes the end. @param source - the fingerprint of the source; empty for a file */
  async finish(source: string): Promise<PlanSummary> {
    await this.#endGroup();
    const summary = {
      create: this.#create,
      add: this.#add,
      there: this.#there,
      conflicts: this.#conflicts,
      warnings: this.#warnings,
    };
    await this.#writer.write({ end: { ...summary, source, target: this.#target.toString() } });
    return summary;
  }

  async #endGroup(): Promise<void> {
    if (this.#current === undefined) return;
    const { group, doubles, otherNames } = this.#current;
    const where = `group ${group.id} of the source`;
    if (doubles > 0) await this.#warn(`${where} has ${doubles} numbers more than once: each is moved once`);
    if (otherNames > 0) {
      await this.#warn(`${otherNames} numbers of ${where} are in the target under other names, and stay so`);
    }
    this.#current = undefined;
  }

  async #destinationOf(group: SourceGroup): Promise<Destination | undefined> {
    const { id, name } = group;
    const earlier = this.#destinations.get(name);
    if (earlier !== undefined) {
      await this.#warn(`the source has several groups of the name of its group ${id}`);
      if (this.#policy !== 'rename') {
        await this.#write(group, { action: 'into', line: earlier.line });
        await this.#warn(infoWarning(group, earlier.info));
        return earlier;
      }
    }
    const destination = await this.#newDestination(group, this.#existing.get(name));
    this.#destinations.set(name, destination);
    return destination;
  }

  async #newDestination(group: SourceGroup, existing: Group | undefined): Promise<Destination | undefined> {
    const { name } = group;
    if (existing !== undefined && (this.#policy === 'skip' || this.#policy === 'fail')) {
      if (this.#policy === 'fail') this.#conflicts += 1;
      await this.#write(group, { action: this.#policy === 'fail' ? 'conflict' : 'skip' });
      return undefined;
    }
    if (existing !== undefined && this.#policy === 'merge') {
      const line = await this.#write(group, { action: 'merge', targetId: existing.id });
      await this.#warn(infoWarning(group, existing.info));
      return { line, numbers: await this.#numbersOf(existing), info: existing.info };
    }
    const as = this.#names.has(name) ? this.#freeName(name) : undefined;
    this.#names.add(as ?? name);
    this.#create += 1;
    const line = await this.#write(group, { action: 'create', as });
    return { line, numbers: new NumberSet(), info: group.info };
  }

  async #numbersOf({ id }: Group): Promise<NumberSet> {
    const numbers = new NumberSet();
    for await (const contact of this.#to.streamNumbers(id, this.#call)) {
      this.#target.number(contact);
      numbers.add(contact.number, contact.name);
    }
    return numbers;
  }

  #write({ id, name, info }: SourceGroup, what: Omit<PlanGroup['group'], 'id' | 'name' | 'info'>): Promise<number> {
    return this.#writer.write({ group: { id, name, info, ...what } });
  }

  async #warn(warning: string | undefined): Promise<void> {
    if (warning === undefined) return;
    this.#warnings += 1;
    await this.#writer.write({ warning });
  }

  #freeName(name: string): string {
    let count = 2;
    while (this.#names.has(`${name} (${count})`)) count += 1;
    return `${name} (${count})`;
  }
}
