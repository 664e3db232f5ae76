import { styleText } from 'node:util';

type Style = 'good' | 'bad' | 'faint' | 'strong';

const STYLES = { good: 'green', bad: 'red', faint: 'dim', strong: 'bold' } as const;

/** What a command says: to people in words, to machines as JSON. */
export class Output {
  /** Whether machines read it. */
  readonly isJson: boolean;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;

  /** @param out - where the results go */
  constructor(isJson: boolean, out: NodeJS.WriteStream = process.stdout) {
    this.isJson = isJson;
    this.#out = out;
    this.#err = process.stderr;
  }

  /** Whether a person sees the progress as it goes on. */
  get isOnTerminal(): boolean {
    return this.#err.isTTY;
  }

  /** Gives the result of the command, or one line of it: as JSON, or as the text. */
  async result(value: unknown, text: () => string): Promise<void> {
    await this.data(`${this.isJson ? JSON.stringify(value) : text()}\n`);
  }

  /** Writes a piece of a file that goes to the standard output. */
  async data(piece: string | Uint8Array): Promise<void> {
    // A reader that is slower than the gateway is waited for: a list may be long. One that has gone is not.
    await new Promise<void>((resolve) => {
      if (this.#out.write(piece, () => resolve())) resolve();
    });
  }

  /** The same with the results on the standard error: where the standard output is a file that was asked for. */
  beside(): Output {
    return new Output(this.isJson, this.#err);
  }

  /** Says something to the person who runs it, beside the result. */
  note(text: string): void {
    this.#err.write(`${text}\n`);
  }

  /** A text of the result in colours: on a terminal that has some, and not where `NO_COLOR` is set. */
  styled(style: Style, text: string): string {
    return styleText(STYLES[style], text, { stream: this.#out });
  }
}
