import type { Random } from '../random.js';

/** Files of a folder by name. The first one is read. */
export type Files = ReadonlyMap<string, Buffer>;

/** The result of reading. */
export interface Reading {
  /** One word for the statistics. */
  readonly outcome: string;
  /** Reported reasons for skipped parts. */
  readonly told?: readonly string[] | undefined;
}

/** A public function that reads files. */
export interface Reader {
  readonly name: string;
  /**
   * Reads the files of a folder.
   *
   * @throws a typed error for invalid files; {@link Broken} if accepted data changes
   */
  readonly read: (folder: string) => Promise<Reading> | Reading;
}

/** Valid files and their readers. */
export interface Honest {
  readonly files: Files;
  readonly readers: readonly [Reader, ...Reader[]];
}

/** A kind of files that the package reads. */
export interface FileKind {
  readonly name: string;
  /** The structure of its files, for mutations. */
  readonly form: 'json' | 'lines' | 'text';
  /** Syntax of files of this kind. */
  readonly tokens: readonly [string, ...string[]];
  /** Creates valid files of approximately this size in bytes. */
  honest(random: Random, bytes: number): Promise<Honest> | Honest;
  /** Corrects checksums after a change, so that the code after their check is reached. */
  readonly repair?: (text: string) => string;
  /** Matches the position in an error: the file, line, path or field. */
  readonly place: RegExp;
}

/** Thrown if accepted data changes when it is written and read again. */
export class Broken extends Error {
  override readonly name: string = 'Broken';
}

/** Returns the first file. */
export function firstOf(files: Files): readonly [name: string, content: Buffer] {
  const [first] = files;
  if (first === undefined) throw new Error('there is no file');
  return first;
}
