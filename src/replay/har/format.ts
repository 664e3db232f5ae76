import type { PrivacyMark } from './har.js';
import type { Recording } from './recording.js';

export interface ReadEntry {
  readonly place: string;
  readonly file: string;
  readonly text: string;
  readonly recording: Recording;
}

/** An entry whose text is written on first use. */
export class LazyEntry implements ReadEntry {
  readonly place: string;
  readonly file: string;
  readonly recording: Recording;
  readonly #write: () => string;
  #text: string | undefined;

  constructor(place: string, file: string, recording: Recording, write: () => string) {
    this.place = place;
    this.file = file;
    this.recording = recording;
    this.#write = write;
  }

  get text(): string {
    return (this.#text ??= this.#write());
  }
}

export interface ReadCassette {
  readonly entries: readonly ReadEntry[];
  readonly privacy: PrivacyMark | undefined;
}

export type WrittenEntry = Pick<ReadEntry, 'text' | 'recording'>;

export interface CassetteFormat {
  read(text: string, file: string): ReadCassette;
  write(entries: readonly WrittenEntry[], mark: PrivacyMark | undefined): string;
  textOf(recording: Recording): string;
  sortKeyOf(recording: Recording, key: string): string;
}
