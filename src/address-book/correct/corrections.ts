import { numberKey } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import { type ReadBackup, readBackup } from '../backup/backup-reader.js';

/** A change of the entries of a number. */
export interface PlannedCorrection {
  /** The line of the plan. */
  readonly line: number;
  readonly number: string;
  /** The name of its one entry; `undefined` where none is to be left. */
  readonly name: string | undefined;
  /** The names of its entries when the plan was made, in the order of texts. */
  readonly before: readonly string[];
}

/** A group, and what is corrected in it. */
export interface CorrectedGroup {
  readonly id: number;
  readonly name: string;
  readonly corrections: readonly PlannedCorrection[];
}

/** The result of reading a plan of corrections. */
export interface CorrectionOverview extends ReadBackup {
  readonly groups: readonly CorrectedGroup[];
}

/** Reads a plan of corrections through. @throws ValidationError when it is none, not whole, or was edited */
export async function correctionOverview(file: string): Promise<CorrectionOverview> {
  const groups: { readonly id: number; readonly name: string; readonly corrections: PlannedCorrection[] }[] = [];
  let names = new Map<string, string[]>();
  const read = await readBackup(file, 'corrections', {
    group: ({ id, name }) => {
      names = new Map();
      groups.push({ id, name, corrections: [] });
    },
    number: ({ number, name }) => {
      const key = numberKey(number);
      const own = names.get(key) ?? [];
      names.set(key, own);
      own.push(name);
    },
    correction: ({ number, name }, line) => {
      const before =
        names.get(numberKey(number)) ??
        invalid('plan', `has no entries before the correction in line ${line}: ${file}`);
      groups.at(-1)?.corrections.push({ line, number, name, before: [...before].sort() });
    },
  });
  return { ...read, groups };
}
