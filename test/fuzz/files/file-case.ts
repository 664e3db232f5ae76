import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Kind } from '../kind.js';
import { Random } from '../random.js';
import { type Cost, compared, costOf, FREE, isDear } from './cost.js';
import { endingOf } from './ending.js';
import type { FileKind, Files, Reader, Reading } from './file-kind.js';
import { type Mutated, mutated } from './mutations/mutated.js';
import { secretIn } from './secrets.js';

/** Sizes of valid files before their mutation, in bytes. */
const SMALL_BYTES = 4000;

const UNPRINTABLE = /[^\n\x20-\x7e\u00a1-\u024f\u2013]/g;

/** The outcome of reading a set of files. */
interface Verdict {
  readonly outcome: string;
  readonly wrong?: string | undefined;
}

/** The cost of valid files, by reader and size. */
type HonestCosts = Map<string, Cost>;

/** The folder in which files are read, and the folder that keeps the files with a defect. */
export interface Places {
  readonly work: string;
  readonly kept: string;
}

/**
 * Mutated files of a kind: reading one gives a result, or a typed error that names the position and shows no
 * secret. It costs at most five times as much as a valid file of its size.
 */
export function mutatedFiles(kind: FileKind, { work, kept }: Places): Kind {
  const costs: HonestCosts = new Map();
  const verdictOn = (reader: Reader, mutant: Mutated, before: Files): Promise<Verdict> =>
    judged({ kind, reader, before, folder: work, costs }, mutant);
  return {
    name: kind.name,
    run: async (seed) => {
      const random = new Random(seed);
      const { files, readers } = await kind.honest(random, SMALL_BYTES);
      const mutant = mutated(kind, files, random);
      const reader = random.pick(readers);
      const { outcome, wrong } = await verdictOn(reader, mutant, files);
      const made = [...new Set(mutant.applied)];
      const count = `${reader.name}: ${outcome}`;
      if (wrong === undefined) return { outcome: count, made, failures: [] };
      const folder = path.join(kept, `${kind.name}-${seed}`);
      laid(mutant.files, folder);
      const how = `read by ${reader.name}, after ${made.join(', ')}: ${folder}`;
      return { outcome: count, made, failures: [`${wrong}\n${how}`.replace(UNPRINTABLE, escaped)] };
    },
  };
}

/** The input of a judgement. */
interface Judging {
  readonly kind: FileKind;
  readonly reader: Reader;
  /** The files before their mutation. */
  readonly before: Files;
  readonly folder: string;
  readonly costs: HonestCosts;
}

async function judged(judging: Judging, { files, isLarge }: Mutated): Promise<Verdict> {
  const { kind, reader, folder, costs } = judging;
  let verdict: Verdict = { outcome: 'nothing' };
  const read = (): Promise<void> =>
    readOnce(reader, folder).then(
      ({ outcome, told = [] }) => {
        const secret = told.flatMap((text) => secretIn(text, folder) ?? [])[0];
        verdict = { outcome, ...(secret !== undefined && { wrong: `tells ${secret}: ${told.join('\n')}` }) };
      },
      (error: unknown) => {
        verdict = endingOf(error, kind.place, folder);
      },
    );
  laid(files, folder);
  const cost = await costOf(read, isLarge);
  if (verdict.wrong !== undefined || !isDear(cost, FREE)) return verdict;
  // Reuses the cost of a valid file of nearly the same size.
  const key = `${reader.name} ${Math.round(Math.log2(bytesOf(files) + 1) * 2)}`;
  const known = costs.get(key);
  if (known !== undefined && !isDear(cost, known)) return verdict;
  const { honest, wrong } = await comparedWithHonest(judging, files);
  costs.set(key, honest);
  return { ...verdict, wrong };
}

async function readOnce(reader: Reader, folder: string): Promise<Reading> {
  return reader.read(folder);
}

/** Compares with the original files and, if the mutated files are larger, also with valid files of the same size. */
async function comparedWithHonest(
  { kind, reader, before, folder }: Judging,
  files: Files,
): ReturnType<typeof compared> {
  const readIn = async (where: string, given: Files, by: Reader): Promise<unknown> => {
    laid(given, where);
    return readOnce(by, where).catch(() => undefined);
  };
  const bytes = bytesOf(files);
  const large = bytes > 2 * bytesOf(before) ? await kind.honest(new Random(bytes), bytes) : undefined;
  const other = large?.readers.find(({ name }) => name === reader.name) ?? large?.readers[0];
  const beside = `${folder}-honest`;
  return compared(
    () => readIn(folder, files, reader),
    async () => {
      await readIn(beside, before, reader);
      if (large !== undefined && other !== undefined) await readIn(beside, large.files, other);
    },
  );
}

function bytesOf(files: Files): number {
  return [...files.values()].reduce((sum, { length }) => sum + length, 0);
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Replaces the content of a folder by files. */
function laid(files: Files, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
