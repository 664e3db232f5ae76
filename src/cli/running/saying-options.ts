import { systemCode } from '../../errors/system-code.js';
import type { LogFile } from '../output/log-file.js';
import { PROGRESS_FORMS, type Saying } from '../output/output.js';
import type { CommandOption } from './command.js';
import { type Options, refuse } from './command-options.js';

/** The options that every command has: how it says what it says. */
export const SAYING_OPTIONS: readonly CommandOption[] = [
  { flags: '--quiet', text: 'say errors only, and what was asked for' },
  {
    flags: '--progress <form>',
    text: `${PROGRESS_FORMS.join(', ')}: how far it is, as lines, JSON Lines or not at all (default: a bar on a terminal)`,
    values: PROGRESS_FORMS,
  },
  { flags: '--log-file <file>', text: 'add to this file what is said besides results, with times' },
  { flags: '--json', text: 'for machines: a JSON document, or JSON Lines for lists' },
];

/** Reads {@link SAYING_OPTIONS}, and opens the log. @throws CommandError when one is not usable */
export function sayingOf(options: Options, command: string, log: LogFile): Saying {
  const progress = options.oneOf('--progress', PROGRESS_FORMS);
  const file = options.text('--log-file');
  if (file !== undefined) openLog(log, file, command);
  return { isJson: options.has('--json'), isQuiet: options.has('--quiet'), progress, log };
}

function openLog(log: LogFile, file: string, command: string): void {
  try {
    log.open(file, command);
  } catch (error) {
    const code = systemCode(error) ?? 'unknown';
    refuse('--log-file', `${code === 'ELOOP' ? 'is a link' : `cannot be added to (${code})`}: ${file}`);
  }
}

/** Tells whether errors are for machines, by the words of the command line alone: they may be about them. */
export function saysJson(words: readonly string[]): boolean {
  const form = words.indexOf('--progress');
  return words.includes('--json') || words.includes('--progress=json') || (form >= 0 && words[form + 1] === 'json');
}
