const DAY_MS = 24 * 60 * 60 * 1000;
/** The time for which a link leads somewhere (specification section 8), in milliseconds. */
const VALID_MS = { target: 30 * DAY_MS, 'opt-out': 14 * DAY_MS } as const;

/** A link of one message: to the address that was shortened, or to unsubscribe. */
export interface MessageLink {
  /** What stands behind the host, unique in the gateway. */
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

/** The one who opens a link, as far as a click tells of him; `null` where it does not. */
export interface LinkVisitor {
  readonly device: string | null;
  readonly operatingSystem: string | null;
  readonly browser: string | null;
  readonly ip: string | null;
}

/** One of whom nothing is known. */
export const UNKNOWN_VISITOR: LinkVisitor = { device: null, operatingSystem: null, browser: null, ip: null };

/** The links that were sent in messages of an account. */
export class Links {
  readonly #links = new Map<string, SentLink>();
  readonly #opened = new Set<string>();
  /** The suffixes of the links of a message, by its id. */
  readonly #ofMessage = new Map<string, string[]>();

  /** Keeps a link. */
  add(link: SentLink): void {
    this.#links.set(link.suffix, link);
    const suffixes = this.#ofMessage.get(link.messageId);
    if (suffixes === undefined) this.#ofMessage.set(link.messageId, [link.suffix]);
    else suffixes.push(link.suffix);
  }

  /** Forgets the links of a message. */
  forget(messageId: string): void {
    for (const suffix of this.#ofMessage.get(messageId) ?? []) {
      this.#links.delete(suffix);
      this.#opened.delete(suffix);
    }
    this.#ofMessage.delete(messageId);
  }

  /** Finds a link by its suffix, while it is valid: 30 days after its message was sent, 14 for an opt-out link. */
  find(suffix: string, nowMs: number): SentLink | undefined {
    const link = this.#links.get(suffix);
    return link !== undefined && nowMs <= link.sentAtMs + VALID_MS[link.kind] ? link : undefined;
  }

  /** Notes that a link was opened. @returns true the first time */
  open({ suffix }: SentLink): boolean {
    const isFirst = !this.#opened.has(suffix);
    this.#opened.add(suffix);
    return isFirst;
  }
}
