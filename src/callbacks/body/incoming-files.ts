import { createHash, type Hash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ByteCollector } from '../../http-message/multipart/byte-collector.js';
import type { CallbackFile } from '../description/events.js';
import { type CallbackLimits, RefusedRequest } from './limits.js';

const CHUNK_BYTES = 65_536;

interface FileHead {
  readonly name: string;
  readonly type: string;
}

interface OpenFile {
  readonly head: FileHead;
  readonly hash: Hash;
  readonly buffered: ByteCollector;
  readonly path: string | undefined;
  handle: FileHandle | undefined;
  size: number;
}

/**
 * Writes the files of a request to a folder under random names, or keeps them in memory. Call {@link flush} between the
 * chunks of the body, so that at most one chunk is buffered.
 */
export class IncomingFiles {
  readonly #folder: string | undefined;
  readonly #limits: CallbackLimits;
  readonly #digests: string[] = [];
  readonly #files: CallbackFile[] = [];
  readonly #paths: string[] = [];
  readonly #open = new Set<FileHandle>();
  #current: OpenFile | undefined;
  #work: (() => Promise<void>)[] = [];

  constructor(folder: string | undefined, limits: CallbackLimits) {
    this.#folder = folder === undefined ? undefined : path.resolve(folder);
    this.#limits = limits;
  }

  get files(): readonly CallbackFile[] {
    return this.#files;
  }

  get digest(): string {
    return this.#digests.length === 0 ? '' : createHash('sha256').update(this.#digests.join()).digest('base64url');
  }

  begin(head: FileHead): void {
    const { files } = this.#limits;
    if (this.#files.length >= files) throw new RefusedRequest(413, `the request has more than ${files} files`);
    const name = `callback-${randomBytes(16).toString('hex')}`;
    const file: OpenFile = {
      head,
      hash: createHash('sha256'),
      buffered: new ByteCollector(),
      path: this.#folder === undefined ? undefined : path.join(this.#folder, name),
      handle: undefined,
      size: 0,
    };
    this.#current = file;
    if (file.path === undefined) return;
    const place = file.path;
    this.#work.push(async () => {
      file.handle = await open(place, 'wx', 0o600);
      this.#open.add(file.handle);
      this.#paths.push(place);
    });
  }

  /** Adds bytes to the started file; they are copied. @throws RefusedRequest if it is too large */
  add(bytes: Uint8Array): void {
    const file = this.#startedFile();
    const { fileBytes } = this.#limits;
    file.size += bytes.length;
    if (file.size > fileBytes) throw new RefusedRequest(413, `a file has more than ${fileBytes} bytes`);
    file.hash.update(bytes);
    file.buffered.add(bytes);
    if (file.path !== undefined && file.buffered.length >= CHUNK_BYTES) this.#write(file);
  }

  end(): void {
    const file = this.#startedFile();
    this.#current = undefined;
    this.#digests.push(file.hash.digest('base64url'));
    const { head, size, path: place } = file;
    this.#files.push({ ...head, size, ...(place === undefined ? { bytes: file.buffered.take() } : { path: place }) });
    if (place === undefined) return;
    this.#write(file);
    this.#work.push(async () => {
      // The service does not send it again, so it must survive a loss of power.
      await file.handle?.sync();
      await this.#close(file.handle);
    });
  }

  async flush(): Promise<void> {
    const work = this.#work;
    this.#work = [];
    for (const step of work) await step();
  }

  /** Writes the complete files, and removes an incomplete one. @throws an error of the file system */
  async keepComplete(): Promise<void> {
    await this.flush();
    const incomplete = this.#current;
    this.#current = undefined;
    if (incomplete?.path === undefined) return;
    await this.#close(incomplete.handle);
    await rm(incomplete.path, { force: true });
  }

  async remove(): Promise<void> {
    this.#work = [];
    this.#current = undefined;
    for (const handle of this.#open) await this.#close(handle).catch(() => {});
    await Promise.all(this.#paths.map((file) => rm(file, { force: true })));
  }

  async #close(handle: FileHandle | undefined): Promise<void> {
    if (handle === undefined || !this.#open.delete(handle)) return;
    await handle.close();
  }

  #write(file: OpenFile): void {
    const bytes = file.buffered.take();
    if (bytes.length > 0) this.#work.push(() => writeAll(file.handle, bytes));
  }

  #startedFile(): OpenFile {
    if (this.#current === undefined) throw new Error('no file was started');
    return this.#current;
  }
}

async function writeAll(handle: FileHandle | undefined, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle?.write(bytes.subarray(written)))?.bytesWritten ?? bytes.length;
  }
}
