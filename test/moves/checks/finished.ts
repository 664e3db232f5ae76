import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Scene } from '../steps/scene.js';

/** A run that has ended by itself. */
export interface Finished {
  readonly scene: Scene;
  readonly args: readonly string[];
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Where the ledger was when it began. */
  readonly before: number;
  /** Whether nobody has changed anything meanwhile. */
  readonly isQuiet: boolean;
}

/** The value behind an option. */
export function after(args: readonly string[], flag: string): string | undefined {
  const index = args.indexOf(flag);
  return index === -1 ? undefined : args[index + 1];
}

/** Returns the name of a command: one word or two. */
export function nameOf(args: readonly string[]): string {
  return args.slice(0, args[0] === 'numbers' ? 2 : 1).join(' ');
}

/** The content of the plan or book that a command is given: somebody may replace it meanwhile. */
export function inputOf(folder: string, args: readonly string[]): string {
  const plan = after(args, '--plan');
  const given = args[0] === 'verify' ? plan : args[args[0] === 'numbers' ? 2 : 1];
  const file = path.join(folder, given ?? '');
  const isGiven = given !== undefined && !given.startsWith('-') && existsSync(file);
  return isGiven && statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
}
