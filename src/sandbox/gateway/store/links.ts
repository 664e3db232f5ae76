const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a link is valid (specification section 8), in milliseconds. */
const VALID_MS = { target: 30 * DAY_MS, 'opt-out': 14 * DAY_MS } as const;

/** A link in a message: a shortened address, or an opt-out link. */
export interface MessageLink {
  /** The part after the host, unique in the gateway. */
  readonly suffix: string;
  readonly kind: keyof typeof VALID_MS;
  /** The address that was shortened; empty for an opt-out link. */
  readonly target: string;
}

/** A link that was sent. */
export interface SentLink extends MessageLink {
  readonly messageId: string;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly sentAtMs: number;
}

/** Data about the person who opens a link. */
export interface LinkVisitor {
  readonly device: string | null;
  readonly operatingSystem: string | null;
  readonly browser: string | null;
  readonly ip: string | null;
}

/** The links in the sent messages of an account. */
export class Links {
  readonly #links = new Map<string, SentLink>();
  readonly #opened = new Set<string>();
  /** The suffixes of the links of each message, by message id. */
  readonly #ofMessage = new Map<string, string[]>();

  add(link: SentLink): void {
    this.#links.set(link.suffix, link);
    const suffixes = this.#ofMessage.get(link.messageId);
    if (suffixes === undefined) this.#ofMessage.set(link.messageId, [link.suffix]);
    else suffixes.push(link.suffix);
  }

  /** Deletes the links of a message. */
  forget(messageId: string): void {
    for (const suffix of this.#ofMessage.get(messageId) ?? []) {
      this.#links.delete(suffix);
      this.#opened.delete(suffix);
    }
    this.#ofMessage.delete(messageId);
  }

  /** Returns the link with a suffix if it is valid: for 30 days after sending, an opt-out link for 14. */
  find(suffix: string, nowMs: number): SentLink | undefined {
    const link = this.#links.get(suffix);
    return link !== undefined && nowMs <= link.sentAtMs + VALID_MS[link.kind] ? link : undefined;
  }

  /** Records that a link was opened. @returns true the first time */
  open({ suffix }: SentLink): boolean {
    const isFirst = !this.#opened.has(suffix);
    this.#opened.add(suffix);
    return isFirst;
  }
}
