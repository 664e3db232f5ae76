import type { NotCopiedKind } from '../../../address-book/index.js';
import { NOT_COPIED_KINDS } from '../../../address-book/plan/plan-lines.js';
import type { CommandOption } from '../../running/command.js';
import type { Options } from '../../running/command-options.js';

/** Replaces an existing file. */
export const FORCE_OPTION: CommandOption = { flags: '--force', text: 'replace the file if it exists' };

const SETTLE_OPTION: CommandOption = {
  flags: '--settle-ms <ms>',
  text: 'how long a request with unknown outcome may still be executed (default: 30000)',
};

export const JOURNAL_OPTION: CommandOption = {
  flags: '--journal <file>',
  text: 'what was done, to resume from (default: <plan>.journal)',
};

export const IF_CHANGED = ['fail', 'skip', 'replan'] as const;

export const IF_CHANGED_OPTION: CommandOption = {
  flags: '--if-changed <what>',
  text: 'if a step no longer fits: fail, skip it, or replan, which then plans what is left again (default: fail)',
  values: IF_CHANGED,
};

/** Options of commands that write a plan. */
export const PLAN_OPTIONS: readonly CommandOption[] = [
  { flags: '--out <file>', text: 'the plan: JSON Lines, for review' },
  FORCE_OPTION,
  SETTLE_OPTION,
  { flags: '--dry-run', text: 'write no plan; list its steps' },
];

/** Options of commands that change an account. */
export const RUN_OPTIONS: readonly CommandOption[] = [
  { flags: '--concurrency <n>', text: 'how many requests are in flight at once (default: 8)' },
  SETTLE_OPTION,
  { flags: '--dry-run', text: 'change nothing; list each change' },
  { flags: '--report <file>', text: 'write a report by group, with the steps that failed: a .csv file' },
];

export const ACCEPT_OPTION: CommandOption = {
  flags: '--accept <kinds>',
  text: 'what the target may lack: name, info, duplicate (further names, infos, repeated entries)',
  values: NOT_COPIED_KINDS,
};

/** Reads {@link ACCEPT_OPTION}. */
export function acceptedKinds(options: Options): readonly NotCopiedKind[] {
  return options.someOf('--accept', NOT_COPIED_KINDS);
}
