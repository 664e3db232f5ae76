import type { PlanWarning } from '../../address-book/index.js';
import type { LinesAbove } from '../output/lines-above.js';
import type { Output } from '../output/output.js';
import type { Progress } from '../output/progress.js';
import { thousands } from '../output/text.js';

/** The number of warnings of one kind that are shown; the plan has all of them. */
const SHOWN = 10;

/** Shows the warnings of a plan while it is made, so many of each kind; machines get them as lines of the result. */
export class ShownWarnings {
  readonly #output: Output;
  readonly #progress: Progress;
  readonly #lines: LinesAbove;
  readonly #counts = new Map<PlanWarning['kind'], number>();

  /** @param output - where results go */
  constructor(output: Output, progress: Progress, lines: LinesAbove) {
    this.#output = output;
    this.#progress = progress;
    this.#lines = lines;
  }

  /** Shows one. */
  readonly show = (warning: PlanWarning): void => {
    const { kind, text, group } = warning;
    // Each of these has been told of by itself.
    if (kind === 'selection') return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > SHOWN) return;
    if (this.#output.isJson) this.#lines.print({ warning }, () => '');
    else this.#progress.note(`warning: ${text}${group === undefined ? '' : ` (${group})`}`);
  };

  /** Says how many were not shown. @param plan - the path of the plan, where there will be one */
  finish(plan: string | undefined): void {
    const more = [...this.#counts.values()].reduce((sum, count) => sum + Math.max(0, count - SHOWN), 0);
    if (more === 0) return;
    const where = plan === undefined ? '' : `; all of them are in ${plan}, in the lines that begin with {"warning"`;
    this.#progress.note(`warning: ${thousands(more)} more of these kinds${where}`);
  }
}
