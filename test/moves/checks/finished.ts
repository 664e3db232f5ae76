import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Scene } from '../steps/scene.js';

/** A run that was not killed. */
export interface Finished {
  readonly scene: Scene;
  readonly args: readonly string[];
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The position of the ledger at its start. */
  readonly before: number;
  /** Whether the accounts did not change during the run. */
  readonly isQuiet: boolean;
}

/** The value of an option. */
export function after(args: readonly string[], flag: string): string | undefined {
  const index = args.indexOf(flag);
  return index === -1 ? undefined : args[index + 1];
}

/** Returns the name of a command: one word or two. */
export function nameOf(args: readonly string[]): string {
  return args.slice(0, args[0] === 'numbers' ? 2 : 1).join(' ');
}

/** The content of the input file of a command, which may be replaced during the run. */
export function inputOf(folder: string, args: readonly string[]): string {
  const plan = after(args, '--plan');
  const given = args[0] === 'verify' ? plan : args[args[0] === 'numbers' ? 2 : 1];
  const file = path.join(folder, given ?? '');
  const isGiven = given !== undefined && !given.startsWith('-') && existsSync(file);
  return isGiven && statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
}
