import { CODES } from '../../domain/codes.js';
import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import { failureOf, Stop } from '../apply/failed-step.js';
import { Pool } from '../apply/pool.js';
import type { Settling } from '../apply/settling.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { type CorrectingClient, groupsOf } from '../sides/account.js';
import type { CorrectedGroup, PlannedCorrection } from './corrections.js';
import { type Entry, readEntries } from './entries.js';
import { isPartOf, isSameList } from './lists.js';

/** A number that stays as it is. */
export interface KeptNumber {
  /** The name of its group. */
  readonly group: string;
  readonly number: string;
}

interface CorrectionContext {
  readonly journal: Journal;
  readonly client: CorrectingClient;
  readonly concurrency: number;
  readonly settling: Settling;
  readonly signal: AbortSignal | undefined;
  readonly dryRun: boolean;
  readonly onKept: (number: KeptNumber) => void;
  readonly tell: () => void;
}

/** Rounds in which a group is read and changed, beyond what its most frequent number needs. */
const MORE_ROUNDS = 6;

/**
 * Carries corrections out, group by group: reads the group, makes one request for each number that is not yet as it is
 * to be, and reads it again. So it need not be known whether deleting a number deletes one entry or all of them.
 */
export class CorrectionRun {
  readonly #context: CorrectionContext;
  #isChanged = false;

  constructor(context: CorrectionContext) {
    this.#context = context;
  }

  async run(groups: readonly CorrectedGroup[]): Promise<void> {
    const { journal, settling, dryRun, client } = this.#context;
    const isLeft = ({ line }: PlannedCorrection): boolean => journal.steps.stateOf(line) < STATES.done;
    const left = groups.map((group) => ({ ...group, corrections: group.corrections.filter(isLeft) }));
    if (left.every(({ corrections }) => corrections.length === 0)) return;
    // A request of an earlier run may still be on its way, also where a copy of its journal lacks it.
    if (!dryRun && journal.doubtfulMs !== undefined) {
      await settling.wait();
      journal.settled();
    }
    const names = new Map((await groupsOf(client, {})).map(({ id, name }) => [id, name]));
    for (const group of left) {
      if (group.corrections.length === 0) continue;
      if (names.get(group.id) === group.name) await this.#correct(group);
      else for (const correction of group.corrections) this.#keep(group, correction);
    }
    if (this.#isChanged) throw new Stop('changed');
  }

  async #correct(group: CorrectedGroup): Promise<void> {
    const { signal, dryRun, journal, settling } = this.#context;
    let pending = group.corrections;
    const most = pending.reduce((count, { before }) => Math.max(count, before.length), 0);
    for (let round = 0; pending.length > 0; round++) {
      if (round > 2 * most + MORE_ROUNDS) throw new Stop('transient');
      if (round > 0 && settling.isInDoubt) await settling.wait();
      const entries = await this.#entriesOf(group, pending);
      const next: PlannedCorrection[] = [];
      const pool = new Pool(this.#context.concurrency);
      try {
        for (const correction of pending) {
          const now = entries.get(numberKey(correction.number)) ?? [];
          const isBegun = journal.steps.stateOf(correction.line) === STATES.begun;
          const what = nextRequest(correction, now, isBegun);
          // A number that could not be added again is not deleted.
          const isLost = what !== 'nothing' && correction.name !== undefined && !isTelephoneNumber(correction.number);
          if (what === 'keep' || isLost) this.#keep(group, correction);
          else if (what === 'nothing') this.#done(correction);
          else if (!dryRun) {
            next.push(correction);
            await pool.add(() => this.#request(group, correction, what));
          }
        }
        await pool.drain();
      } catch (error) {
        // Requests in flight are brought to their end, and noted, before the journal is closed.
        await pool.drain().catch(() => undefined);
        throw error;
      }
      pending = next.filter(({ line }) => journal.steps.stateOf(line) === STATES.begun);
      // A number that was begun is not left half done.
      if (signal?.aborted === true && pending.length === 0) throw new Stop('interrupted', signal.reason);
    }
  }

  async #entriesOf(
    { id }: CorrectedGroup,
    pending: readonly PlannedCorrection[],
  ): Promise<ReadonlyMap<string, readonly Entry[]>> {
    const entries = new Map(pending.map(({ number }): [string, Entry[]] => [numberKey(number), []]));
    await readEntries(this.#context.client, id, entries);
    return entries;
  }

  /** Makes one request: what it has come to is seen when the group is read again. */
  async #request({ id: groupId }: CorrectedGroup, correction: PlannedCorrection, what: Entry | 'add'): Promise<void> {
    const { journal, client, settling, signal } = this.#context;
    const { line } = correction;
    if (journal.steps.stateOf(line) !== STATES.begun && signal?.aborted === true) return;
    // Also one that was begun: the time that the journal may have is that of an earlier request.
    await journal.begin(line);
    try {
      if (what === 'add') await this.#add(groupId, correction);
      else await client.delNumber({ number: what.number, name: what.name, groupId });
    } catch (error) {
      const failure = failureOf(error);
      const isGone = failure.kind === 'stop' && failure.reason === 'changed' && codeOf(error) === CODES.noContact;
      if (isGone || failure.kind === 'there' || failure.kind === 'later') return;
      if (failure.kind === 'rejected') return journal.reject(line, failure.code);
      settling.doubt();
      journal.doubt(line);
      if (failure.kind === 'stop') throw new Stop(failure.reason, error);
    }
  }

  /** Adds the entry that is to be left; where the gateway refuses it, those that were deleted are added again. */
  async #add(groupId: number, { number, name = '', before }: PlannedCorrection): Promise<void> {
    const { client } = this.#context;
    try {
      await client.addNumber({ number, name, groupId });
    } catch (error) {
      if (failureOf(error).kind !== 'rejected') throw error;
      for (const former of before.includes(name) ? [] : before) {
        await client.addNumber({ number, name: former, groupId }).catch((problem: unknown) => {
          const { kind } = failureOf(problem);
          if (kind !== 'rejected' && kind !== 'there') throw problem;
        });
      }
      throw error;
    }
  }

  #done({ line }: PlannedCorrection): void {
    const { journal, dryRun, tell } = this.#context;
    if (dryRun) return;
    journal.done(line);
    tell();
  }

  #keep({ name }: CorrectedGroup, { number }: PlannedCorrection): void {
    this.#isChanged = true;
    this.#context.onKept({ group: name, number });
  }
}

/** Decides the next request for a number, by the entries that it has now: to delete one of them, or to add one. */
function nextRequest(
  { name, before }: PlannedCorrection,
  now: readonly Entry[],
  isBegun: boolean,
): Entry | 'add' | 'nothing' | 'keep' {
  const wanted = name === undefined ? [] : [name];
  const names = now.map((entry) => entry.name).sort();
  if (isSameList(names, wanted)) return 'nothing';
  const isAsPlanned = isBegun ? isPartOf(names, [...before, ...wanted]) : isSameList(names, before);
  if (!isAsPlanned) return 'keep';
  // First what has another name: where a name decides what is deleted, the one that is to be left stays.
  return now.find((entry) => entry.name !== name) ?? now[0] ?? 'add';
}

function isTelephoneNumber(number: string): boolean {
  return internationalNumber(number) !== undefined;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'result' in error ? error.result : undefined;
}
