import type { BackupGroup, BackupNumber, Correction } from '../../address-book/backup/backup-lines.js';
import { readBackup } from '../../address-book/backup/backup-reader.js';
import { readPlan } from '../../address-book/plan/plan-file.js';
import type { PlanLine } from '../../address-book/plan/plan-lines.js';
import type { Output } from './output.js';
import { printable } from './text.js';

type GroupOrNumber = Extract<PlanLine, { readonly group: unknown } | { readonly add: unknown }>;

/** The word for what becomes of a group of the source. */
const ACTIONS = { create: '+ group', merge: '= group', into: '= group', skip: '  skipped', conflict: '! conflict' };

/**
 * Prints each change that a plan of a migration would make: to people a line, to machines the line of the plan.
 *
 * @param isBrief - whether a group that is there is left out where it gets no numbers
 */
export async function listPlan(output: Output, file: string, isBrief: boolean = false): Promise<void> {
  let group = '';
  let waiting: GroupOrNumber | undefined;
  const print = (value: GroupOrNumber): Promise<void> => output.result(value, () => textOf(value, group));
  for await (const { value } of readPlan(file)) {
    if ('group' in value) {
      group = value.group.as ?? value.group.name;
      const isThere = value.group.action === 'merge' || value.group.action === 'into';
      waiting = isBrief && isThere ? value : undefined;
      if (waiting === undefined) await print(value);
    } else if ('add' in value) {
      if (waiting !== undefined) await print(waiting);
      waiting = undefined;
      await print(value);
    }
  }
}

/** Prints each change that a plan of deletions would make, in the same way. */
export async function listDeletions(output: Output, file: string): Promise<void> {
  let isWhole = false;
  let group = '';
  // They are read without a pause: what is printed waits behind them.
  let printing: Promise<void> = Promise.resolve();
  const print = (value: BackupGroup | BackupNumber | Correction, line: string): void => {
    printing = printing.then(() => output.result(value, () => line));
  };
  await readBackup(file, 'extras', {
    group: (value) => {
      [isWhole, group] = [value.whole === true, value.name];
      if (isWhole) print(value, changeLine('- group', { group }));
    },
    number: (value) => {
      const { number, name } = value;
      if (isWhole) print(value, changeLine('- number', { group, number, name }));
    },
    correction: (value) => {
      const { number, name } = value;
      print(value, changeLine(name === undefined ? '- number' : '~ name', { group, number, name }));
    },
  });
  await printing;
}

/** A change as a line: a mark that says what it is, and the group, or a number in it with the name that it has. */
export function changeLine(
  mark: string,
  {
    group,
    number,
    name,
  }: { readonly group: string; readonly number?: string | undefined; readonly name?: string | undefined },
): string {
  if (number === undefined) return `${mark}\t${printable(group)}`;
  const named = name === undefined ? [] : [name === '' ? '(no name)' : name];
  return [mark, number, ...named, `in ${group}`].map(printable).join('\t');
}

function textOf(value: GroupOrNumber, group: string): string {
  if ('add' in value) return changeLine('+ number', { group, ...value.add });
  return changeLine(ACTIONS[value.group.action], { group });
}
