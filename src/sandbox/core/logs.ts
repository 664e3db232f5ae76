import type { Gateway } from '../gateway/gateway.js';
import type { StoredMessage } from '../gateway/store/message.js';

/** A list of the newest entries. If it is longer than its maximum, the older half is dropped at once. */
export class KeptList<T> {
  /** The entries, oldest first. The same list is used for the lifetime of this object. */
  readonly kept: T[] = [];
  readonly #maxKept: number;
  #count = 0;

  /** @param maxKept - a whole number from 0 */
  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  /** The number of all added entries. */
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

/** The received calls: all are counted, the newest are kept. */
export class RequestLog extends KeptList<SandboxRequest> {
  readonly #counts = new Map<string, number>();

  override add(request: SandboxRequest): readonly SandboxRequest[] {
    this.#counts.set(request.operation, this.countOf(request.operation) + 1);
    return super.add(request);
  }

  override clear(): void {
    super.clear();
    this.#counts.clear();
  }

  /** Returns the number of received calls of an operation. */
  countOf(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }
}

/** A message of the log. */
export interface LoggedMessage {
  /** Its position in the order of acceptance, from 1. It is never reused during the lifetime of the gateway. */
  readonly cursor: number;
  readonly username: string;
  readonly message: StoredMessage;
}

type MessageListener = (logged: LoggedMessage) => void;

/** The accepted messages of all accounts, in the order of acceptance. Only the newest are kept. */
export class MessageLog {
  readonly #list: KeptList<LoggedMessage>;
  readonly #listeners = new Set<MessageListener>();
  /** Scheduled messages that were deleted before they were sent. */
  readonly #deleted = new WeakSet<StoredMessage>();
  #cursor = 0;
  #droppedUntil = 0;
  #startedAt = 0;

  /** @param maxKept - a whole number from 0 */
  constructor(maxKept: number) {
    this.#list = new KeptList(maxKept);
  }

  /** The cursor after the newest message. */
  get cursor(): number {
    return this.#cursor;
  }

  /** The cursor after the newest message that was dropped because of `maxKept`. */
  get droppedUntil(): number {
    return this.#droppedUntil;
  }

  /** The cursor before the first message since the start or the last reset. */
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

  /** Returns the messages after a cursor, oldest first. */
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

  /** Removes the messages of accounts. */
  drop(usernames: ReadonlySet<string>): void {
    const kept = this.#list.kept.splice(0);
    for (const logged of kept) if (!usernames.has(logged.username)) this.#list.kept.push(logged);
  }

  clear(): void {
    this.#list.clear();
    this.#startedAt = this.#cursor;
  }
}
