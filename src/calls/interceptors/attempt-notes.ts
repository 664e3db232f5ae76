import { isSmsServiceError } from '../../errors/errors.js';

const NOTES: unique symbol = Symbol('notes of an attempt');

/** Facts about an attempt that failed, besides its error. */
export interface AttemptNotes {
  /** The time at which its request began, by `performance.now()`: after it had had its turn. */
  readonly beganAt: number;
  /**
   * The gateway had refused it as too much, and the client slows down for that: how long no request begins now, in
   * milliseconds. The next attempt of the call is let in when the gateway may take it again, and before others.
   */
  readonly heldMs?: number | undefined;
}

/** Notes in an error what is known of its attempt; those of others are left alone. */
export function noteAttempt(error: unknown, notes: AttemptNotes): void {
  if (isSmsServiceError(error)) Object.defineProperty(error, NOTES, { value: notes, configurable: true });
}

/** Reads the notes of the attempt that an error ended. */
export function notesOf(error: unknown): AttemptNotes | undefined {
  return isSmsServiceError(error) ? (error as { readonly [NOTES]?: AttemptNotes })[NOTES] : undefined;
}
