import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { runCase, type Tally, tallyOf } from '../kind.js';
import { FILE_KINDS } from './all.js';
import { mutatedFiles } from './file-case.js';

/** The cases that one process runs, of each kind. */
export interface ChunkOfCases {
  readonly from: number;
  readonly to: number;
  /** The folder that files are read in. */
  readonly work: string;
  /** Where those are kept that show a defect. */
  readonly kept: string;
  /** The file that says at which case the process is. */
  readonly note: string;
}

/** A tally as it is sent to the parent. */
export interface SentTally extends Pick<Tally, 'kind' | 'cases' | 'failures'> {
  readonly outcomes: readonly (readonly [string, number])[];
  readonly made: readonly (readonly [string, number])[];
}

const { from, to, work, kept, note } = JSON.parse(process.argv[2] ?? '') as ChunkOfCases;
const kinds = FILE_KINDS.map((kind) => mutatedFiles(kind, { work, kept }));
const tallies = kinds.map((kind) => tallyOf(kind));

mkdirSync(path.dirname(note), { recursive: true });
const descriptor = openSync(note, 'w');
for (let seed = from; seed < to; seed++) {
  for (const [index, kind] of kinds.entries()) {
    writeSync(descriptor, `${kind.name} ${seed}`.padEnd(60), 0);
    const tally = tallies[index];
    if (tally !== undefined) await runCase(kind, seed, tally);
  }
}
closeSync(descriptor);

const sent = tallies.map(
  ({ kind, cases, outcomes, made, failures }): SentTally => ({
    kind,
    cases,
    outcomes: [...outcomes],
    made: [...made],
    failures,
  }),
);
// Nothing that a client has open keeps it from ending.
process.send?.(sent, () => process.exit(0));
