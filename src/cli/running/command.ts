import type { Output } from '../output/output.js';
import type { Environment } from './environment.js';
import type { ExitCode } from './exit-codes.js';
import type { Interruption } from './interruption.js';
import type { Options } from './options.js';
import type { StandardInput } from './standard-input.js';

/** What a command runs with. */
export interface Context {
  /** What stands behind its name, without the options. */
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
  /** Whether `-` stands for the standard input or output, where it is a path. Default: it is refused. */
  readonly standard?: true;
}

/** A row in the table of commands. */
export interface Command {
  /** `points`, `cassette check`. */
  readonly name: string;
  readonly summary: string;
  /** What stands behind the name: `<plan>`, `[group]`, `<to...>`. */
  readonly args?: string;
  /** Whether `-` there stands for the standard input, where it is a path. Default: it is refused. */
  readonly standard?: true;
  readonly options?: readonly CommandOption[];
  readonly examples: readonly string[];
  /**
   * Whether it goes on to its end when the reader of the standard output has gone: what changes something, and what
   * makes a file that is to be there. Default: it is ended at once.
   */
  readonly carriesOn?: true;
  readonly run: (context: Context) => Promise<ExitCode>;
}
