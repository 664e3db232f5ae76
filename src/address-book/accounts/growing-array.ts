type TypedArray = Float64Array | Int32Array | Uint32Array | Uint8Array;

const FIRST_CAPACITY = 16;

export class GrowingArray<A extends TypedArray> {
  readonly #make: new (
    length: number,
  ) => A;
  #values: A;
  #length = 0;

  constructor(make: new (length: number) => A) {
    this.#make = make;
    this.#values = new make(FIRST_CAPACITY);
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  push(value: number): number {
    if (this.#length === this.#values.length) {
      const larger = new this.#make(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
    return this.#length - 1;
  }
}
