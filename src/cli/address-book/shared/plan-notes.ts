import type { NotCopied, PlanWarning, UnfinishedRun } from '../../../address-book/index.js';
import type { Output } from '../../output/output.js';
import type { Progress } from '../../output/progress.js';
import { LinesAbove } from '../../output/progress.js';
import { printable } from '../../output/text.js';
import { notCopiedLine } from './lines.js';

/** Prints what is reported while an account is read and a plan is created. */
export class PlanNotes {
  readonly lines: LinesAbove;
  readonly #output: Output;
  readonly #progress: Progress;

  /** @param output - where results go */
  constructor(output: Output, progress: Progress) {
    this.lines = new LinesAbove(output, progress);
    this.#output = output;
    this.#progress = progress;
  }

  readonly notCopied = (notCopied: NotCopied): void => {
    this.lines.say({ notCopied }, () => notCopiedLine(this.#output, notCopied));
  };

  readonly warning = (warning: PlanWarning): void => {
    const { text, group } = warning;
    if (this.#output.isJson) this.lines.print({ warning }, () => '');
    else this.#progress.note(`warning: ${text}${group === undefined ? '' : ` (${group})`}`);
  };

  readonly unfinished = ({ journal, ms }: UnfinishedRun): void => {
    this.#progress.note(`waiting ${seconds(ms)}: requests of ${printable(journal)} may still be executed`);
  };

  readonly locked = (holder: string): void => {
    this.#progress.note(`checking whether the process that holds the lock is running: ${printable(holder)}`);
  };

  waiting(ms: number): void {
    this.#progress.note(`waiting ${seconds(ms)} before requests with unknown outcome are looked up`);
  }

  /** Waits until all lines are printed. */
  async finish(): Promise<void> {
    await this.lines.finish();
  }
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
