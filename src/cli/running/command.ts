import type { Output } from '../output/output.js';
import type { Options } from './command-options.js';
import type { Environment } from './environment.js';
import type { ExitCode } from './exit-codes.js';
import type { Interruption } from './interruption.js';
import type { StandardInput } from './standard-input.js';

/** The parts of the program that a command works with. */
export interface Context {
  /** The words behind the name of the command, without the options. */
  readonly args: readonly string[];
  readonly options: Options;
  readonly environment: Environment;
  readonly input: StandardInput;
  readonly output: Output;
  readonly interruption: Interruption;
}

/** An option of a command. */
export interface CommandOption {
  /** As it is written: `--out <file>`, `--dry-run`. */
  readonly flags: string;
  readonly text: string;
  /** Lets `-` stand for the standard input or output, where the value is a path. Default: it is refused. */
  readonly standard?: true;
  /** The words that can be its value, for the completion. */
  readonly values?: readonly string[];
  /** Lets it be given several times: each time is a value of its own. Default: the last one counts. */
  readonly several?: true;
}

/** A row in the table of commands. */
export interface Command {
  /** `points`, `cassette check`. */
  readonly name: string;
  readonly summary: string;
  /** The arguments behind the name: `<plan>`, `[group]`, `<to...>`. */
  readonly args?: string;
  /** Lets `-` there stand for the standard input, where the argument is a path. Default: it is refused. */
  readonly standard?: true;
  readonly options?: readonly CommandOption[];
  readonly examples: readonly string[];
  /**
   * Lets the command go on to its end when the reader of the standard output has gone: for what changes something, and
   * what makes a file that is to be there. Default: it is ended at once.
   */
  readonly carriesOn?: true;
  readonly run: (context: Context) => Promise<ExitCode>;
}
