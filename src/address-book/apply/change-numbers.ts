import { CODES } from '../../domain/codes.js';
import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import { type Entry, isPartOf, isSameList, namesOf, readEntries } from '../accounts/entries.js';
import { STATES } from '../journal/read-journal.js';
import type { StepRef } from './events.js';
import { Pool } from './pool.js';
import type { RunState } from './run-state.js';
import { codeOf, failureOf, Stop } from './step-failure.js';

export interface NumberChange {
  readonly deleteLine: number;
  readonly number: string;
  readonly entries: readonly Entry[];
  /** The new entry of the number, and the line of the step that adds it. */
  readonly add?: (Entry & { readonly line: number }) | undefined;
}

/** Rounds beyond those that the number with the most entries needs. */
const MORE_ROUNDS = 6;

/**
 * Changes numbers of a group: reads the group, sends one request for each number that is not yet as planned, and reads
 * again. So it does not matter whether a gateway deletes one entry of a number or all of them.
 */
export async function changeNumbers(
  state: RunState,
  group: { readonly id: number; readonly name: string },
  changes: readonly NumberChange[],
): Promise<void> {
  const { journal, client, signal, dryRun, settling, concurrency } = state.parts;
  let pending = changes.filter((change) => linesOf(change).some((line) => !journal.steps.isOver(line)));
  const most = pending.reduce((count, { entries }) => Math.max(count, entries.length), 0);
  for (let round = 0; pending.length > 0; round++) {
    if (round > 2 * most + MORE_ROUNDS) throw new Stop('transient');
    if (round > 0) await settling.wait();
    const entries = new Map(pending.map(({ number }): [string, Entry[]] => [numberKey(number), []]));
    // Not aborted by the signal: a number that was begun is finished.
    await readEntries(client, group.id, entries);
    const pool = new Pool(concurrency);
    const sent: NumberChange[] = [];
    try {
      for (const change of pending) {
        const next = nextRequest(change, entries.get(numberKey(change.number)) ?? [], isBegun(state, change));
        if (next === 'nothing') finish(state, group.name, change);
        else if (next === 'skip') state.skip(refOf(group.name, change), 'entries-changed', linesOf(change));
        else if (dryRun) report(state, group.name, change);
        else {
          sent.push(change);
          await pool.add(() => request(state, group, change, next));
        }
      }
      await pool.drain();
    } catch (error) {
      // Requests in flight are finished and noted before the journal is closed.
      await pool.drain().catch(() => undefined);
      throw error;
    }
    pending = sent.filter((change) => isBegun(state, change));
    if (signal?.aborted === true && pending.length === 0) throw new Stop('interrupted', signal.reason);
  }
}

function nextRequest(
  { add, entries: before }: NumberChange,
  now: readonly Entry[],
  hasBegun: boolean,
): Entry | 'add' | 'nothing' | 'skip' {
  const wanted = add === undefined ? [] : [add.name];
  const names = namesOf(now);
  if (isSameList(names, wanted)) return 'nothing';
  const isExpected = hasBegun ? isPartOf(names, [...namesOf(before), ...wanted]) : isSameList(names, namesOf(before));
  if (!isExpected) return 'skip';
  // A number that could not be added again is not deleted.
  if (add !== undefined && internationalNumber(add.number) === undefined) return 'skip';
  // First an entry of another name: if the gateway deletes by name, the entry to keep is not deleted.
  return now.find(({ name }) => name !== add?.name) ?? now[0] ?? 'add';
}

async function request(
  state: RunState,
  group: { readonly id: number; readonly name: string },
  change: NumberChange,
  next: Entry | 'add',
): Promise<void> {
  const { journal, client, settling, signal } = state.parts;
  if (signal?.aborted === true && !isBegun(state, change)) return;
  const line = next === 'add' ? (change.add?.line ?? change.deleteLine) : change.deleteLine;
  await journal.begin(line);
  try {
    if (next === 'add') await addAgain(state, group.id, change);
    else await client.delNumber({ number: next.number, name: next.name, groupId: group.id });
  } catch (error) {
    const failure = failureOf(error);
    const isDeleted = failure.kind === 'stop' && failure.reason === 'changed' && codeOf(error) === CODES.noContact;
    if (isDeleted || failure.kind === 'exists' || failure.kind === 'postponed') return;
    if (failure.kind === 'refused') return state.failed(refOf(group.name, change), failure.code, linesOf(change));
    settling.restart();
    if (failure.kind === 'stop') throw new Stop(failure.reason, error);
  }
}

/** Adds the new entry. If the gateway refuses it, the deleted entries are added again. */
async function addAgain(
  { parts: { client } }: RunState,
  groupId: number,
  { add, entries }: NumberChange,
): Promise<void> {
  if (add === undefined) return;
  try {
    await client.addNumber({ number: add.number, name: add.name, groupId });
  } catch (error) {
    if (failureOf(error).kind !== 'refused') throw error;
    const isSame = entries.some(({ name }) => name === add.name);
    for (const { number, name } of isSame ? [] : entries) {
      await client.addNumber({ number, name, groupId }).catch((problem: unknown) => {
        const { kind } = failureOf(problem);
        if (kind !== 'refused' && kind !== 'exists') throw problem;
      });
    }
    throw error;
  }
}

/** Notes that a number is as planned: it is changed if this or an earlier run has sent a request for it. */
function finish(state: RunState, group: string, change: NumberChange): void {
  if (isBegun(state, change)) report(state, group, change);
  else state.unchanged(refOf(group, change), linesOf(change));
}

function report(state: RunState, group: string, change: NumberChange): void {
  const type = change.add === undefined ? 'number-deleted' : 'number-renamed';
  const name = change.add === undefined ? {} : { name: change.add.name };
  state.changed(type, { ...refOf(group, change), ...name }, linesOf(change));
}

function isBegun({ parts: { journal } }: RunState, change: NumberChange): boolean {
  return linesOf(change).some((line) => journal.steps.stateOf(line) === STATES.begun);
}

function linesOf({ deleteLine, add }: NumberChange): readonly number[] {
  return add === undefined ? [deleteLine] : [deleteLine, add.line];
}

function refOf(group: string, { deleteLine, number }: NumberChange): StepRef {
  return { line: deleteLine, group, number };
}
