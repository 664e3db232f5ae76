/** A message, as the model knows it. */
export interface ModelMessage {
  readonly cursor: number;
  readonly username: string;
  readonly to: string;
  readonly text: string;
}

export interface ModelFilter {
  readonly after?: number;
  readonly username?: string;
  readonly to?: string;
  readonly text?: string;
}

interface ModelLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** What a gateway should know of messages: lists that are copied and searched, and nothing else. */
export class GatewayModel {
  cursor = 0;
  #all: readonly ModelMessage[] = [];
  #since = 0;
  #lostTo = 0;
  #requests: readonly { readonly key: string; readonly beganMs: number; readonly count: number }[] = [];
  readonly #limit: ModelLimit | undefined;
  readonly #maxKept: number;

  constructor({ rateLimit, maxKept }: { readonly rateLimit: ModelLimit | undefined; readonly maxKept: number }) {
    this.#limit = rateLimit;
    this.#maxKept = maxKept;
  }

  /** @returns the message; `undefined` where it is too much */
  send(username: string, to: string, text: string, nowMs: number): ModelMessage | undefined {
    if (this.#limit !== undefined) {
      const { requests, windowMs } = this.#limit;
      const key = username;
      const window = this.#requests.find((each) => each.key === key && nowMs < each.beganMs + windowMs);
      if (window !== undefined && window.count === requests) return undefined;
      const next = { key, beganMs: window?.beganMs ?? nowMs, count: (window?.count ?? 0) + 1 };
      this.#requests = [...this.#requests.filter((each) => each.key !== key), next];
    }
    this.cursor += 1;
    const message = { cursor: this.cursor, username, to, text };
    const all = [...this.#all, message];
    // The older half goes.
    const lost = all.length > this.#maxKept ? all.slice(0, Math.ceil(all.length / 2)) : [];
    this.#lostTo = lost.at(-1)?.cursor ?? this.#lostTo;
    this.#all = all.slice(lost.length);
    return message;
  }

  fits(message: ModelMessage, { after = 0, username, to, text }: ModelFilter): boolean {
    if (message.cursor <= after) return false;
    const wanted = { username, to, text };
    return (['username', 'to', 'text'] as const).every((name) => [undefined, message[name]].includes(wanted[name]));
  }

  list(filter: ModelFilter): readonly number[] | 'refused' {
    const { after } = filter;
    const isLost = after !== undefined && after < this.#lostTo && this.#lostTo > this.#since;
    if (isLost || (after ?? 0) > this.cursor) return 'refused';
    return this.#all.filter((message) => this.fits(message, filter)).map(({ cursor }) => cursor);
  }

  /** What a wait comes to at once; `undefined` where it waits. */
  firstOf(filter: ModelFilter): string | undefined {
    const found = this.list(filter);
    return found === 'refused' ? found : found.map(String)[0];
  }

  reset(): void {
    this.#all = [];
    this.#requests = [];
    this.#since = this.cursor;
  }
}
