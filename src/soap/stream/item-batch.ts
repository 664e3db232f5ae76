import { at } from '../../errors/problem.js';

export interface ItemStream<O, R> {
  /** The output part that contains the items. */
  readonly part: keyof O & string;
  wants(partsSoFar: O): boolean;
  /** Converts an item; `undefined` omits it. @throws Problem if the item is invalid */
  convert(item: unknown): R | undefined;
  /** Called with all other parts after the complete response was read. An error that it throws ends the stream. */
  accept(output: O): void;
}

const BATCH_SIZE = 1024;

/**
 * Converts the items of a response up to the first invalid one. Errors of the response and its status take precedence
 * over an invalid item, so the rest is read first.
 */
export class Usable<R> {
  readonly #convert: (item: unknown) => R | undefined;
  readonly #part: string;
  #isOver = false;
  #problem: unknown;

  constructor({ convert, part }: Pick<ItemStream<never, R>, 'convert'> & { readonly part: string }) {
    this.#convert = convert;
    this.#part = part;
  }

  get part(): string {
    return this.#part;
  }

  refuse(): void {
    this.#isOver = true;
  }

  make(item: unknown, index: number): R | undefined {
    if (this.#isOver) return undefined;
    try {
      return this.#convert(item);
    } catch (error) {
      this.#isOver = true;
      this.#problem = at(this.#part, at(index, error));
      return undefined;
    }
  }

  /** Called after the complete response was read. @throws the error of the first invalid item */
  finish(): void {
    if (this.#problem !== undefined) throw this.#problem;
  }
}

/** Items that have arrived and are ready to be returned. */
export class Batch<R> {
  readonly #usable: Usable<R>;
  #index: number;
  #read = 0;
  #ready: R[] = [];

  constructor(usable: Usable<R>, index: number = 0) {
    this.#usable = usable;
    this.#index = index;
  }

  get isFull(): boolean {
    return this.#read >= BATCH_SIZE;
  }

  get index(): number {
    return this.#index;
  }

  add(item: unknown): void {
    const made = this.#usable.make(item, this.#index);
    if (made !== undefined) this.#ready.push(made);
    this.#index += 1;
    this.#read += 1;
  }

  /** Adds the path of the next item to a problem. */
  withPath(error: unknown): unknown {
    return at(this.#usable.part, at(this.#index, error));
  }

  take(): readonly R[] {
    const ready = this.#ready;
    this.#ready = [];
    this.#read = 0;
    return ready;
  }
}
