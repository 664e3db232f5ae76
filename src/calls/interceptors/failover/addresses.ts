/** An address that has failed. */
interface Failed {
  /** The time at which it failed last, by `performance.now()`. */
  at: number;
  /** True while a call tries it again. */
  isProbed: boolean;
}

/** Addresses of one gateway, and which of them have failed. */
export class Addresses {
  readonly #urls: readonly string[];
  readonly #cooldownMs: number;
  readonly #failed = new Map<string, Failed>();

  /** @param cooldownMs - how long an address that failed is left alone */
  constructor(urls: readonly string[], cooldownMs: number) {
    this.#urls = urls;
    this.#cooldownMs = cooldownMs;
  }

  /** The number of addresses. */
  get count(): number {
    return this.#urls.length;
  }

  /**
   * The best one of those that have not been tried: the first one that is not known to fail, or has rested and is tried
   * by nobody else; or else the one that has rested longest.
   */
  next(tried: readonly string[]): string | undefined {
    let rested: string | undefined;
    let since = Number.POSITIVE_INFINITY;
    for (const url of this.#urls) {
      if (tried.includes(url)) continue;
      const failed = this.#failed.get(url);
      if (failed === undefined) return url;
      if (!failed.isProbed && performance.now() - failed.at >= this.#cooldownMs) {
        failed.isProbed = true;
        return url;
      }
      if (failed.at < since) [rested, since] = [url, failed.at];
    }
    return rested;
  }

  /** Tells whether an address has failed, and has not worked since. */
  isFailed(url: string): boolean {
    return this.#failed.has(url);
  }

  /** The first one of those that have not been tried that is not known to fail. */
  working(tried: readonly string[]): string | undefined {
    return this.#urls.find((url) => !tried.includes(url) && !this.#failed.has(url));
  }

  /** Something at the address has answered as a gateway does. */
  works(url: string): void {
    this.#failed.delete(url);
  }

  /** Nothing has. */
  fails(url: string): void {
    this.#failed.set(url, { at: performance.now(), isProbed: false });
  }

  /** Nothing was learned of the address. */
  untried(url: string): void {
    const failed = this.#failed.get(url);
    if (failed !== undefined) failed.isProbed = false;
  }
}
