import { readFileSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { systemCode } from '../../errors/service-error.js';
import { CommandError, EXIT, type ExitCode, refuse } from './failure.js';

export function isStandardInput(file: string): boolean {
  return file === '-' || file === '/dev/stdin';
}

export function isStandardOutput(file: string): boolean {
  return file === '-' || file === '/dev/stdout';
}

export class StandardInput {
  readonly #signal: AbortSignal;
  #user: string | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

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

  /** Reads all of it as text. @throws CommandError as {@link pieces} does */
  async text(flag: string): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces(flag)) pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
  }
}

export async function textIn(flag: string, file: string, input: StandardInput): Promise<string> {
  if (isStandardInput(file)) return input.text(`${flag} -`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    return refuse(flag, `cannot be read: ${file}${code === undefined ? '' : ` (${code})`}`);
  }
}

/** The standard output, whose reader may be gone (head, less) or whose disk may be full. */
export class StandardOutput {
  readonly #report: (message: string) => ExitCode;
  #carriesOn = false;
  #problem: string | undefined;

  /**
   * Handles errors of the standard output and the standard error until the process ends.
   *
   * @param report - prints a problem and returns its exit code
   */
  constructor(report: (message: string) => ExitCode) {
    this.#report = report;
    process.stdout.on('error', (error: Error) => this.#fail(systemCode(error) ?? error.name));
    // The exit code still reports the error.
    process.stderr.on('error', () => undefined);
  }

  carryOn(): void {
    this.#carriesOn = true;
  }

  exitCode(found: ExitCode): ExitCode {
    if (this.#problem === undefined || this.#problem === 'EPIPE' || found !== EXIT.done) return found;
    return this.#reportProblem(this.#problem);
  }

  #fail(code: string): void {
    if (this.#carriesOn) this.#problem ??= code;
    else process.exit(code === 'EPIPE' ? EXIT.noReader : this.#reportProblem(code));
  }

  // The exit code does not ask to run the command again: a message may have been sent.
  #reportProblem(code: string): ExitCode {
    return this.#report(`the result cannot be written (${code}); the command may have been carried out`);
  }
}
