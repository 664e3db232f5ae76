/** A call that arrived. It holds nothing of what was sent. */
export interface SandboxRequest {
  /** The operation's name in the WSDL, or the path of an endpoint of HTTP: `sms.do`. */
  readonly operation: string;
  /** The time at which it arrived, by the gateway's clock. */
  readonly receivedAt: Date;
}

/** The calls that arrived: all are counted, the newest are kept. */
export class RequestLog {
  readonly #maxKept: number;
  readonly #kept: SandboxRequest[] = [];
  readonly #counts = new Map<string, number>();
  #count = 0;

  /**
   * @param maxKept - a whole number from 0; when there are more, the older half is given up at once, which costs less
   * than one by one
   */
  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  /** The calls that are kept, oldest first: one list, which changes as they arrive. */
  get kept(): readonly SandboxRequest[] {
    return this.#kept;
  }

  /** Notes a call. */
  add(request: SandboxRequest): void {
    if (this.#kept.length >= this.#maxKept) this.#kept.splice(0, Math.ceil(this.#maxKept / 2));
    if (this.#maxKept > 0) this.#kept.push(request);
    this.#count += 1;
    this.#counts.set(request.operation, (this.#counts.get(request.operation) ?? 0) + 1);
  }

  /** Counts the calls of an operation that arrived, or of all where none is named. */
  countOf(operation?: string): number {
    return operation === undefined ? this.#count : (this.#counts.get(operation) ?? 0);
  }
}
