import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { systemCode } from '../../errors/system-code.js';
import { asideName, isAsideOf } from '../../files/aside.js';
import { syncFolderOf } from '../../files/place.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { readSteps } from '../journal/read-steps.js';
import { STATES } from '../journal/steps.js';
import { type MigrationOverview, migrationOverview } from '../plan/overview.js';
import { readPlan } from '../plan/plan-file.js';
import { defaultJournal, furtherPlan, furtherPlans, isFile, journalOf, roundsOf } from '../plan/plan-journal.js';

/** The state of the plan of an earlier import. */
export type EarlierState = 'not begun' | 'over' | 'begun';

const JOURNAL = '.journal';
const IN_USE = 'is not set aside: another run has it';

type EarlierPlan = Pick<MigrationOverview, 'lines' | 'hash' | 'end'>;

function hasNoSteps({ end }: Pick<MigrationOverview, 'end'>): boolean {
  return end.create + end.add === 0;
}

/**
 * Tells how far the plan of an earlier import has come; where the rest of it was planned anew, how far the last plan
 * has. One whose journal has another name is never over.
 */
export async function stateOfEarlier(plan: string, overview: EarlierPlan): Promise<EarlierState> {
  const last = furtherPlans(plan).at(-1);
  if (last === undefined) return stateOf(plan, overview);
  return (await stateOf(last, await migrationOverview(last))) === 'over' ? 'over' : 'begun';
}

async function stateOf(plan: string, overview: EarlierPlan): Promise<EarlierState> {
  if (hasNoSteps(overview)) return 'over';
  const journal = journalOf(plan);
  if (journal === undefined) return 'not begun';
  if (journal !== defaultJournal(plan) || !isFile(journal)) return 'begun';
  const steps = readSteps(journal, overview);
  if (steps.isFresh) return 'not begun';
  const isOver = (line: number): boolean => steps.stateOf(line) === STATES.done || isRefused(line);
  const isRefused = (line: number): boolean => steps.stateOf(line) === STATES.rejected;
  let ofRefused = false;
  for await (const { line, value } of readPlan(plan)) {
    if ('group' in value) {
      const isMade = value.group.action === 'create';
      // No number can be added to a group that the gateway refuses.
      ofRefused = isRefused(isMade ? line : (value.group.line ?? 0));
      if (isMade && !isOver(line)) return 'begun';
    } else if ('add' in value && !ofRefused && !isOver(line)) return 'begun';
  }
  return 'over';
}

/** What has become of an earlier plan: its name now, where it has one. */
export type SetAside = { readonly isBegun: true } | { readonly isBegun: false; readonly aside: string | undefined };

/**
 * Gives the plan of an earlier import, and its journal, another name: it stays, and no longer stands in the way. One
 * that has no steps is taken away: there is nothing that it could tell.
 *
 * @throws FileLockedError when another run has it
 */
export async function setEarlierAside(
  plan: string,
  overview: EarlierPlan,
  signal: AbortSignal | undefined,
): Promise<SetAside> {
  const journal = defaultJournal(plan);
  const locks = [await lockedForJournal(realpathSync(plan), IN_USE, { signal })];
  try {
    // Of a run that plans anew what no longer fits.
    locks.push(await lockedForJournal(roundsOf(plan), IN_USE, { signal }));
    locks.push(await lockedForJournal(journal, IN_USE, { signal }));
    if ((await stateOfEarlier(plan, overview)) === 'begun') return { isBegun: true };
    if (hasNoSteps(overview)) {
      for (const file of [journal, plan]) rmSync(file, { force: true });
      return { isBegun: false, aside: undefined };
    }
    const aside = asideName(plan, [JOURNAL]);
    // The last first: a process that is killed meanwhile leaves plans that are gone on with, and add nothing.
    for (const [index, further] of [...furtherPlans(plan).entries()].reverse()) {
      const name = furtherPlan(aside, index + 2);
      if (existsSync(further + JOURNAL)) renameSync(further + JOURNAL, name + JOURNAL);
      renameSync(further, name);
    }
    // A link is moved alone: its journal is with the file that it leads to.
    const isMoved = existsSync(journal) && !lstatSync(plan).isSymbolicLink();
    if (isMoved) second(journal, aside + JOURNAL);
    renameSync(plan, aside);
    if (isMoved) rmSync(journal);
    await syncFolderOf(plan);
    return { isBegun: false, aside };
  } finally {
    for (const lock of locks.reverse()) lock.release();
  }
}

/** Gives a file a second name, or makes a copy where that cannot be. */
function second(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw error;
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
}

/** Ends setting aside what a killed process has begun to: its plan has gone, and the journal is there twice. */
export function endSettingAside(plan: string): void {
  const journal = `${plan}${JOURNAL}`;
  if (existsSync(plan) || !isFile(journal)) return;
  const folder = path.dirname(plan);
  const content = readFileSync(journal);
  const isTwice = readdirSync(folder).some((name) => {
    const aside = path.join(folder, name.slice(0, -JOURNAL.length));
    if (!name.endsWith(JOURNAL) || !isAsideOf(aside, plan) || !existsSync(aside)) return false;
    return readFileSync(aside + JOURNAL).equals(content);
  });
  if (isTwice) rmSync(journal);
}
