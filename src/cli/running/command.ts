import type { Output } from '../output/output.js';
import type { Options } from './command-options.js';
import type { ExitCode } from './exit-codes.js';
import type { Interruption } from './interruption.js';
import type { StandardInput } from './standard-streams.js';

/** The environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Context {
  /** The arguments after the name of the command, without options. */
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
  /** Allows `-` for the standard input or output if the value is a path. */
  readonly standard?: true;
  /** The possible values, for the completion. */
  readonly values?: readonly string[];
  /** Collects the values if the option is repeated. Default: the last one is used. */
  readonly several?: true;
}

/** A command: a row of the table in `commands.ts`. */
export interface Command {
  /** `points`, `cassette check`. */
  readonly name: string;
  readonly summary: string;
  /** The arguments after the name: `<plan>`, `[group]`, `<to...>`. */
  readonly args?: string;
  /** Allows `-` for the standard input if an argument is a path. */
  readonly standard?: true;
  readonly options?: readonly CommandOption[];
  readonly examples: readonly string[];
  /** Continues if the reader of the standard output is gone: for commands that change or write something. */
  readonly carriesOn?: true;
  /** Prints the result by `context.output`. */
  readonly run: (context: Context) => Promise<ExitCode>;
}
