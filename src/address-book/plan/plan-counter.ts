import { createHash } from 'node:crypto';
import { numberKey } from '../../domain/phone-number.js';
import type { PlanLine, PlanSummary, PlanTrailer } from './plan-lines.js';

/** Counts and hashes the lines of a plan, as they are written or read. */
export class PlanCounter {
  readonly #hash = createHash('sha256');
  readonly #counts = {
    addGroups: 0,
    addNumbers: 0,
    deleteGroups: 0,
    deleteNumbers: 0,
    renameNumbers: 0,
    deletedEntries: 0,
    unchanged: 0,
    notCopied: 0,
    warnings: 0,
  };
  /** The number that the line above deletes. */
  #deleted: string | undefined;

  /** @param text - the line as it is in the file, with its line break */
  add(line: PlanLine, text: string): void {
    this.#hash.update(text);
    const deleted = this.#deleted;
    this.#deleted = undefined;
    const counts = this.#counts;
    if ('addGroup' in line) counts.addGroups += 1;
    else if ('addNumber' in line) {
      counts.addNumbers += 1;
      if (deleted === numberKey(line.addNumber.number)) {
        counts.renameNumbers += 1;
        counts.deletedEntries -= 1;
      }
    } else if ('deleteNumber' in line) {
      counts.deleteNumbers += 1;
      counts.deletedEntries += line.deleteNumber.entries.length;
      this.#deleted = numberKey(line.deleteNumber.number);
    } else if ('deleteGroup' in line) counts.deleteGroups += 1;
    else if ('entry' in line) counts.deletedEntries += 1;
    else if ('notCopied' in line) counts.notCopied += 1;
    else if ('warning' in line) counts.warnings += 1;
  }

  /** Counts an entry that needs no step. */
  unchanged(): void {
    this.#counts.unchanged += 1;
  }

  get summary(): PlanSummary {
    return { ...this.#counts };
  }

  /** Returns the hash of all lines and of the facts in the last one. No line can be added after that. */
  digest(facts: Omit<PlanTrailer, 'sha256'>): string {
    return this.#hash.update(JSON.stringify(facts)).digest('hex');
  }
}
