import type { PrivacyMark } from './har.js';
import type { Recording } from './recording.js';

/** An entry of a cassette, with its recording. */
export interface ReadEntry {
  /** The position in the file. */
  readonly place: string;
  readonly file: string;
  /** The text to write. Two entries with the same text are equal. */
  readonly text: string;
  readonly recording: Recording;
}

/** A cassette as read from its file. */
export interface ReadCassette {
  readonly entries: readonly ReadEntry[];
  readonly privacy: PrivacyMark | undefined;
}

/** An entry to write. */
export type WrittenEntry = Pick<ReadEntry, 'text' | 'recording'>;

export interface CassetteFormat {
  /**
   * Reads a cassette.
   *
   * @param file - the path, for errors
   * @throws ValidationError that names the position in the file, and quotes no content
   */
  read(text: string, file: string): ReadCassette;
  /**
   * Writes a cassette.
   *
   * @param entries - in order
   * @param mark - the kinds of pseudonyms in the entries
   */
  write(entries: readonly WrittenEntry[], mark: PrivacyMark | undefined): string;
  /** Returns the text of a recording. Equal recordings have the same text. */
  textOf(recording: Recording): string;
  /** Returns the sort key of a recording. @param key - the same for recordings of the same request */
  sortKeyOf(recording: Recording, key: string): string;
}
