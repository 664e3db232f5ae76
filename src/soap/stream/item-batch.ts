import { at } from '../../errors/problem.js';

/** Which items of a response are wanted, and as what. */
export interface ItemStream<O, R> {
  /** The part of the output that holds the items. */
  readonly part: keyof O & string;
  /** Told the parts that came before the items; without its consent they are passed over. */
  wants(partsSoFar: O): boolean;
  /** Makes of an item what is given out; `undefined` leaves it out. @throws Problem when the item cannot be used */
  convert(item: unknown): R | undefined;
  /** Told all other parts when the response has been read to its end; what it throws ends the stream. */
  accept(output: O): void;
}

/** The most items that are collected before they are given out. */
const BATCH_SIZE = 1024;

/** Items that have arrived and are ready to be given out. */
export class Batch<R> {
  readonly #convert: (item: unknown) => R | undefined;
  readonly #part: string;
  #index: number;
  #ready: R[] = [];

  /** @param index - of the item that comes first */
  constructor(convert: (item: unknown) => R | undefined, part: string, index: number = 0) {
    this.#convert = convert;
    this.#part = part;
    this.#index = index;
  }

  get isFull(): boolean {
    return this.#ready.length >= BATCH_SIZE;
  }

  /** The index of the item that comes next. */
  get index(): number {
    return this.#index;
  }

  /** Adds an item. @returns what is wrong with it: the items before it have to be given out first */
  add(item: unknown): unknown {
    try {
      const made = this.#convert(item);
      if (made !== undefined) this.#ready.push(made);
    } catch (error) {
      return this.withPath(error);
    }
    this.#index += 1;
    return undefined;
  }

  /** Gives a problem the path of the item that comes next. */
  withPath(error: unknown): unknown {
    return at(this.#part, at(this.#index, error));
  }

  /** The items that are ready, which are then the caller's. */
  take(): readonly R[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
