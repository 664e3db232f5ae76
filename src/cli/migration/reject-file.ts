import { closeSync, existsSync, lstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { Reject } from '../../address-book/index.js';
import { setAside } from '../../files/aside.js';
import { destinationOf } from '../../files/destination.js';
import { fileError } from '../../files/file-error.js';
import { parsedObject } from '../../files/json.js';
import { NewFile } from '../../files/new-file.js';
import { APPEND_NEW, OWN } from '../../files/own-file.js';
import { type OutFile, standardOutFile } from '../output/out-file.js';
import type { Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { isStandardOutput } from '../running/standard-paths.js';

/** A destination of rows. */
interface Sink {
  /** The number of rows that an earlier run has written. */
  earlier(): number;
  write(line: string): void;
  /** @param isResumed - whether the rows are those of an earlier run */
  finish(isResumed: boolean): Promise<void>;
  /** Removes what was begun anew. */
  giveUp(): Promise<void>;
}

/** The file of the rows that are not taken. */
export class RejectFile {
  readonly file: string;
  readonly #sink: Sink;
  #count = 0;
  #isResumed: boolean;

  private constructor(file: string, sink: Sink, isResumed: boolean) {
    this.file = file;
    this.#sink = sink;
    this.#isResumed = isResumed;
  }

  /**
   * @param isResumed - whether the rows were read by an earlier run, and the file is not begun anew
   * @throws CommandError where it would be begun anew in the place of another file, without `--force`
   */
  static async open({ options, output, interruption }: Context, file: string, isResumed: boolean): Promise<RejectFile> {
    if (isStandardOutput(file)) return new RejectFile(file, streamSink(standardOutFile(output)), isResumed);
    const { kind } = await destinationOf(file);
    if (kind !== 'free' && kind !== 'taken') {
      const { signal } = interruption;
      const opened = await NewFile.open(file, { option: '--rejects', signal });
      return new RejectFile(file, streamSink(opened), isResumed);
    }
    const isForced = options.has('--force');
    if (kind === 'taken' && !isForced && !isOfRejects(file)) {
      refuse('--rejects', `is there already: ${file}; it is replaced only with --force`);
    }
    return new RejectFile(file, new FileSink(file, isForced), isResumed);
  }

  /** Begins it anew: the plan of the earlier run is over. */
  beginAnew(): void {
    this.#isResumed = false;
  }

  /** The number of rows in the file. */
  get count(): number {
    return this.#isResumed ? this.#sink.earlier() : this.#count;
  }

  add({ line, reason, text }: Reject): void {
    this.#sink.write(`${JSON.stringify({ line, reason, text })}\n`);
    this.#count += 1;
  }

  /** Waits until all rows are written. */
  async finish(): Promise<void> {
    await this.#sink.finish(this.#isResumed);
  }

  /** Removes it where this run has begun it: without a plan the next one begins anew, too. */
  async giveUp(): Promise<void> {
    await this.#sink.giveUp();
  }
}

/** A file that is made with its first row; that of an earlier import gets another name before. */
class FileSink implements Sink {
  readonly #file: string;
  readonly #isForced: boolean;
  #descriptor: number | undefined;

  constructor(file: string, isForced: boolean) {
    this.#file = file;
    this.#isForced = isForced;
  }

  earlier(): number {
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n').length - 1 : 0;
  }

  write(line: string): void {
    try {
      this.#descriptor ??= this.#open();
      const bytes = Buffer.from(line);
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      throw fileError(error, this.#file);
    }
  }

  async finish(isResumed: boolean): Promise<void> {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    else if (!isResumed) this.#makeRoom();
  }

  async giveUp(): Promise<void> {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    rmSync(this.#file, { force: true });
  }

  #open(): number {
    this.#makeRoom();
    return openSync(this.#file, APPEND_NEW, OWN);
  }

  #makeRoom(): void {
    if (this.#isForced) rmSync(this.#file, { force: true });
    else setAside(this.#file);
  }
}

/** Tells whether a file is one of rejects, of an earlier import: no link, and empty or with such a row. */
function isOfRejects(file: string): boolean {
  if (lstatSync(file).isSymbolicLink()) return false;
  const [line = ''] = readFileSync(file, 'utf8').split('\n', 1);
  return line === '' || Object.keys(parsedObject(line)).join() === 'line,reason,text';
}

/** Makes a destination that writes rows in its own time: they wait for it in memory. */
function streamSink(stream: OutFile): Sink {
  let written = Promise.resolve();
  return {
    earlier: () => 0,
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
