import type { CallOptions } from '../../calls/call-options.js';
import type { Contact, Group } from '../../client/types.js';
import { groupsOf, type ReadingClient } from '../sides/account.js';
import { ContactTable, readContacts } from '../sides/contact-table.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { groupsByName } from '../sides/groups-by-name.js';
import type { PlanWriter } from './plan-file.js';
import type { ConflictPolicy, NotMoved, PlanFile, PlanGroup, PlanSummary } from './plan-lines.js';
import {
  NOT_SHOWN,
  nameWarning,
  type PlanWarning,
  sharedWarning,
  sourceNameWarning,
  targetNameWarning,
} from './warnings.js';

/** A group of the source. */
export type SourceGroup = Pick<Group, 'id' | 'name' | 'info'>;

/** The group that the numbers of a group go to. */
interface Destination {
  /** The line of the plan that it stands in. */
  readonly line: number;
  /** The entries that it has, or will have. */
  readonly contacts: ContactTable;
  /** The infos that it has, or will have: one for each group of the target of this name. */
  readonly infos: readonly string[];
}

/** Those who are told while a plan is made. */
interface PlannerTold {
  /** Told of what the target will not have. */
  readonly onNotMoved: (what: NotMoved) => void;
  readonly onWarning: (warning: PlanWarning) => void;
}

/** The group that is being planned. */
interface Current {
  readonly group: SourceGroup;
  /** `undefined` where nothing is moved. */
  readonly destination: Destination | undefined;
}

/** Writes a plan, group by group and number by number, as a source is read. */
export class Planner {
  readonly #to: ReadingClient;
  readonly #policy: ConflictPolicy;
  readonly #writer: PlanWriter;
  readonly #call: CallOptions;
  readonly #target = new Fingerprint();
  readonly #told: PlannerTold;
  /** The groups of the target by their names. */
  #existing: ReadonlyMap<string, readonly Group[]> = new Map();
  /** Of the target, and those that are planned. */
  readonly #names = new Set<string>();
  /** By the names of the groups in the source; `undefined` for those that are not moved. */
  readonly #destinations = new Map<string, Destination | undefined>();
  #current: Current | undefined;
  #create = 0;
  #add = 0;
  #there = 0;
  #conflicts = 0;
  #notMoved = 0;
  #warnings = 0;
  #filled = 0;

  constructor(to: ReadingClient, policy: ConflictPolicy, writer: PlanWriter, call: CallOptions, told: PlannerTold) {
    this.#to = to;
    this.#policy = policy;
    this.#writer = writer;
    this.#call = call;
    this.#told = told;
  }

  /** Reads what the target has. */
  async begin(): Promise<void> {
    await this.#warn(NOT_SHOWN);
    const groups = await groupsOf(this.#to, this.#call);
    this.#existing = groupsByName(groups);
    for (const group of groups) {
      this.#target.group(group);
      this.#names.add(group.name);
    }
    for (const [first, ...others] of this.#existing.values()) {
      if (first === undefined || others.length === 0) continue;
      await this.#warn(targetNameWarning(first));
    }
  }

  /** Plans a group; its numbers follow. */
  async group(group: SourceGroup): Promise<void> {
    await this.#warn(nameWarning(group));
    this.#current = { group, destination: await this.#destinationOf(group) };
  }

  /** Goes on with a group that was planned before. */
  async backTo(group: SourceGroup): Promise<void> {
    if (this.#current?.group.name === group.name) return;
    const destination = this.#destinations.get(group.name);
    if (destination !== undefined) await this.#write(group, { action: 'into', line: destination.line });
    this.#current = { group, destination };
  }

  /** Plans a number of the group that was planned last. */
  async number({ number, name }: Pick<Contact, 'number' | 'name'>): Promise<void> {
    const { group, destination } = this.#current ?? {};
    if (group === undefined || destination === undefined) return;
    const { contacts } = destination;
    const found = contacts.find(number, name);
    if (found !== undefined && contacts.askedFor(number) === 1) this.#there += 1;
    if (found === 'same') return;
    if (found !== undefined) {
      await this.#leave({ kind: found === 'fewer' ? 'double' : 'name', group: group.name, number, name });
    } else {
      contacts.add(number, name);
      // Planned once: an equal entry that follows has no place.
      contacts.find(number, name);
      this.#add += 1;
      await this.#writer.write({ add: { number, name } });
    }
  }

  /** Writes the end. @param source - the fingerprint of the source, or what is known of the file */
  async finish(source: string | PlanFile): Promise<PlanSummary> {
    await this.#warn(sharedWarning(this.#filled));
    const summary = {
      create: this.#create,
      add: this.#add,
      there: this.#there,
      conflicts: this.#conflicts,
      notMoved: this.#notMoved,
      warnings: this.#warnings,
    };
    const made = typeof source === 'string' ? { source } : { source: '', file: source };
    await this.#writer.write({ end: { ...summary, ...made, target: this.#target.toString() } });
    return summary;
  }

  async #destinationOf(group: SourceGroup): Promise<Destination | undefined> {
    const { name } = group;
    const earlier = this.#destinations.get(name);
    if (earlier !== undefined) {
      await this.#warn(sourceNameWarning(group));
      if (this.#policy !== 'rename') {
        await this.#write(group, { action: 'into', line: earlier.line });
        await this.#compareInfo(group, earlier.infos);
        return earlier;
      }
    }
    const destination = await this.#newDestination(group, this.#existing.get(name) ?? []);
    this.#destinations.set(name, destination);
    return destination;
  }

  async #newDestination(group: SourceGroup, existing: readonly Group[]): Promise<Destination | undefined> {
    const { name } = group;
    const [first] = existing;
    if (first !== undefined && (this.#policy === 'skip' || this.#policy === 'fail')) {
      if (this.#policy === 'fail') this.#conflicts += 1;
      await this.#write(group, { action: this.#policy === 'fail' ? 'conflict' : 'skip' });
      return undefined;
    }
    if (first !== undefined && this.#policy === 'merge') {
      this.#filled += 1;
      const line = await this.#write(group, { action: 'merge', targetId: first.id });
      const infos = existing.map(({ info }) => info);
      await this.#compareInfo(group, infos);
      const ids = existing.map(({ id }) => id);
      const see = (contact: Contact): void => this.#target.number(contact);
      return { line, contacts: await readContacts(this.#to, ids, this.#call, see), infos };
    }
    const as = this.#names.has(name) ? this.#freeName(name) : undefined;
    this.#names.add(as ?? name);
    this.#create += 1;
    const line = await this.#write(group, { action: 'create', as });
    return { line, contacts: new ContactTable(), infos: [group.info] };
  }

  async #compareInfo({ name, info }: SourceGroup, infos: readonly string[]): Promise<void> {
    if (info !== '' && !infos.includes(info)) await this.#leave({ kind: 'info', group: name, info });
  }

  async #leave(what: NotMoved): Promise<void> {
    this.#notMoved += 1;
    this.#told.onNotMoved(what);
    await this.#writer.write({ notMoved: what });
  }

  #write({ id, name, info }: SourceGroup, what: Omit<PlanGroup['group'], 'id' | 'name' | 'info'>): Promise<number> {
    return this.#writer.write({ group: { id, name, info, ...what } });
  }

  async #warn(warning: PlanWarning | undefined): Promise<void> {
    if (warning === undefined) return;
    this.#warnings += 1;
    this.#told.onWarning(warning);
    await this.#writer.write({ warning: warning.text });
  }

  #freeName(name: string): string {
    let count = 2;
    while (this.#names.has(`${name} (${count})`)) count += 1;
    return `${name} (${count})`;
  }
}
