import { readFileSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { systemCode } from '../../errors/system-code.js';
import { refuse } from './command-options.js';
import { EXIT } from './exit-codes.js';
import { CommandError } from './failure.js';
import { isStandardInput } from './standard-paths.js';

/** The standard input, which can be read once. */
export class StandardInput {
  readonly #signal: AbortSignal;
  #user: string | undefined;

  /** @param signal - ends the reading */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Reads it piece by piece.
   *
   * @param flag - what was given as `-`, for errors
   * @throws CommandError when something else reads it already, it cannot be read, or a signal has come
   */
  async *pieces(flag: string): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#user !== undefined) {
      refuse(`${this.#user} and ${flag}`, 'cannot both be the standard input');
    }
    this.#user = flag;
    try {
      yield* addAbortSignal(this.#signal, process.stdin) as AsyncIterable<Uint8Array>;
    } catch (error) {
      if (this.#signal.aborted) throw new CommandError('interrupted', EXIT.interrupted);
      const code = systemCode(error);
      if (code === undefined) throw error;
      refuse(flag, `cannot be read: the standard input (${code})`);
    }
  }

  /** All of it, as text. @throws CommandError as {@link pieces} does */
  async text(flag: string): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces(flag)) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  }
}

/**
 * The text of a file that an option names, or of the standard input for `-`.
 *
 * @throws CommandError that names the option, when it cannot be read
 */
export async function textIn(flag: string, file: string, input: StandardInput): Promise<string> {
  if (isStandardInput(file)) return input.text(`${flag} -`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    return refuse(flag, `cannot be read: ${file}${code === undefined ? '' : ` (${code})`}`);
  }
}
