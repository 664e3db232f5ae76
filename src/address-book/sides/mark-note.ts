import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { namingFile } from '../../files/file-error.js';
import { APPEND, OWN } from '../../files/own-file.js';
import { invalid } from '../../options/check.js';
import { type BootClock, bootClock } from '../journal/boot-clock.js';
import { namesMarks } from './mark.js';

/** So long a mark may be on its way that a killed process has asked for, in milliseconds. */
const LATE_MS = 30_000;

/** Refuses a file that is something else than a note of marks: it would be taken away. */
export function checkNote(note: string): void {
  if (existsSync(note) && !(statSync(note).isFile() && namesMarks(readFileSync(note, 'utf8')))) {
    invalid('plan', `has a file beside it that is to be written, and is something else already: ${note}`);
  }
}

/** A line of a note, about one mark; the last one counts. */
interface MarkLine {
  readonly mark: string;
  /** When it was asked for at the latest, by that clock; absent when it was removed. */
  readonly clock?: string;
  readonly ms?: number;
}

/**
 * A file that names marks as long as they may be there: of a process that is killed the group may be made later than
 * the next run looks for it.
 */
export class MarkNote {
  readonly #file: string;
  readonly #clock: BootClock;

  constructor(file: string, clock: BootClock = bootClock()) {
    this.#file = file;
    this.#clock = clock;
  }

  /** The marks that may be there. */
  names(): ReadonlySet<string> {
    return new Set(this.#lines().keys());
  }

  /** Notes a mark before it is made. */
  async add(mark: string): Promise<void> {
    await this.#append([{ mark, clock: this.#clock.name ?? '', ms: this.#clock.nowMs() }]);
  }

  /** Notes that marks are there no more. The file is removed with its last one. */
  async remove(marks: Iterable<string>): Promise<void> {
    const gone = new Set(marks);
    const left = [...this.#lines().keys()].filter((mark) => !gone.has(mark));
    if (left.length === 0) rmSync(this.#file, { force: true });
    else if (gone.size > 0) await this.#append([...gone].map((mark) => ({ mark })));
  }

  /** Forgets those that nobody sees, and that cannot be on their way any more. @param seen - marks that are there */
  async forgetOld(seen: ReadonlySet<string>): Promise<void> {
    const { name = '' } = this.#clock;
    const lines = [...this.#lines().values()].filter(({ mark }) => !seen.has(mark));
    const isOld = ({ clock, ms = 0 }: MarkLine): boolean => clock === name && this.#clock.nowMs() - ms > LATE_MS;
    // By a clock that is not this one nothing is known: from now on it is.
    for (const { mark, clock } of lines) if (clock !== name) await this.add(mark);
    await this.remove(lines.filter(isOld).map(({ mark }) => mark));
  }

  #lines(): ReadonlyMap<string, MarkLine> {
    const lines = new Map<string, MarkLine>();
    if (!existsSync(this.#file)) return lines;
    for (const text of readFileSync(this.#file, 'utf8').split('\n')) {
      const [mark = '', clock, ms] = text.split('\t');
      if (mark === '') continue;
      if (clock === '-') lines.delete(mark);
      else lines.set(mark, { mark, ...(clock === undefined ? {} : { clock, ms: Number(ms) }) });
    }
    return lines;
  }

  #isCutOff(): boolean {
    const text = readFileSync(this.#file, 'utf8');
    return text !== '' && !text.endsWith('\n');
  }

  async #append(lines: readonly MarkLine[]): Promise<void> {
    await namingFile(this.#file, async () => {
      const handle = await open(this.#file, APPEND, OWN);
      try {
        const texts = lines.map(({ mark, clock, ms }) =>
          ms === undefined ? `${mark}\t-\n` : `${mark}\t${clock}\t${ms}\n`,
        );
        // A process that was killed may have left a line without its end.
        await handle.writeFile((this.#isCutOff() ? '\n' : '') + texts.join(''));
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  }
}
