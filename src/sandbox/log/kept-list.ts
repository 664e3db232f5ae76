export class KeptList<T> {
  readonly #maxKept: number;
  readonly #kept: T[] = [];
  #count = 0;

  /**
   * @param maxKept - a whole number from 0. If it is exceeded, the older half is dropped at once, which is cheaper than
   *   one by one
   */
  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  /** The kept entries, oldest first. The same list is returned each time, and grows. */
  get kept(): readonly T[] {
    return this.#kept;
  }

  /** The number of all added entries. */
  get count(): number {
    return this.#count;
  }

  /** Drops all entries and resets the count. */
  clear(): void {
    this.#kept.length = 0;
    this.#count = 0;
  }

  add(entry: T): void {
    if (this.#kept.length >= this.#maxKept) this.#kept.splice(0, Math.ceil(this.#maxKept / 2));
    if (this.#maxKept > 0) this.#kept.push(entry);
    this.#count += 1;
  }
}

/** A received call. It contains no parameter values. */
export interface SandboxRequest {
  /** The operation's name in the WSDL, or the path of an HTTP endpoint: `sms.do`. */
  readonly operation: string;
  /** The time of arrival, by the gateway's clock. */
  readonly receivedAt: Date;
}

/** The received calls: all are counted, the newest are kept. */
export class RequestLog {
  readonly #list: KeptList<SandboxRequest>;
  readonly #counts = new Map<string, number>();

  /** @param maxKept - as that of {@link KeptList} */
  constructor(maxKept: number) {
    this.#list = new KeptList(maxKept);
  }

  /** The kept calls, oldest first. The same list is returned each time, and grows. */
  get kept(): readonly SandboxRequest[] {
    return this.#list.kept;
  }

  add(request: SandboxRequest): void {
    this.#list.add(request);
    this.#counts.set(request.operation, (this.#counts.get(request.operation) ?? 0) + 1);
  }

  /** Drops all calls and resets the counts. */
  clear(): void {
    this.#list.clear();
    this.#counts.clear();
  }

  /** Returns the number of received calls of an operation. Default: of all. */
  countOf(operation?: string): number {
    return operation === undefined ? this.#list.count : (this.#counts.get(operation) ?? 0);
  }
}
