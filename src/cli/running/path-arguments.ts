import type { Command } from './command.js';
import { type Options, refuse } from './command-options.js';
import { SAYING_OPTIONS } from './saying-options.js';

const SEVERAL = 'it is read more than once';
const CASSETTE = 'a cassette has a journal beside it, and is read more than once';
const PLAN = 'a plan has a journal beside it, and is read more than once';

/** The values that are paths, and why such a one cannot be `-`. */
const WHY: Readonly<Record<string, string>> = {
  file: SEVERAL,
  folder: 'it is a folder',
  plan: PLAN,
  removal: PLAN,
  cassette: CASSETTE,
  to: CASSETTE,
  base: CASSETTE,
  ours: CASSETTE,
  theirs: CASSETTE,
  location: 'what it imports is looked for beside it',
  from: 'recordings may be a folder, and are read more than once',
};
/** The same where the option tells more than its value. */
const WHY_OF_OPTION: Readonly<Record<string, string>> = {
  '--out': PLAN,
  '--plan': PLAN,
  '--journal': 'a journal is read before it is written',
  '--report': 'its name says which form it has',
  '--log-file': 'what it gets is on the standard error already',
};

/**
 * Refuses `-` where a path is wanted that cannot be the standard input or output: no file of that name is ever meant.
 *
 * @throws CommandError that says why
 */
export function checkPaths(command: Command, args: readonly string[], options: Options): void {
  const places = [...(command.options ?? []), ...SAYING_OPTIONS].map(({ flags, standard = false }) => {
    const [flag = '', value = ''] = flags.split(' ');
    return { name: flag, value, standard, given: options.text(flag) };
  });
  const names = (command.args ?? '').split(' ');
  const positions = names.map((name, index) => {
    return { name, value: name, standard: command.standard ?? false, given: args[index] };
  });
  for (const { name, value, standard, given } of [...positions, ...places]) {
    const why = WHY[/^<(\w+)>$/.exec(value)?.[1] ?? ''];
    if (given !== '-' || standard || why === undefined) continue;
    refuse(
      name,
      `cannot be -: ${(value === '<folder>' ? undefined : WHY_OF_OPTION[name]) ?? why} (for a file of that name write ./-)`,
    );
  }
}
