import { KeptList } from '../log/kept-list.js';

/** A call that arrived. It holds nothing of what was sent. */
export interface SandboxRequest {
  /** The operation's name in the WSDL, or the path of an endpoint of HTTP: `sms.do`. */
  readonly operation: string;
  /** The time at which it arrived, by the gateway's clock. */
  readonly receivedAt: Date;
}

/** The calls that arrived: all are counted, the newest are kept. */
export class RequestLog {
  readonly #list: KeptList<SandboxRequest>;
  readonly #counts = new Map<string, number>();

  /** @param maxKept - as that of {@link KeptList} */
  constructor(maxKept: number) {
    this.#list = new KeptList(maxKept);
  }

  /** The calls that are kept, oldest first: one list, which changes as they arrive. */
  get kept(): readonly SandboxRequest[] {
    return this.#list.kept;
  }

  /** Notes a call. */
  add(request: SandboxRequest): void {
    this.#list.add(request);
    this.#counts.set(request.operation, (this.#counts.get(request.operation) ?? 0) + 1);
  }

  /** Forgets all calls. */
  clear(): void {
    this.#list.clear();
    this.#counts.clear();
  }

  /** Counts the calls of an operation that arrived, or of all where none is named. */
  countOf(operation?: string): number {
    return operation === undefined ? this.#list.count : (this.#counts.get(operation) ?? 0);
  }
}
