/** What is known of an address that has failed. */
interface Failed {
  /** When it failed last, by `performance.now()`. */
  at: number;
  /** Whether a call tries it again now. */
  isProbed: boolean;
}

/** An address that a call is to try. */
export interface Chosen {
  readonly url: string;
  /** Whether this call is the one that tries whether the address works again. */
  readonly isProbe: boolean;
}

/** Addresses of one gateway, and which of them have failed. */
export class Addresses {
  readonly #urls: readonly string[];
  readonly #restMs: number;
  readonly #failed = new Map<string, Failed>();

  /** @param restMs - how long an address that failed is left alone */
  constructor(urls: readonly string[], restMs: number) {
    this.#urls = urls;
    this.#restMs = restMs;
  }

  /** How many there are. */
  get count(): number {
    return this.#urls.length;
  }

  /**
   * The best one of those that have not been tried: the first one that is not known to fail, or has rested and is tried
   * by nobody else; or else the one that has rested longest.
   */
  next(tried: readonly string[]): Chosen | undefined {
    let rested: string | undefined;
    for (const url of this.#urls) {
      if (tried.includes(url)) continue;
      const failed = this.#failed.get(url);
      if (failed === undefined) return { url, isProbe: false };
      if (!failed.isProbed && performance.now() - failed.at >= this.#restMs) {
        failed.isProbed = true;
        return { url, isProbe: true };
      }
      if (rested === undefined || failed.at < (this.#failed.get(rested)?.at ?? 0)) rested = url;
    }
    return rested === undefined ? undefined : { url: rested, isProbe: false };
  }

  /** Something at the address has answered as a gateway does. */
  works({ url }: Chosen): void {
    this.#failed.delete(url);
  }

  /** Nothing has. */
  fails({ url, isProbe }: Chosen): void {
    const isProbed = !isProbe && this.#failed.get(url)?.isProbed === true;
    this.#failed.set(url, { at: performance.now(), isProbed });
  }

  /** Nothing was learned of the address. */
  untried({ url, isProbe }: Chosen): void {
    const failed = this.#failed.get(url);
    if (isProbe && failed !== undefined) failed.isProbed = false;
  }
}
