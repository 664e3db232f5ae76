import type { Random } from '../random.js';

/** What lies in a folder, by name; the first is the one that is read. */
export type Files = ReadonlyMap<string, Buffer>;

/** What came of reading. */
export interface Reading {
  /** In a word, for the statistics. */
  readonly outcome: string;
  /** What it has told besides: reasons for what it has left out. */
  readonly told?: readonly string[] | undefined;
}

/** A public way in which files are read. */
export interface Reader {
  readonly name: string;
  /**
   * Reads what lies in a folder.
   *
   * @throws a typed error for what it refuses; {@link Broken} for what it has accepted and does not keep
   */
  readonly read: (folder: string) => Promise<Reading> | Reading;
}

/** Honest files, and how they are read. */
export interface Honest {
  readonly files: Files;
  readonly readers: readonly [Reader, ...Reader[]];
}

/** A kind of files that the package reads. */
export interface FileKind {
  readonly name: string;
  /** How its files are built: what mutations may take apart. */
  readonly form: 'json' | 'lines' | 'text';
  /** What means something in a file of this kind. */
  readonly tokens: readonly [string, ...string[]];
  /** Makes honest files of about a size in bytes. */
  honest(random: Random, bytes: number): Promise<Honest> | Honest;
  /** Makes sums and counts true again after a change, so that what lies behind them is reached, too. */
  readonly repair?: (text: string) => string;
  /** What an error says that names the place: the file, the line, the path in it, the field. */
  readonly place: RegExp;
}

/** Something was accepted, and is not the same when it is written and read again. */
export class Broken extends Error {
  override readonly name: string = 'Broken';
}

/** The first file of some. */
export function firstOf(files: Files): readonly [name: string, content: Buffer] {
  const [first] = files;
  if (first === undefined) throw new Error('there is no file');
  return first;
}
