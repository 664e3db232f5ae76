import { invalid } from '../../options/check.js';
import type { PlanEnd, PlanLine } from './plan-lines.js';

/**
 * Counts what is in the plan of a migration. A line that was taken out of it by hand moves those after it: what would
 * be passed over without a word is refused.
 */
export class PlanCounts {
  /** The lines of groups that numbers are added to. */
  readonly #filled = new Set<number>();
  #isFilled = false;
  #conflicts = 0;
  #create = 0;
  #add = 0;
  readonly #file: string;

  /** @param file - the path of the plan */
  constructor(file: string) {
    this.#file = file;
  }

  /** @throws ValidationError for a line that does not go with those before it */
  see(value: PlanLine, line: number): void {
    if ('group' in value) {
      const { action, line: earlier = 0 } = value.group;
      if (action === 'into' && !this.#filled.has(earlier)) {
        const into = `goes into that of line ${earlier}, where there is none`;
        invalid('plan', `has in line ${line} a group that ${into}: ${this.#file}`);
      }
      this.#isFilled = action === 'create' || action === 'merge' || action === 'into';
      if (action === 'conflict') this.#conflicts += 1;
      if (action === 'create') this.#create += 1;
      if (this.#isFilled && action !== 'into') this.#filled.add(line);
    } else if ('add' in value) {
      if (!this.#isFilled) invalid('plan', `has in line ${line} a number that belongs to no group: ${this.#file}`);
      this.#add += 1;
    }
  }

  /** @throws ValidationError where the end tells of more or of less */
  check({ create, add, conflicts }: PlanEnd['end']): void {
    if (conflicts !== this.#conflicts) {
      invalid('plan', `was edited: its end tells of ${conflicts} conflicts: ${this.#file}`);
    }
    if (create === this.#create && add === this.#add) return;
    const told = `its end tells of ${create} new groups and ${add} numbers`;
    const found = `there are ${this.#create} and ${this.#add}`;
    invalid('plan', `is not whole, or was edited: ${told}, and ${found}: ${this.#file}`);
  }
}
