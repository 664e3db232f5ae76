import { numberKey } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import { type ReadBackup, readBackup } from '../backup/backup-reader.js';
import type { CorrectedGroup, PlannedCorrection } from '../correct/corrections.js';
import { Fingerprint } from '../sides/fingerprint.js';

/** A group that is deleted whole, as it must be then. */
export interface WholeGroup {
  /** The line of the plan. */
  readonly line: number;
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** Of its entries. */
  readonly numbers: number;
  readonly fingerprint: string;
}

/** The result of reading a plan of deletions. */
interface ExtrasOverview extends ReadBackup {
  readonly corrected: readonly CorrectedGroup[];
  readonly whole: readonly WholeGroup[];
}

/** Reads a plan of deletions through. @throws ValidationError when it is none, not whole, or was edited */
export async function extrasOverview(file: string): Promise<ExtrasOverview> {
  const corrected: { readonly id: number; readonly name: string; readonly corrections: PlannedCorrection[] }[] = [];
  const whole: WholeGroup[] = [];
  let names = new Map<string, string[]>();
  let isWhole = false;
  let [fingerprint, numbers] = [new Fingerprint(), 0];
  const endGroup = (): void => {
    const last = isWhole ? whole.pop() : undefined;
    if (last !== undefined) whole.push({ ...last, numbers, fingerprint: fingerprint.toString() });
  };
  const read = await readBackup(file, 'extras', {
    group: ({ id, name, info, whole: all = false }, line) => {
      endGroup();
      [names, isWhole, fingerprint, numbers] = [new Map(), all, new Fingerprint(), 0];
      if (all) whole.push({ line, id, name, info, numbers, fingerprint: '' });
      else corrected.push({ id, name, corrections: [] });
    },
    number: (entry) => {
      numbers += 1;
      if (isWhole) return fingerprint.number(entry);
      const key = numberKey(entry.number);
      const own = names.get(key) ?? [];
      names.set(key, own);
      own.push(entry.name);
    },
    correction: ({ number, name }, line) => {
      const before =
        (isWhole ? undefined : names.get(numberKey(number))) ??
        invalid('plan', `has no entries before the correction in line ${line}: ${file}`);
      names.delete(numberKey(number));
      corrected.at(-1)?.corrections.push({ line, number, name, before: [...before].sort() });
    },
  });
  endGroup();
  return { ...read, corrected, whole };
}
