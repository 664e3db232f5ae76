import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { runCase, type Tally, tallyOf } from '../kind.js';
import { FILE_KINDS } from './all.js';
import { mutatedFiles } from './file-case.js';

/** The cases of each kind that one process runs. */
export interface ChunkOfCases {
  readonly from: number;
  readonly to: number;
  /** The folder in which files are read. */
  readonly work: string;
  /** The folder for files that show a defect. */
  readonly kept: string;
  /** The file that names the current case. */
  readonly note: string;
}

/** A tally in the form that is sent to the parent process. */
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
// Exits even if a client still has open handles.
process.send?.(sent, () => process.exit(0));
