import type { PrivacyMark } from './har.js';
import type { Recording } from './recording.js';

/** An entry of a cassette, with its recording. */
export interface ReadEntry {
  /** Its place in the file. */
  readonly place: string;
  readonly file: string;
  /** As it is to stand in the file: two entries with the same text are the same. */
  readonly text: string;
  readonly recording: Recording;
}

/** A cassette as it was read. */
export interface ReadCassette {
  readonly entries: readonly ReadEntry[];
  readonly privacy: PrivacyMark | undefined;
}

/** An entry that is written. */
export type WrittenEntry = Pick<ReadEntry, 'text' | 'recording'>;

/** The way in which a cassette stands in its file. */
export interface CassetteFormat {
  /**
   * Reads a cassette.
   *
   * @param file - its path, for the errors
   * @throws ValidationError that names the place in the file, and quotes nothing of it
   */
  read(text: string, file: string): ReadCassette;
  /**
   * Writes a cassette.
   *
   * @param entries - in their order
   * @param mark - what in them is a pseudonym
   */
  write(entries: readonly WrittenEntry[], mark: PrivacyMark | undefined): string;
  /** The text of a recording: the same one always in the same characters. */
  textOf(recording: Recording): string;
  /** Puts a recording in its place among the others. @param key - the same for those of the same request */
  sortKeyOf(recording: Recording, key: string): string;
}
