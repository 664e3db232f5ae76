import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AbortedError } from '../errors/errors.js';
import { systemCode } from '../errors/service-error.js';
import { checkFilled, invalid } from '../options/check.js';
import { destinationOf } from './destination.js';
import { namingFile } from './file-error.js';
import { OWNER_ONLY } from './own-file.js';
import { placeNew, placeOver, syncFolderOf } from './place.js';

const PIECE = 65_536;
/** The pauses between two attempts to open a pipe without a reader, and to write to a full pipe, in milliseconds. */
const [READER_MS, ROOM_MS] = [50, 2];
/** A pipe that blocks a thread would keep the process from ending. */
const AS_IT_IS = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

export interface NewFileOptions {
  readonly option: string;
  /** Replaces an existing file. Default: false. */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The temporary path of a file, and the path that it gets at its end. */
interface Naming {
  readonly temporary: string;
  readonly file: string;
}

/**
 * A file that appears under its name only when it is complete. Only its owner can read it. It is written to a temporary
 * file in the same folder first; pipes and devices are written directly. After an error of any method, call {@link
 * giveUp}.
 */
export class NewFile {
  readonly #path: string;
  readonly #options: NewFileOptions;
  readonly #handle: FileHandle;
  #naming: Naming | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  private constructor(file: string, options: NewFileOptions, handle: FileHandle, naming?: Naming) {
    this.#path = file;
    this.#options = options;
    this.#handle = handle;
    this.#naming = naming;
  }

  /**
   * Opens a new file.
   *
   * @throws ValidationError for a folder, and without `force` for an existing file
   * @throws AbortedError if `signal` ends waiting for the reader of a pipe
   * @throws a system error that names the file
   */
  static async open(file: string, options: NewFileOptions): Promise<NewFile> {
    const { option, force = false } = options;
    checkFilled(file, option);
    if (file.endsWith('/')) invalid(option, `is a folder: ${file}`);
    return namingFile(file, async () => {
      const found = await destinationOf(file);
      switch (found.kind) {
        case 'folder':
        case 'socket':
          return invalid(option, `is a ${found.kind}: ${file}`);
        case 'pipe':
          return new NewFile(file, options, await openPipe(file, options));
        case 'device':
          return new NewFile(file, options, await open(file, AS_IT_IS));
        case 'taken':
          if (!force) return refuseTaken(file, option);
      }
      const temporary = temporaryOf(found.file);
      const handle = await open(temporary, 'wx', OWNER_ONLY);
      return new NewFile(file, options, handle, { temporary, file: found.file });
    });
  }

  /** Adds to it. It may be on the disk only when {@link finish} has ended. */
  async write(piece: string | Uint8Array): Promise<void> {
    // A copy: the caller may use its own again.
    const bytes = Buffer.from(piece);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= PIECE) await namingFile(this.#path, () => this.#flush());
  }

  /**
   * Syncs the file and gives it its name.
   *
   * @throws ValidationError if the name was taken by another file
   */
  async finish(): Promise<void> {
    const { option, force = false } = this.#options;
    await namingFile(this.#path, async () => {
      await this.#flush();
      const naming = this.#naming;
      if (naming === undefined) return this.#handle.close();
      await this.#handle.sync();
      await this.#handle.close();
      const place = force ? placeOver : placeNew;
      if (!(await place(naming.temporary, naming.file))) refuseTaken(this.#path, option);
      this.#naming = undefined;
      await syncFolderOf(naming.file);
    });
  }

  async giveUp(): Promise<void> {
    this.#waiting = [];
    // An error does not matter: the file is removed.
    await this.#handle.close().catch(() => undefined);
    const naming = this.#naming;
    this.#naming = undefined;
    if (naming !== undefined) await rm(naming.temporary, { force: true });
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let written = 0; written < bytes.length; ) {
      try {
        written += (await this.#handle.write(bytes.subarray(written))).bytesWritten;
      } catch (error) {
        if (systemCode(error) !== 'EAGAIN') throw error;
        await pause(ROOM_MS, this.#options.signal);
      }
    }
  }
}

function refuseTaken(file: string, option: string): never {
  return invalid(option, `already exists: ${file}. To replace it, use force`);
}

function temporaryOf(file: string): string {
  const name = [...path.basename(file)].slice(0, 40).join('');
  return path.join(path.dirname(file), `.${name}.${randomBytes(8).toString('hex')}.part`);
}

async function openPipe(file: string, { signal }: NewFileOptions): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(file, AS_IT_IS);
    } catch (error) {
      if (systemCode(error) !== 'ENXIO') throw error;
    }
    await pause(READER_MS, signal);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) throw new AbortedError('aborted by the caller', 'not-sent', { cause: signal.reason });
  await sleep(ms);
}
