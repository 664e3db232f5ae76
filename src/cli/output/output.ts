import { marked, type Style, shownText } from './style.js';
import { printable, safeJson } from './text.js';

export interface OutputOptions {
  /** True prints results as JSON. */
  readonly isJson: boolean;
  /** True prints errors and requested results only. Default: false. */
  readonly isQuiet?: boolean;
  /** True prints progress and notes as JSON Lines. Default: false. */
  readonly isJsonProgress?: boolean;
}

/**
 * Prints what a command reports: as text for people, as JSON for programs. A terminal is controlled by the styles of
 * this class only, whatever the text contains.
 */
export class Output {
  /** True if results are printed as JSON. */
  readonly isJson: boolean;
  readonly #options: OutputOptions;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;

  /** @param out - where results are written */
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

  /** True if a person sees notes and progress. */
  get isOnTerminal(): boolean {
    return this.#err.isTTY;
  }

  /** The columns of the terminal that shows results; `undefined` without one. */
  get columns(): number | undefined {
    if (!this.#out.isTTY) return undefined;
    const given = Number(process.env.COLUMNS);
    const columns = Number.isInteger(given) && given > 0 ? given : this.#out.columns;
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

  /** Prints a line besides the result. */
  note(text: string): void {
    if (this.#options.isQuiet === true) return;
    this.#err.write(`${this.#options.isJsonProgress === true ? safeJson({ note: text }) : printable(text)}\n`);
  }

  /** Prints progress as JSON. */
  progressLine(value: object): void {
    this.#err.write(`${safeJson(value)}\n`);
  }

  /** Returns a text of the result in a style, if the terminal has styles and `NO_COLOR` is not set. */
  styled(style: Style, text: string): string {
    return marked(style, text, this.#out);
  }

  async #write(text: string | Uint8Array): Promise<void> {
    // Waits for a slow reader. A reader that is gone ends the wait.
    await new Promise<void>((resolve) => {
      if (this.#out.write(text, () => resolve())) resolve();
    });
  }
}

/** Writes a file that appears when it is complete, or the standard output. */
export interface OutFile {
  write(piece: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  giveUp(): Promise<void>;
}

export function standardOutFile(output: Output): OutFile {
  return { write: (piece) => output.data(piece), finish: async () => undefined, giveUp: async () => undefined };
}
