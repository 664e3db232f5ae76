import type { CallOptions } from '../../calls/call-options.js';
import type { Contact, Group } from '../../client/types.js';
import { groupsOf, type ReadingClient } from '../sides/account.js';
import { ContactTable } from '../sides/contact-table.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { groupsByName } from '../sides/groups-by-name.js';
import type { PlanWriter } from './plan-file.js';
import type { ConflictPolicy, NotMoved, PlanFile, PlanGroup, PlanSummary, SeenGroup } from './plan-lines.js';
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
  /** True where the target has it already: somebody else may add to it. */
  readonly isShared: boolean;
}

/** The group that is being planned. */
interface Current {
  readonly group: SourceGroup;
  /** `undefined` where nothing is moved. */
  readonly destination: Destination | undefined;
}

/** Groups that earlier plans of the same move have made. */
export interface OwnGroups {
  /**
   * Returns the id that a group of the source has in the target, by what was made of it.
   *
   * @param sourceIds - the groups that the source has
   */
  of(group: SourceGroup, sourceIds: ReadonlySet<number>): number | undefined;
}

/** The parts that a {@link Planner} works with. */
interface PlannerParts {
  readonly to: ReadingClient;
  readonly policy: ConflictPolicy;
  readonly writer: PlanWriter;
  readonly call: CallOptions;
  /** Told of what the target will not have. */
  readonly onNotMoved: (what: NotMoved) => void;
  readonly onWarning: (warning: PlanWarning) => void;
  /** Default: none. */
  readonly own?: OwnGroups | undefined;
}

/** Writes a plan, group by group and number by number, as a source is read. */
export class Planner {
  readonly #to: ReadingClient;
  readonly #policy: ConflictPolicy;
  readonly #writer: PlanWriter;
  readonly #call: CallOptions;
  readonly #target = new Fingerprint();
  readonly #onNotMoved: (what: NotMoved) => void;
  readonly #onWarning: (warning: PlanWarning) => void;
  readonly #own: OwnGroups | undefined;
  #sourceIds: ReadonlySet<number> = new Set();
  /** The groups of the target. */
  #groups: readonly Group[] = [];
  /** Fingerprints of the entries of those that are filled, and of others of their names, by the id. */
  readonly #filledGroups = new Map<number, Fingerprint>();
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
  /** Groups of the target that get numbers. */
  readonly #shared = new Set<Destination>();

  constructor({ to, policy, writer, call, onNotMoved, onWarning, own }: PlannerParts) {
    this.#to = to;
    this.#policy = policy;
    this.#writer = writer;
    this.#call = call;
    this.#onNotMoved = onNotMoved;
    this.#onWarning = onWarning;
    this.#own = own;
  }

  /** Reads what the target has. @param sources - the groups of the source, where they are known before */
  async begin(sources: readonly SourceGroup[] = []): Promise<void> {
    await this.warn(NOT_SHOWN);
    this.#sourceIds = new Set(sources.map(({ id }) => id));
    this.#groups = await groupsOf(this.#to, this.#call);
    this.#existing = groupsByName(this.#groups);
    for (const group of this.#groups) {
      this.#target.group(group);
      this.#names.add(group.name);
    }
    for (const [first, ...others] of this.#existing.values()) {
      if (first === undefined || others.length === 0) continue;
      await this.warn(targetNameWarning(first));
    }
  }

  /** Plans a group; its numbers follow. */
  async group(group: SourceGroup): Promise<void> {
    await this.warn(nameWarning(group));
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
      if (destination.isShared) this.#shared.add(destination);
      await this.#writer.write({ add: { number, name } });
    }
  }

  /**
   * Writes the end.
   *
   * @param source - the fingerprint of the source, or what is known of the file
   * @param seen - the groups of the source as they were
   */
  async finish(source: string | PlanFile, seen: readonly SeenGroup[] = []): Promise<PlanSummary> {
    await this.warn(sharedWarning(this.#shared.size));
    for (const group of seen) await this.#writer.write({ seen: group });
    for (const { id, name, info } of this.#groups) {
      const numbers = this.#filledGroups.get(id)?.toString();
      await this.#writer.write({ seen: { side: 'target', id, name, info, ...(numbers && { numbers }) } });
    }
    for (const entries of this.#filledGroups.values()) this.#target.addAll(entries);
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
      await this.warn(sourceNameWarning(group));
      if (this.#policy !== 'rename') {
        await this.#write(group, { action: 'into', line: earlier.line });
        await this.#compareInfo(group, earlier.infos);
        return earlier;
      }
    }
    const own = this.#ownOf(group);
    const destination =
      own === undefined
        ? await this.#newDestination(group, this.#existing.get(name) ?? [])
        : await this.#merged(group, own, [own]);
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
    if (first !== undefined && this.#policy === 'merge') return this.#merged(group, first, existing);
    const as = this.#names.has(name) ? this.#freeName(name) : undefined;
    this.#names.add(as ?? name);
    this.#create += 1;
    const line = await this.#write(group, { action: 'create', as });
    return { line, contacts: new ContactTable(), infos: [group.info], isShared: false };
  }

  /** Plans a group that goes into one that is there. @param existing - that one, and others of its name */
  async #merged(
    group: SourceGroup,
    { id: targetId, name: as }: Group,
    existing: readonly Group[],
  ): Promise<Destination> {
    const line = await this.#write(group, { action: 'merge', targetId, ...(as !== group.name && { as }) });
    const infos = existing.map(({ info }) => info);
    await this.#compareInfo(group, infos);
    const contacts = new ContactTable();
    for (const { id } of existing) {
      const entries = new Fingerprint();
      for await (const contact of this.#to.streamNumbers(id, this.#call)) {
        entries.number(contact);
        contacts.add(contact.number, contact.name);
      }
      this.#filledGroups.set(id, entries);
    }
    return { line, contacts, infos, isShared: true };
  }

  /** Returns the group of the target that an earlier plan of this move has made of a group of the source. */
  #ownOf(group: SourceGroup): Group | undefined {
    const id = this.#own?.of(group, this.#sourceIds);
    return id === undefined ? undefined : this.#groups.find((one) => one.id === id);
  }

  async #compareInfo({ name, info }: SourceGroup, infos: readonly string[]): Promise<void> {
    if (info !== '' && !infos.includes(info)) await this.#leave({ kind: 'info', group: name, info });
  }

  async #leave(what: NotMoved): Promise<void> {
    this.#notMoved += 1;
    this.#onNotMoved(what);
    await this.#writer.write({ notMoved: what });
  }

  #write({ id, name, info }: SourceGroup, what: Omit<PlanGroup['group'], 'id' | 'name' | 'info'>): Promise<number> {
    return this.#writer.write({ group: { id, name, info, ...what } });
  }

  /** Writes something that a person should know; nothing where there is nothing to say. */
  async warn(warning: PlanWarning | undefined): Promise<void> {
    if (warning === undefined) return;
    this.#warnings += 1;
    this.#onWarning(warning);
    await this.#writer.write({ warning: warning.text });
  }

  #freeName(name: string): string {
    let count = 2;
    while (this.#names.has(`${name} (${count})`)) count += 1;
    return `${name} (${count})`;
  }
}
