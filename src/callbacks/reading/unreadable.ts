import type { CallbackError } from '../../errors/incoming-error.js';
import type { RawCallback } from './arrived.js';

/** The internal signal that a callback does not fit, with all of it that a program may want to see. */
export class Unreadable extends Error {
  override readonly name: string = 'Unreadable';
  readonly error: CallbackError;
  readonly raw: RawCallback;
  readonly filesDigest: string;
  /** Removes its files; nothing is done for those that are not there any more. */
  readonly removeFiles: () => Promise<void>;

  constructor(error: CallbackError, raw: RawCallback, filesDigest: string, removeFiles: () => Promise<void>) {
    super(error.message, { cause: error });
    this.error = error;
    this.raw = raw;
    this.filesDigest = filesDigest;
    this.removeFiles = removeFiles;
  }
}
