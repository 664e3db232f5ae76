import type { ApplyResult, SurplusExtra } from '../../address-book/index.js';
import { isSmsServiceError } from '../../client/index.js';
import type { Output } from '../output/output.js';
import { type Progress, type ProgressOptions, withProgress } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { CommandOption, Context } from '../running/command.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';

/** The option by which a file that is there already is replaced. */
export const FORCE_OPTION: CommandOption = { flags: '--force', text: 'replace the file where it is there already' };

/** The option for the time that a request may be on its way. */
export const SETTLE_OPTION: CommandOption = {
  flags: '--settle-ms <ms>',
  text: 'how long a request in doubt may be on its way (default: 30000)',
};

/** Returns the line that is shown while an earlier run is settled. */
export function unfinishedText(journal: string, ms: number): string {
  return `waiting ${seconds(ms)}: requests that ${printable(journal)} has left in doubt may still arrive`;
}

/** Returns the line that is shown while a request in doubt may be on its way. */
export function waitingText(ms: number): string {
  return `waiting ${seconds(ms)} to look up what is in doubt`;
}

/** Returns the line that is shown while nobody knows whether a lock is still held. */
export function lockedText(holder: string): string {
  return `looking whether the run that has the journal still lives: ${printable(holder)}`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

/** Returns the line that tells of a group of which more was deleted than was compared. */
export function surplusText({ group, compared, deleted }: SurplusExtra): string {
  const more = `the gateway says that it has deleted ${counted(deleted, 'number')}, and ${compared} were compared`;
  return `${printable(group)}: ${more}; somebody has added to it meanwhile`;
}

/** The exit code of each way in which carrying a plan out ends. */
export const CODES: Readonly<Record<ApplyResult['status'], ExitCode>> = {
  done: EXIT.done,
  rejects: EXIT.differences,
  conflicts: EXIT.differences,
  changed: EXIT.differences,
  credentials: EXIT.credentials,
  limits: EXIT.limits,
  transient: EXIT.transient,
  interrupted: EXIT.interrupted,
};

/** A result as it is printed for machines: what has ended the run in words. */
export function shownResult({ error, ...plain }: ApplyResult): Omit<ApplyResult, 'error'> & { reason?: string } {
  return isSmsServiceError(error) ? { ...plain, reason: error.message } : plain;
}

/** Returns the reason for the end of a run, in brackets, where it was an error. */
export function reasonOf({ error }: ApplyResult): string {
  return isSmsServiceError(error) ? ` (${printable(error.message)})` : '';
}

/**
 * Returns the lines that tell of a run that has ended early, and will be gone on with.
 *
 * @param again - the command that goes on
 */
export function resumeLines(
  output: Output,
  status: 'credentials' | 'limits' | 'transient' | 'interrupted',
  result: ApplyResult,
  again: string,
): readonly string[] {
  const [why, command] = [reasonOf(result), output.styled('strong', again)];
  return {
    credentials: [output.styled('bad', `The credentials are refused${why}.`), `Mend them, then go on: ${command}`],
    limits: [output.styled('bad', `The account may not${why}.`), `Mend that, then go on: ${command}`],
    transient: [output.styled('bad', `The gateway is away${why}.`), `Go on later: ${command}`],
    interrupted: ['Interrupted; what was in flight is brought to its end.', `Go on: ${command}`],
  }[status];
}

/** Does something that brings to its end what is in flight when it is interrupted. */
export function resumable<T>(
  { output, interruption }: Context,
  noun: string,
  work: (progress: Progress) => Promise<T>,
  how?: ProgressOptions,
): Promise<T> {
  const told = (progress: Progress): Promise<T> => {
    interruption.onFirst(() => progress.note('finishing what is in flight; a second time ends at once'));
    return work(progress);
  };
  return withProgress(output, noun, told, how);
}
