import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../../scripts/build/bundle.js';

/** The result of a round. */
interface Round {
  /** A description of the round. */
  readonly log: readonly string[];
  /** The broken promises. */
  readonly broken: readonly string[];
}

/** The rounds of a suite. Seeds count from the first one. */
export interface SeededRounds<R extends Round> {
  readonly first: number;
  readonly atOnce: number;
  /** The built command. Default: it is built. */
  readonly program?: string | undefined;
  /** Returns true if no further round should start. */
  isOver(seed: number): boolean;
  round(program: string, seed: number): Promise<R>;
  /** Called for each round. */
  onRound?(seed: number, result: R): void;
}

/** Writes a line to the standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs rounds with the built command, some at once, and prints those that break a promise. */
export async function seededRounds<R extends Round>(rounds: SeededRounds<R>): Promise<readonly R[]> {
  const { first, atOnce, program: given } = rounds;
  const built = mkdtempSync(path.join(tmpdir(), 'rounds-program-'));
  const results: R[] = [];
  let next = first;
  try {
    if (given === undefined) await bundle(path.join(built, 'dist', 'js'));
    const program = given ?? path.join(built, 'dist', 'js', 'cli.js');
    const work = async (): Promise<void> => {
      while (!rounds.isOver(next)) {
        const seed = next;
        next += 1;
        const result = await rounds.round(program, seed);
        results.push(result);
        rounds.onRound?.(seed, result);
        if (result.broken.length > 0) {
          say(`${result.log.join('\n')}\n*** seed ${seed} broke a promise:\n  ${result.broken.join('\n  ')}`);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  return results;
}
