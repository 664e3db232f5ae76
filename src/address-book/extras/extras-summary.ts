import { readBackup } from '../backup/backup-reader.js';

/** The size of a plan of deletions. */
export interface ExtrasSummary {
  /** Groups that are deleted whole. */
  readonly groups: number;
  /** Numbers of other groups of which entries are deleted, or that get another name. */
  readonly corrections: number;
  /** Entries that will be there no more. */
  readonly entries: number;
}

/** Reads how much a plan of deletions has. @throws ValidationError when it is none, not whole, or was edited */
export async function extrasSummary(file: string): Promise<ExtrasSummary> {
  let [groups, corrections, entries] = [0, 0, 0];
  await readBackup(file, 'extras', {
    group: ({ whole = false }) => {
      groups += whole ? 1 : 0;
    },
    number: () => {
      entries += 1;
    },
    correction: ({ name }) => {
      corrections += 1;
      // One of its entries is there again.
      if (name !== undefined) entries -= 1;
    },
  });
  return { groups, corrections, entries };
}
