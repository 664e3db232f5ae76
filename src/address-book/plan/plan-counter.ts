import { createHash } from 'node:crypto';
import { numberKey } from '../../domain/phone-number.js';
import { PLAN_COUNTS, type PlanLine, type PlanSummary, type PlanTrailer } from './plan-lines.js';

/** Counts and hashes the lines of a plan, as they are written or read. */
export class PlanCounter {
  readonly #hash = createHash('sha256');
  readonly #counts = Object.fromEntries(PLAN_COUNTS.map((name) => [name, 0])) as Record<keyof PlanSummary, number>;
  #deleted: string | undefined;

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

  unchanged(): void {
    this.#counts.unchanged += 1;
  }

  get summary(): PlanSummary {
    return { ...this.#counts };
  }

  digest(facts: Omit<PlanTrailer, 'sha256'>): string {
    return this.#hash.update(JSON.stringify(facts)).digest('hex');
  }
}
