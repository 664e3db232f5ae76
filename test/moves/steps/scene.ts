import { readdirSync } from 'node:fs';
import type { Random } from '../../fuzz/random.js';
import type { Container, Ended } from '../runs/run.js';
import type { World } from '../world/world.js';

/** What the options of a round switch on. */
export interface Switches {
  /** Whether each process has namespaces of its own. */
  readonly isolated: boolean;
  readonly kills: boolean;
  readonly stops: boolean;
  /** Whether somebody else changes the accounts meanwhile. */
  readonly third: boolean;
  /** Whether somebody else changes an account between the plan of a removal and the removal. */
  readonly between: boolean;
  /** Whether files are copied, put back, edited and touched. */
  readonly tampering: boolean;
  /** Whether accounts are reached by their second addresses, too. */
  readonly aliases: boolean;
  readonly clocks: boolean;
}

/** A round as it goes on. */
export interface Scene {
  readonly random: Random;
  readonly folder: string;
  readonly world: World;
  readonly container: Container;
  readonly switches: Switches;
  /** How long a request may be on its way, as the command is told. */
  readonly settleMs: number;
  /** What has happened, in words. */
  readonly log: string[];
  /** Promises that were broken. */
  readonly broken: string[];
  /** Where the ledger was when a plan was made, by the name of its file. */
  readonly planned: Map<string, number>;
  /** The profile of a dedupe or an edit, by the name of its plan. */
  readonly fixed: Map<string, string>;
  readonly endings: Ended[];
  /** How many commands run at this moment. */
  alive: number;
  /** Until when a sync or a restore, which has a folder of its own, may run beside others. */
  mirroredUntilMs: number;
  nextFile: number;
}

/** Notes that a promise is broken. */
export function broke(scene: Scene, what: string): void {
  scene.broken.push(what);
  scene.log.push(`BROKEN: ${what}`);
}

/** The files of a folder that begin and end so. */
export function filesOf({ folder }: Scene, prefix: string, ending: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(ending));
}

/** A name that no file has yet. */
export function newName(scene: Scene, prefix: string, ending: string): string {
  scene.nextFile += 1;
  return `${prefix}${scene.nextFile}${ending}`;
}
