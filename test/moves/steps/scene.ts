import { readdirSync } from 'node:fs';
import type { Random } from '../../fuzz/random.js';
import type { Container, Ended } from '../runs/run.js';
import type { World } from '../world/world.js';

/** The features of a round. */
export interface Switches {
  /** Whether each process runs in new namespaces. */
  readonly isolated: boolean;
  readonly kills: boolean;
  readonly stops: boolean;
  /** Whether a third party changes the accounts. */
  readonly third: boolean;
  /** Whether a third party changes an account between the plan of a removal and the removal. */
  readonly between: boolean;
  /** Whether files are copied, put back, edited and touched. */
  readonly tampering: boolean;
  /** Whether accounts are reached by their second addresses, too. */
  readonly aliases: boolean;
  readonly clocks: boolean;
}

/** The state of a round. */
export interface Scene {
  readonly random: Random;
  readonly folder: string;
  readonly world: World;
  readonly container: Container;
  readonly switches: Switches;
  /** The settling time of the commands. */
  readonly settleMs: number;
  /** The log of the round. */
  readonly log: string[];
  /** The broken promises. */
  readonly broken: string[];
  /** The position of the ledger when a plan was created, by file name. */
  readonly planned: Map<string, number>;
  /** The profile of a dedupe or an edit, by the name of its plan. */
  readonly fixed: Map<string, string>;
  readonly endings: Ended[];
  /** How many commands are running. */
  alive: number;
  /** Until when a sync or a restore, which has a separate folder, may run beside other commands. */
  mirroredUntilMs: number;
  nextFile: number;
}

/** Records a broken promise. */
export function broke(scene: Scene, what: string): void {
  scene.broken.push(what);
  scene.log.push(`BROKEN: ${what}`);
}

/** The files of the folder with this prefix and suffix. */
export function filesOf({ folder }: Scene, prefix: string, ending: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(ending));
}

/** An unused file name. */
export function newName(scene: Scene, prefix: string, ending: string): string {
  scene.nextFile += 1;
  return `${prefix}${scene.nextFile}${ending}`;
}
