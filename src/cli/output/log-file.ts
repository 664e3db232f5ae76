import { openSync, writeSync } from 'node:fs';
import { APPEND, OWN } from '../../files/own-file.js';
import { redactNumbers } from '../../redact/redact.js';
import { printable } from './text.js';

/** The file to which all that is said besides results is added, with its time; nothing is kept until it is opened. */
export class LogFile {
  #descriptor: number | undefined;
  #command = '';
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /**
   * Opens it. Through a link it is never written.
   *
   * @param command - the name of the command, for each line
   * @throws Error of `node:fs` when it cannot be added to
   */
  open(file: string, command: string): void {
    this.#descriptor = openSync(file, APPEND, OWN);
    this.#command = command;
  }

  /** Adds lines; full numbers are covered. One that cannot be written, because the disk is full, does not end a run. */
  say(text: string): void {
    if (this.#descriptor === undefined) return;
    const at = this.#now().toISOString();
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const shown = lines.map((line) => `${at} ${process.pid} ${this.#command}: ${printable(redactNumbers(line))}\n`);
    try {
      writeSync(this.#descriptor, shown.join(''));
    } catch {
      // Nobody can be told more than what the standard error has.
    }
  }
}
