import { systemCode } from '../../errors/system-code.js';
import { EXIT, type ExitCode } from './exit-codes.js';

/** The standard output, whose reader may have had enough (head, less), or whose disk may be full. */
export class StandardOutput {
  readonly #tell: (message: string) => ExitCode;
  #carriesOn = false;
  #problem: string | undefined;

  /**
   * Looks after the standard output and the standard error, until the process ends.
   *
   * @param tell - tells the person who runs the command what is wrong, and gives the exit code of it
   */
  constructor(tell: (message: string) => ExitCode) {
    this.#tell = tell;
    process.stdout.on('error', (error: Error) => this.#fail(systemCode(error) ?? error.name));
    // An error that cannot be told there is told by the exit code.
    process.stderr.on('error', () => undefined);
  }

  /** From now on the command is not ended in the middle: it changes something. */
  carryOn(): void {
    this.#carriesOn = true;
  }

  /** Returns the exit code of the process. @param found - what the command has found */
  exitCode(found: ExitCode): ExitCode {
    if (this.#problem === undefined || this.#problem === 'EPIPE' || found !== EXIT.done) return found;
    return this.#report(this.#problem);
  }

  #fail(code: string): void {
    if (this.#carriesOn) this.#problem ??= code;
    else process.exit(code === 'EPIPE' ? EXIT.noReader : this.#report(code));
  }

  // Not the code that asks to be run again: what was to be sent may have been sent.
  #report(code: string): ExitCode {
    return this.#tell(`the result cannot be written (${code}); what was asked for may have been done`);
  }
}
