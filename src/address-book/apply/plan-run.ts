import { numberKey } from '../../domain/phone-number.js';
import { ContactTable } from '../accounts/contact-table.js';
import type { Entry } from '../accounts/entries.js';
import type { DeleteNumber, PlanLine } from '../plan/plan-lines.js';
import { readPlan } from '../plan/read-plan.js';
import { NumberAdder } from './add-numbers.js';
import { changeNumbers, type NumberChange } from './change-numbers.js';
import { GroupDeleter, type GroupDeletion } from './delete-group.js';
import { Pool } from './pool.js';
import type { RunState } from './run-state.js';
import { Stop } from './step-failure.js';
import { type TargetGroup, TargetGroups, type Unavailable } from './target-groups.js';

interface ChangedGroup {
  readonly kind: 'change';
  readonly name: string;
  readonly group: TargetGroup | Unavailable;
  readonly changes: NumberChange[];
}

type DeletedGroup = GroupDeletion & { readonly kind: 'delete' };

export class PlanRun {
  readonly #state: RunState;
  readonly #pool: Pool;
  readonly #groups: TargetGroups;
  readonly #adder: NumberAdder;
  readonly #deleter: GroupDeleter;
  #current: ChangedGroup | DeletedGroup | undefined;
  #followsDeletion = false;

  constructor(state: RunState) {
    this.#state = state;
    this.#pool = new Pool(state.parts.concurrency);
    this.#groups = new TargetGroups(state);
    this.#adder = new NumberAdder(state, this.#groups, this.#pool);
    this.#deleter = new GroupDeleter(state);
  }

  async run(): Promise<void> {
    try {
      for await (const { line, value } of readPlan(this.#state.parts.plan)) {
        this.#state.checkSignal();
        await this.#apply(line, value);
      }
      await this.#adder.finish();
    } catch (error) {
      await this.#pool.drain().catch(() => undefined);
      throw error;
    }
    if (this.#state.progress.skipped > 0) throw new Stop('changed');
  }

  async #apply(line: number, value: PlanLine): Promise<void> {
    const followsDeletion = this.#followsDeletion;
    this.#followsDeletion = 'deleteNumber' in value;
    if ('addGroup' in value || 'group' in value || 'deleteGroup' in value || 'end' in value) await this.#finishGroup();
    if ('addGroup' in value) {
      const { name } = value.addGroup;
      this.#current = { kind: 'change', name, group: await this.#groups.add(line, value.addGroup), changes: [] };
    } else if ('group' in value) {
      const { name } = value.group;
      this.#current = { kind: 'change', name, group: await this.#groups.existing(value.group), changes: [] };
    } else if ('deleteGroup' in value) {
      this.#current = { kind: 'delete', line, group: value.deleteGroup, entries: new ContactTable() };
    } else if ('addNumber' in value) await this.#addNumber(line, value.addNumber, followsDeletion);
    else if ('deleteNumber' in value) this.#deleteNumber(line, value.deleteNumber);
    else if ('entry' in value && this.#current?.kind === 'delete') {
      this.#current.entries.add(value.entry.number, value.entry.name);
    }
  }

  async #addNumber(line: number, { number, name }: Entry, followsDeletion: boolean): Promise<void> {
    const current = this.#current;
    if (current?.kind !== 'change') return;
    const last = followsDeletion ? current.changes.at(-1) : undefined;
    if (last !== undefined && numberKey(last.number) === numberKey(number)) {
      current.changes[current.changes.length - 1] = { ...last, add: { line, number, name } };
    } else if (typeof current.group !== 'string') await this.#adder.add({ line, number, name, group: current.group });
    else if (current.group === 'missing') this.#state.skip({ line, group: current.name, number }, 'group-missing');
  }

  #deleteNumber(line: number, { number, entries }: DeleteNumber): void {
    if (this.#current?.kind === 'change') this.#current.changes.push({ deleteLine: line, number, entries });
  }

  async #finishGroup(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    if (current?.kind === 'delete') return this.#deleter.delete(current);
    if (current === undefined || current.changes.length === 0) return;
    const { group, name, changes } = current;
    if (typeof group !== 'string' && group.id !== undefined) {
      return changeNumbers(this.#state, { id: group.id, name }, changes);
    }
    for (const { deleteLine, number, add } of changes) {
      const lines = [deleteLine, ...(add === undefined ? [] : [add.line])];
      this.#state.skip({ line: deleteLine, group: name, number }, 'group-missing', lines);
    }
  }
}
