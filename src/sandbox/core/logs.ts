import type { Gateway } from '../gateway/gateway.js';
import type { StoredMessage } from '../gateway/store/message.js';

export class BoundedList<T> {
  readonly kept: T[] = [];
  readonly #maxKept: number;
  #count = 0;

  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.kept.length = 0;
    this.#count = 0;
  }

  /** @returns the dropped entries */
  add(entry: T): readonly T[] {
    this.#count += 1;
    this.kept.push(entry);
    return this.kept.length > this.#maxKept ? this.kept.splice(0, Math.ceil((this.#maxKept + 1) / 2)) : [];
  }
}

/** A received call. It contains no parameter values. */
export interface SandboxRequest {
  /** The operation's name in the WSDL, or the path of an HTTP endpoint: `sms.do`. */
  readonly operation: string;
  /** The time of arrival, by the gateway's clock. */
  readonly receivedAt: Date;
}

export class RequestLog extends BoundedList<SandboxRequest> {
  readonly #counts = new Map<string, number>();

  override add(request: SandboxRequest): readonly SandboxRequest[] {
    this.#counts.set(request.operation, this.countOf(request.operation) + 1);
    return super.add(request);
  }

  override clear(): void {
    super.clear();
    this.#counts.clear();
  }

  countOf(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }
}

export interface LoggedMessage {
  /** Its position in the order of acceptance, from 1. It is never reused during the lifetime of the gateway. */
  readonly cursor: number;
  readonly username: string;
  readonly message: StoredMessage;
}

type MessageListener = (logged: LoggedMessage) => void;

export class MessageLog {
  readonly #list: BoundedList<LoggedMessage>;
  readonly #listeners = new Set<MessageListener>();
  readonly #deleted = new WeakSet<StoredMessage>();
  #cursor = 0;
  #droppedUntil = 0;
  #startedAt = 0;

  constructor(maxKept: number) {
    this.#list = new BoundedList(maxKept);
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** The cursor after the newest message that was dropped because of `maxKept`. */
  get droppedUntil(): number {
    return this.#droppedUntil;
  }

  get startedAt(): number {
    return this.#startedAt;
  }

  /** Logs the messages that a gateway accepts from now on. @returns stops logging */
  follow({ events, accounts }: Gateway): () => void {
    return events.listen((event) => {
      if (event.type === 'message-deleted') this.#deleted.add(event.message);
      if (event.type !== 'message-accepted') return;
      const { username, message } = event;
      this.#cursor += 1;
      const logged = { cursor: this.#cursor, username, message };
      const dropped = this.#list.add(logged);
      this.#droppedUntil = dropped.at(-1)?.cursor ?? this.#droppedUntil;
      for (const each of dropped) accounts.get(each.username)?.forget(each.message);
      for (const listener of this.#listeners) listener(logged);
    });
  }

  since(cursor: number): readonly LoggedMessage[] {
    const { kept } = this.#list;
    let [first, end] = [0, kept.length];
    while (first < end) {
      const middle = (first + end) >>> 1;
      if ((kept[middle]?.cursor ?? 0) > cursor) end = middle;
      else first = middle + 1;
    }
    return kept.slice(first).filter(({ message }) => !this.#deleted.has(message));
  }

  listen(listener: MessageListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  clear(): void {
    this.#list.clear();
    this.#startedAt = this.#cursor;
  }
}
