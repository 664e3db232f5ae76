import { type ReadBackup, readBackup } from '../backup/backup-reader.js';
import { Fingerprint } from '../sides/fingerprint.js';

/** A group that is deleted, as it must be then. */
export interface RemovedGroup {
  /** The line of the plan. */
  readonly line: number;
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** Its name in the target, and the ids that it has there. */
  readonly as: string;
  readonly targetIds: readonly number[];
  /** Of its entries. */
  readonly numbers: number;
  readonly fingerprint: string;
}

/** The result of reading a plan of removal. */
export interface RemovalOverview extends ReadBackup {
  readonly groups: readonly RemovedGroup[];
}

/** Reads a plan of removal through. @throws ValidationError when it is none, not whole, or was edited */
export async function removalOverview(file: string): Promise<RemovalOverview> {
  const groups: RemovedGroup[] = [];
  let [fingerprint, numbers] = [new Fingerprint(), 0];
  const endGroup = (): void => {
    const last = groups.pop();
    if (last !== undefined) groups.push({ ...last, numbers, fingerprint: fingerprint.toString() });
  };
  const read = await readBackup(file, 'removal', {
    group: ({ id, name, info, as = name, targetIds = [] }, line) => {
      endGroup();
      [fingerprint, numbers] = [new Fingerprint(), 0];
      groups.push({ line, id, name, info, as, targetIds, numbers, fingerprint: '' });
    },
    number: (entry) => {
      numbers += 1;
      fingerprint.number(entry);
    },
  });
  endGroup();
  return { ...read, groups };
}
