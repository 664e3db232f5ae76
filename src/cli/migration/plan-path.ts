import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printable } from '../output/text.js';
import type { Context } from '../running/command.js';
import type { Options } from '../running/command-options.js';
import { proposed } from './sides.js';

/** The path that a plan is written to. */
export interface PlanPath {
  readonly file: string;
  /** The path given by `--out`; `undefined` in a dry run. */
  readonly given: string | undefined;
  /** Removes what a dry run has written. */
  remove(): Promise<void>;
}

/**
 * Returns the path given by `--out`, or with `--dry-run` one that is removed again. @throws CommandError without either
 */
export async function planPath(options: Options): Promise<PlanPath> {
  if (!options.has('--dry-run')) {
    const given = options.required('--out');
    return { file: given, given, remove: async () => undefined };
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'sms-service-plan-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { file: path.join(folder, 'plan.json'), given: undefined, remove };
}

/**
 * Returns the lines on what to do with a plan that was written. @param words - of the command that carries it out,
 * `undefined` for none
 */
export function reviewLines(context: Context, file: string, words?: readonly string[]): readonly string[] {
  const then =
    words === undefined ? [] : [`Then: ${context.output.styled('strong', proposed(context, ...words, file))}`];
  return ['', `The plan is in ${printable(file)}: review it.`, ...then];
}
