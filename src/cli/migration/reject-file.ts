import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { Reject } from '../../address-book/index.js';
import { destinationOf } from '../../files/destination.js';
import { fileError } from '../../files/file-error.js';
import { NewFile } from '../../files/new-file.js';
import { APPEND, APPEND_NEW, OWN } from '../../files/own-file.js';
import { type OutFile, standardOutFile } from '../output/out-file.js';
import type { Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { isStandardOutput } from '../running/standard-paths.js';

/** A destination of rows. */
interface Sink {
  write(line: string): void;
  finish(): Promise<void>;
  /** Removes what was begun anew. */
  giveUp(): Promise<void>;
}

/** The file of the rows that are not taken. */
export class RejectFile {
  readonly file: string;
  readonly #sink: Sink;
  #count: number;

  private constructor(file: string, sink: Sink, count: number) {
    this.file = file;
    this.#sink = sink;
    this.#count = count;
  }

  /**
   * @param isResumed - whether the rows were read by an earlier run, and the file is not begun anew
   * @throws CommandError where it would be begun anew in the place of another file, without `--force`
   */
  static async open({ options, output, interruption }: Context, file: string, isResumed: boolean): Promise<RejectFile> {
    if (isStandardOutput(file)) return new RejectFile(file, streamSink(standardOutFile(output)), 0);
    const { kind } = await destinationOf(file);
    if (kind !== 'free' && kind !== 'taken') {
      const { signal } = interruption;
      return new RejectFile(file, streamSink(await NewFile.open(file, { option: '--rejects', signal })), 0);
    }
    if (kind === 'taken' && !isResumed && !options.has('--force')) {
      refuse('--rejects', `is there already: ${file}; it is replaced only with --force`);
    }
    const count = kind === 'taken' && isResumed ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
    return new RejectFile(file, fileSink(file, isResumed), count);
  }

  /** The number of rows in the file. */
  get count(): number {
    return this.#count;
  }

  add({ line, reason, text }: Reject): void {
    this.#sink.write(`${JSON.stringify({ line, reason, text })}\n`);
    this.#count += 1;
  }

  /** Waits until all rows are written. */
  async finish(): Promise<void> {
    await this.#sink.finish();
  }

  /** Removes it where this run has begun it: without a plan the next one begins anew, too. */
  async giveUp(): Promise<void> {
    await this.#sink.giveUp();
  }
}

/** A file that is made with its first row; one that was there before is gone when the rows are all read. */
function fileSink(file: string, isResumed: boolean): Sink {
  let descriptor: number | undefined;
  const open = (): number => {
    if (!isResumed) rmSync(file, { force: true });
    return openSync(file, isResumed ? APPEND : APPEND_NEW, OWN);
  };
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
  };
  return {
    write: (line) => {
      try {
        descriptor ??= open();
        const bytes = Buffer.from(line, 'utf8');
        for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      } catch (error) {
        throw fileError(error, file);
      }
    },
    finish: async () => {
      if (descriptor === undefined && !isResumed) rmSync(file, { force: true });
      close();
    },
    giveUp: async () => {
      close();
      if (descriptor !== undefined && !isResumed) rmSync(file, { force: true });
    },
  };
}

/** Makes a destination that writes rows in its own time: they wait for it in memory. */
function streamSink(stream: OutFile): Sink {
  let written = Promise.resolve();
  return {
    write: (line) => {
      written = written.then(() => stream.write(line));
      // An error is seen at the end.
      written.catch(() => undefined);
    },
    finish: async () => {
      await written;
      await stream.finish();
    },
    giveUp: () => stream.giveUp(),
  };
}
