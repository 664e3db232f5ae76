import { at } from '../../errors/problem.js';

/** Chooses the items of a response that are wanted, and makes of each what is given out. */
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

/**
 * Makes of the items of a response what is given out, up to the first that cannot be used. Those behind it are read and
 * not given out: what is wrong with the response, and what it says in the end, comes before what is wrong with an item,
 * as it does where a response is read whole.
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

  /** The name of the part that holds the items. */
  get part(): string {
    return this.#part;
  }

  /** None of the items is wanted. */
  refuse(): void {
    this.#isOver = true;
  }

  /** @returns what is given out of an item; `undefined` for nothing */
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

  /** All has been read. @throws what is wrong with the first item that cannot be used */
  finish(): void {
    if (this.#problem !== undefined) throw this.#problem;
  }
}

/** Items that have arrived and are ready to be given out. */
export class Batch<R> {
  readonly #usable: Usable<R>;
  #index: number;
  #read = 0;
  #ready: R[] = [];

  /** @param index - of the item that comes first */
  constructor(usable: Usable<R>, index: number = 0) {
    this.#usable = usable;
    this.#index = index;
  }

  get isFull(): boolean {
    return this.#read >= BATCH_SIZE;
  }

  /** The index of the item that comes next. */
  get index(): number {
    return this.#index;
  }

  add(item: unknown): void {
    const made = this.#usable.make(item, this.#index);
    if (made !== undefined) this.#ready.push(made);
    this.#index += 1;
    this.#read += 1;
  }

  /** Gives a problem the path of the item that comes next. */
  withPath(error: unknown): unknown {
    return at(this.#usable.part, at(this.#index, error));
  }

  /** The items that are ready, which are then the caller's. */
  take(): readonly R[] {
    const ready = this.#ready;
    this.#ready = [];
    this.#read = 0;
    return ready;
  }
}
