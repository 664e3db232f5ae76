import type { LogFile } from './log-file.js';
import { marked, type Style, shownText, withoutStyles } from './style.js';
import { printable, safeJson } from './text.js';

/** How a command says something. */
export interface Saying {
  /** True where machines read the results. */
  readonly isJson: boolean;
  /** True where only errors are said, and the results that were asked for. Default: false. */
  readonly isQuiet?: boolean;
  /** The form of what is said of the progress. Default: a bar on a terminal, else lines. */
  readonly progress?: ProgressForm | undefined;
  /** Told of all that is said besides results. */
  readonly log?: LogFile | undefined;
}

/** The forms of progress that can be asked for. */
export const PROGRESS_FORMS = ['lines', 'json', 'none'] as const;

/** One of {@link PROGRESS_FORMS}. */
export type ProgressForm = (typeof PROGRESS_FORMS)[number];

/**
 * Prints what a command has to say: to people in words, to machines as JSON. Whatever it is made of, a terminal that
 * gets it is commanded by nothing but the styles of this program.
 */
export class Output {
  /** True where machines read the output. */
  readonly isJson: boolean;
  readonly #saying: Saying;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;
  readonly #noted = new Set<string>();

  /** @param out - where the results go */
  constructor(saying: Saying, out: NodeJS.WriteStream = process.stdout) {
    this.isJson = saying.isJson;
    this.#saying = saying;
    this.#out = out;
    this.#err = process.stderr;
  }

  /** The form of what is said of the progress. */
  get progressForm(): ProgressForm | 'bar' {
    const { isQuiet, progress } = this.#saying;
    return isQuiet === true ? 'none' : (progress ?? (this.#err.isTTY ? 'bar' : 'lines'));
  }

  /** True where a person sees what is said. */
  get isOnTerminal(): boolean {
    return this.#err.isTTY;
  }

  /** True where it is said how far something is because that was asked for. */
  get isProgressAsked(): boolean {
    return this.#saying.progress !== undefined;
  }

  /** True where a person sees the results as they come. */
  get isResultOnTerminal(): boolean {
    return this.#out.isTTY;
  }

  /** The columns of the terminal that shows the results, at this moment; `undefined` where none does. */
  get columns(): number | undefined {
    if (!this.#out.isTTY) return undefined;
    const given = Number(process.env.COLUMNS);
    const columns = Number.isInteger(given) && given > 0 ? given : this.#out.columns;
    return columns > 0 ? columns : undefined;
  }

  /** True where only errors are said, and the results that were asked for. */
  get isQuiet(): boolean {
    return this.#saying.isQuiet === true && !this.isJson;
  }

  /**
   * Gives the result of the command, or one line of it.
   *
   * @param value - for machines, as JSON
   * @param text - lines and columns; what comes from outside stands in them as {@link printable} makes it, or else an
   *   end of a line in it would begin one
   */
  async result(value: unknown, text: () => string): Promise<void> {
    await this.#write(`${this.isJson ? safeJson(value) : shownText(text())}\n`);
  }

  /** Tells at the end what was done; where only errors are said, not what is well. @param exitCode - of the command */
  async done(exitCode: number, value: unknown, text: () => string): Promise<void> {
    this.#saying.log?.say(withoutStyles(text()));
    if (exitCode !== 0 || !this.isQuiet) await this.result(value, text);
  }

  /** Writes a piece of a file that goes to the standard output: as it is, but on a terminal. */
  async data(piece: string | Uint8Array): Promise<void> {
    if (!this.#out.isTTY) return this.#write(piece);
    const text = typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1');
    await this.#write(text.split('\r\n').map(shownText).join('\r\n'));
  }

  /** The same with the results on the standard error: where the standard output is a file that was asked for. */
  onStandardError(): Output {
    return new Output(this.#saying, this.#err);
  }

  /** Says something to the person who runs it, beside the result: one line. */
  note(text: string): void {
    this.log(text);
    if (this.#saying.isQuiet === true) return;
    this.#err.write(this.#saying.progress === 'json' ? `${safeJson({ note: text })}\n` : `${printable(text)}\n`);
  }

  /** The same for what may come up more than once. */
  noteOnce(text: string): void {
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    this.note(text);
  }

  /** Tells the log alone. */
  log(text: string): void {
    this.#saying.log?.say(text);
  }

  /** Tells how far something is, for machines: one line. */
  progressLine(value: object): void {
    this.#err.write(`${safeJson(value)}\n`);
  }

  /** A text of the result in colours: on a terminal that has some, and not where `NO_COLOR` is set. */
  styled(style: Style, text: string): string {
    return marked(style, text, this.#out);
  }

  async #write(text: string | Uint8Array): Promise<void> {
    // A reader that is slower than the gateway is waited for: a list may be long. One that has gone is not.
    await new Promise<void>((resolve) => {
      if (this.#out.write(text, () => resolve())) resolve();
    });
  }
}
