import { randomInt } from 'node:crypto';
import { styleText } from 'node:util';
import { printable, printableLines, safeJson } from './text.js';

export type Style = 'good' | 'bad' | 'faint' | 'strong';

const STYLES = { good: 'green', bad: 'red', faint: 'dim', strong: 'bold' } as const;

/** Random numbers mark the styles of this program: a text from outside cannot contain them. */
const MARK = Array.from({ length: 3 }, () => randomInt(1000, 10_000)).join(';');
// biome-ignore lint/suspicious/noControlCharactersInRegex: a command to a terminal begins with it
const MARKED = new RegExp(`(\u001b\\[\\d+);${MARK}m`, 'g');

export function marked(style: Style, text: string, stream: NodeJS.WriteStream): string {
  const [begin = '', end = ''] = styleText(STYLES[style], '|', { stream }).split('|');
  return [begin, text, end].map((part, index) => (index === 1 ? part : part.replace(/m$/, `;${MARK}m`))).join('');
}

/** Returns lines for a terminal: the styles of this program stay, and other control characters are escaped. */
export function shownText(text: string): string {
  return text
    .split(MARKED)
    .map((part, index) => (index % 2 === 1 ? `${part}m` : printableLines(part)))
    .join('');
}

export interface OutputOptions {
  readonly isJson: boolean;
  readonly isQuiet?: boolean;
  readonly isJsonProgress?: boolean;
}

/**
 * Prints what a command reports: as text for people, as JSON for programs. Only the
 * styles of this class control a terminal, not the text.
 */
export class Output {
  readonly isJson: boolean;
  readonly #options: OutputOptions;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;

  constructor(options: OutputOptions, out: NodeJS.WriteStream = process.stdout) {
    this.isJson = options.isJson;
    this.#options = options;
    this.#out = out;
    this.#err = process.stderr;
  }

  /** How progress is shown; `silent` hides it unless JSON was requested. */
  progressForm(silent: boolean): 'bar' | 'lines' | 'json' | 'none' {
    const { isQuiet, isJsonProgress } = this.#options;
    if (isQuiet === true) return 'none';
    if (isJsonProgress === true) return 'json';
    if (silent) return 'none';
    return this.#err.isTTY ? 'bar' : 'lines';
  }

  get isOnTerminal(): boolean {
    return this.#err.isTTY;
  }

  /** The columns of the terminal that shows results; `undefined` without one. */
  get columns(): number | undefined {
    if (!this.#out.isTTY) return undefined;
    const fromEnvironment = Number(process.env.COLUMNS);
    const columns = Number.isInteger(fromEnvironment) && fromEnvironment > 0 ? fromEnvironment : this.#out.columns;
    return columns > 0 ? columns : undefined;
  }

  /** True if errors and requested results only are printed as text. */
  get isQuiet(): boolean {
    return this.#options.isQuiet === true && !this.isJson;
  }

  /**
   * Prints the result of a command, or one item of it.
   *
   * @param value - printed as JSON
   * @param text - lines and columns; texts from outside must go through {@link printable}
   */
  async result(value: unknown, text: () => string): Promise<void> {
    await this.#write(`${this.isJson ? safeJson(value) : shownText(text())}\n`);
  }

  /** Prints what was done; with `--quiet` only if the exit code is not 0. */
  async done(exitCode: number, value: unknown, text: () => string): Promise<void> {
    if (exitCode !== 0 || !this.isQuiet) await this.result(value, text);
  }

  /** Writes a piece of a file to the standard output: unchanged, except on a terminal. */
  async data(piece: string | Uint8Array): Promise<void> {
    if (!this.#out.isTTY) return this.#write(piece);
    const text = typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1');
    await this.#write(text.split('\r\n').map(shownText).join('\r\n'));
  }

  /** Returns an output with results on the standard error, for commands that write a file to the standard output. */
  onStandardError(): Output {
    return new Output(this.#options, this.#err);
  }

  note(text: string): void {
    if (this.#options.isQuiet === true) return;
    this.#err.write(`${this.#options.isJsonProgress === true ? safeJson({ note: text }) : printable(text)}\n`);
  }

  progressLine(value: object): void {
    this.#err.write(`${safeJson(value)}\n`);
  }

  styled(style: Style, text: string): string {
    return marked(style, text, this.#out);
  }

  async #write(text: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#out.write(text, () => resolve())) resolve();
    });
  }
}
