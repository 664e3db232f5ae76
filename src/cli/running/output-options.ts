import type { OutputOptions } from '../output/output.js';
import type { CommandOption } from './command.js';
import type { Options } from './command-options.js';

/** The options that every command has. */
export const OUTPUT_OPTIONS: readonly CommandOption[] = [
  { flags: '--quiet', text: 'print errors and requested results only' },
  {
    flags: '--progress <form>',
    text: 'json: print progress and notes as JSON Lines (default: a bar on a terminal, otherwise lines)',
    values: ['json'],
  },
  { flags: '--json', text: 'print results as JSON; lists as JSON Lines' },
];

/** Returns what {@link OUTPUT_OPTIONS} say. @throws CommandError if one is invalid */
export function outputOptionsOf(options: Options): OutputOptions {
  const isJsonProgress = options.oneOf('--progress', ['json']) !== undefined;
  return { isJson: options.has('--json'), isQuiet: options.has('--quiet'), isJsonProgress };
}
