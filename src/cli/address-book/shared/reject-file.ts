import { rm } from 'node:fs/promises';
import type { Reject } from '../../../address-book/index.js';
import { type OutFile, standardOutFile } from '../../output/output.js';
import type { Context } from '../../running/command.js';
import { isStandardOutput } from '../../running/standard-streams.js';
import { openOverEarlier } from './earlier-file.js';

/**
 * The file of the rows that an import rejects. Each import replaces that of an earlier one; without rows there is
 * none.
 */
export class RejectFile {
  readonly file: string;
  readonly #out: OutFile;
  /** True if an earlier file exists. */
  readonly #isReplaced: boolean;
  #count = 0;
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string, out: OutFile, isReplaced: boolean) {
    this.file = file;
    this.#out = out;
    this.#isReplaced = isReplaced;
  }

  /** @throws CommandError without `--force` if another file exists */
  static async open(context: Context, file: string): Promise<RejectFile> {
    if (isStandardOutput(file)) return new RejectFile(file, standardOutFile(context.output), false);
    const options = { option: '--rejects', begin: '{"line":', force: context.options.has('--force') };
    const { out, isReplaced } = await openOverEarlier(context, file, options);
    return new RejectFile(file, out, isReplaced);
  }

  /** The number of rows. */
  get count(): number {
    return this.#count;
  }

  add({ line, reason, text }: Reject): void {
    this.#count += 1;
    this.#written = this.#written.then(() => this.#out.write(`${JSON.stringify({ line, reason, text })}\n`));
    // An error is thrown at the end.
    this.#written.catch(() => undefined);
  }

  /** Waits until all rows are written. */
  async finish(): Promise<void> {
    await this.#written;
    if (this.#count > 0) return this.#out.finish();
    await this.#out.giveUp();
    if (this.#isReplaced) await rm(this.file, { force: true });
  }

  /** Leaves an earlier file as it is. */
  async giveUp(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#out.giveUp();
  }
}
