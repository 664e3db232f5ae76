import { marked, type Style, shownText } from './style.js';
import { printable, safeJson } from './text.js';

/**
 * Prints what a command has to say: to people in words, to machines as JSON. Whatever it is made of, a terminal that
 * gets it is commanded by nothing but the styles of this program.
 */
export class Output {
  /** True where machines read the output. */
  readonly isJson: boolean;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;
  readonly #noted = new Set<string>();

  /** @param out - where the results go */
  constructor(isJson: boolean, out: NodeJS.WriteStream = process.stdout) {
    this.isJson = isJson;
    this.#out = out;
    this.#err = process.stderr;
  }

  /** True where a person sees the progress as it goes on. */
  get isOnTerminal(): boolean {
    return this.#err.isTTY;
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

  /** Writes a piece of a file that goes to the standard output: as it is, but on a terminal. */
  async data(piece: string): Promise<void> {
    await this.#write(this.#out.isTTY ? piece.split('\r\n').map(shownText).join('\r\n') : piece);
  }

  /** The same with the results on the standard error: where the standard output is a file that was asked for. */
  onStandardError(): Output {
    return new Output(this.isJson, this.#err);
  }

  /** Says something to the person who runs it, beside the result: one line. */
  note(text: string): void {
    this.#err.write(`${printable(text)}\n`);
  }

  /** The same for what may come up more than once. */
  noteOnce(text: string): void {
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    this.note(text);
  }

  /** A text of the result in colours: on a terminal that has some, and not where `NO_COLOR` is set. */
  styled(style: Style, text: string): string {
    return marked(style, text, this.#out);
  }

  async #write(text: string): Promise<void> {
    // A reader that is slower than the gateway is waited for: a list may be long. One that has gone is not.
    await new Promise<void>((resolve) => {
      if (this.#out.write(text, () => resolve())) resolve();
    });
  }
}
