import { ValidationError } from '../../errors/errors.js';
import { failureOf, Stop } from '../apply/failed-step.js';
import { readBackup } from '../backup/backup-reader.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { groupsOf, type ReadingClient, type RemovingClient } from '../sides/account.js';
import { readContacts } from '../sides/contact-table.js';
import { isOneAccount, removeMarks } from '../sides/two-accounts.js';
import { changedSide, type GroupsById } from './changed-side.js';
import type { RemovalOverview, RemovedGroup } from './removal-overview.js';

/** A group that stays. */
export interface KeptGroup {
  readonly id: number;
  readonly name: string;
  /** The side that is not as it was. */
  readonly changed: 'from' | 'to';
}

/** A group of which more was deleted than was compared. */
export interface Surplus {
  readonly id: number;
  readonly name: string;
  readonly compared: number;
  /** The number of entries that were deleted, as the gateway says. */
  readonly deleted: number;
}

interface RemovalContext {
  readonly plan: string;
  readonly overview: RemovalOverview;
  readonly journal: Journal;
  readonly from: RemovingClient;
  readonly to: ReadingClient;
  readonly signal: AbortSignal | undefined;
  readonly dryRun: boolean;
  readonly onKept: (group: KeptGroup) => void;
  readonly tell: () => void;
}

/** Carries a plan of removal out, from where its journal has come to. @throws Stop when it has to end before */
export class RemovalRun {
  readonly #context: RemovalContext;
  /** True when it was seen after a deletion that the target has still its own. */
  #isSeen = false;
  surplus: Surplus | undefined;

  constructor(context: RemovalContext) {
    this.#context = context;
  }

  async run(): Promise<void> {
    const { overview, journal, from, to, signal, dryRun, onKept, tell } = this.#context;
    const left = overview.groups.filter(({ line }) => journal.steps.stateOf(line) < STATES.done);
    if (left.length === 0) return dryRun ? undefined : removeMarks(from, `${this.#context.plan}.mark`);
    // A request that arrives late is a deletion that the plan wants, of a group that was compared.
    journal.settled();
    if (!dryRun) await this.#checkTwo();
    let isChanged = false;
    for (const planned of left) {
      if (signal?.aborted) throw new Stop('interrupted', signal.reason);
      const { line, id, name } = planned;
      // Anew for each: names and infos may change as numbers do, while others are deleted.
      const group = (await groupsOf(from, { signal })).find((one) => one.id === id);
      if (group === undefined && journal.steps.stateOf(line) === STATES.begun) {
        // An earlier run has deleted it, and did not live to note it.
        if (!dryRun) journal.done(line);
      } else {
        const changed = await changedSide(
          { from, to, signal },
          planned,
          group,
          await this.#targets(),
          overview.head.accepted,
        );
        if (changed === undefined) {
          if (!dryRun) await this.#remove(planned);
        } else {
          isChanged = true;
          onKept({ id, name, changed });
        }
      }
      if (!dryRun) tell();
    }
    if (isChanged) throw new Stop('changed');
  }

  async #checkTwo(): Promise<void> {
    const { plan, from, to, signal } = this.#context;
    if (await isOneAccount({ from, to }, `${plan}.mark`, signal)) throw new Stop('changed', oneAccount());
  }

  async #targets(): Promise<GroupsById> {
    const { to, signal } = this.#context;
    return new Map((await groupsOf(to, { signal })).map((group) => [group.id, group]));
  }

  async #remove(planned: RemovedGroup): Promise<void> {
    const { journal, from } = this.#context;
    const { line, id, name, numbers } = planned;
    await journal.begin(line);
    let deleted: number | null;
    try {
      ({ numberCount: deleted } = await from.delGroup(id));
      journal.done(line);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'rejected' || failure.kind === 'there') return journal.reject(line, failure.code);
      // The next run sees whether it is gone.
      if (failure.kind === 'later') journal.undo(line);
      throw new Stop(failure.kind === 'stop' ? failure.reason : 'transient', error);
    }
    if (deleted !== null && deleted > numbers) {
      this.surplus = { id, name, compared: numbers, deleted };
      throw new Stop('changed');
    }
    if (!this.#isSeen) await this.#checkStillThere(planned);
    this.#isSeen = true;
  }

  /** Sees after the first deletion that it was none in the target. */
  async #checkStillThere(planned: RemovedGroup): Promise<void> {
    const { plan, to, signal } = this.#context;
    const targets = await this.#targets();
    const isThere = planned.targetIds.every((id) => targets.get(id)?.name === planned.as);
    const contacts = isThere ? await readContacts(to, planned.targetIds, { signal }) : undefined;
    let hasAll = contacts !== undefined;
    await readBackup(plan, 'removal', {
      number: ({ groupId, number }) => {
        if (groupId === planned.id) hasAll &&= contacts?.has(number) === true;
      },
    });
    if (!hasAll) throw new Stop('changed', oneAccount());
  }
}

function oneAccount(): ValidationError {
  return new ValidationError('from', 'is the same account as to, reached another way; what was deleted is in the plan');
}
