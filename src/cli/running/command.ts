import type { Output, OutputOptions } from '../output/output.js';
import { type ExitCode, refuse } from './failure.js';
import type { Interruption } from './interruption.js';
import type { StandardInput } from './standard-streams.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Context {
  /** All commands. */
  readonly commands: readonly Command[];
  readonly args: readonly string[];
  readonly options: Options;
  readonly environment: Environment;
  readonly input: StandardInput;
  readonly output: Output;
  readonly interruption: Interruption;
}

export interface CommandOption {
  /** As it is written: `--out <file>`, `--dry-run`. */
  readonly flags: string;
  readonly text: string;
  readonly standard?: true;
  readonly values?: readonly string[];
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
  /** Prints the results through `output`. */
  readonly run: (context: Context) => Promise<ExitCode>;
}

export const OUTPUT_OPTIONS: readonly CommandOption[] = [
  { flags: '--quiet', text: 'print errors and requested results only' },
  {
    flags: '--progress <form>',
    text: 'json: print progress and notes as JSON Lines (default: a bar on a terminal, otherwise lines)',
    values: ['json'],
  },
  { flags: '--json', text: 'print results as JSON; lists as JSON Lines' },
];

export function outputOptionsOf(options: Options): OutputOptions {
  const isJsonProgress = options.oneOf('--progress', ['json']) !== undefined;
  return { isJson: options.has('--json'), isQuiet: options.has('--quiet'), isJsonProgress };
}

export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(flag: string): boolean {
    return this.#values[nameOf(flag)] === true;
  }

  text(flag: string): string | undefined {
    const value = this.#values[nameOf(flag)];
    return typeof value === 'string' ? value : undefined;
  }

  all(flag: string): readonly string[] {
    const values = this.#values[nameOf(flag)];
    return Array.isArray(values) ? values : [];
  }

  required(flag: string): string {
    return this.text(flag) ?? refuse(flag, 'is missing');
  }

  whole(flag: string, least: number = 0): number | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : -1;
    return number >= least ? number : refuse(flag, `must be a whole number from ${least}`);
  }

  positive(flag: string): number | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    const number = /^\d{1,9}(?:\.\d{1,6})?$/.test(value) ? Number(value) : 0;
    return number > 0 ? number : refuse(flag, 'must be a number above zero');
  }

  oneOf<W extends string>(flag: string, words: readonly W[]): W | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    return words.find((word) => word === value) ?? refuse(flag, `must be ${words.join(' or ')}`);
  }

  list(flag: string): readonly string[] | undefined {
    return this.text(flag)
      ?.split(',')
      .map((part) => part.trim());
  }

  someOf<W extends string>(flag: string, words: readonly W[]): readonly W[] {
    const parts = this.list(flag) ?? [];
    return parts.map(
      (part) => words.find((word) => word === part) ?? refuse(flag, `must be a list of ${words.join(', ')}`),
    );
  }
}

function nameOf(flag: string): string {
  return flag.replace(/^--/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
