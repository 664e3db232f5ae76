/** What the program and the runner in Vitest's processes tell each other, in files. */

/** Mutants have numbers: that of their file times this, and their own. */
export const PER_FILE = 4096;

/** The tests of a file, by their places in it, that a mutant is tried against. */
type Tries = Readonly<Record<string, readonly number[]>>;

export interface Job {
  readonly mode: 'cover' | 'try';
  /** The files with mutants, in the order of their numbers. */
  readonly sources: readonly string[];
  /** Where the runner writes: a folder for what tests reach, or the file of what was tried. */
  readonly out: string;
  /** By test file: mutants that are switched on in loaded modules, and those for which all modules are loaded anew. */
  readonly tests: Readonly<Record<string, { readonly warm: Tries; readonly cold: Tries }>>;
  /** Test files whose tests have a process for each file. */
  readonly apart: boolean;
}

/** What a test file reaches. */
export interface Reached {
  readonly tests: readonly {
    readonly name: string;
    readonly ms: number;
    readonly passes: boolean;
    /** Numbers of mutants by file. */
    readonly mutants: Readonly<Record<string, readonly number[]>>;
  }[];
  /** Mutants that were reached while modules were loaded. */
  readonly atLoad: Readonly<Record<string, readonly number[]>>;
}

/**
 * A line of what was tried: `begin` before it; `killed`, `timeout`, `survived`, `unreached` (the mutated place was not
 * run), `spoilt` (the test fails without a mutant now: a new process is needed) and `unusable` (it always fails).
 */
export interface Line {
  readonly says: 'alive' | 'begin' | 'killed' | 'timeout' | 'survived' | 'unreached' | 'spoilt' | 'unusable' | 'done';
  readonly file: string;
  readonly mutant?: number;
  readonly cold?: boolean;
  /** The test that noticed it. */
  readonly by?: string;
  readonly pid?: number;
}
