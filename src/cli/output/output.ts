import { once } from 'node:events';
import { styleText } from 'node:util';

/** The environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Style = 'good' | 'bad' | 'faint' | 'strong';

const STYLES = { good: 'green', bad: 'red', faint: 'dim', strong: 'bold' } as const;

/** What a command says: to people in words, to machines as JSON. */
export class Output {
  /** Whether machines read it. */
  readonly isJson: boolean;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;
  readonly #environment: Environment;

  constructor(isJson: boolean, environment: Environment) {
    this.isJson = isJson;
    this.#out = process.stdout;
    this.#err = process.stderr;
    this.#environment = environment;
  }

  /** Whether a person sees the progress as it goes on. */
  get isOnTerminal(): boolean {
    return this.#err.isTTY;
  }

  /** Gives the result of the command, or one line of it: as JSON, or as the text. */
  async result(value: unknown, text: () => string): Promise<void> {
    const line = this.isJson ? JSON.stringify(value) : text();
    // A reader that is slower than the gateway is waited for: a list may be long.
    if (!this.#out.write(`${line}\n`) && !this.#out.destroyed) await once(this.#out, 'drain');
  }

  /** Says something to the person who runs it, beside the result. */
  note(text: string): void {
    this.#err.write(`${text}\n`);
  }

  /** A text of the result in colours, where these are wanted. */
  styled(style: Style, text: string): string {
    return wantsColours(this.#out, this.#environment) && !this.isJson ? styleText(STYLES[style], text) : text;
  }
}

/** Whether colours are wanted: on a terminal that has some, unless `NO_COLOR` is set to anything. */
function wantsColours(stream: NodeJS.WriteStream, { NO_COLOR = '', TERM }: Environment): boolean {
  return stream.isTTY && NO_COLOR === '' && TERM !== 'dumb';
}
