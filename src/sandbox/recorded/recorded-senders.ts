import type { SenderName } from '../gateway/store/sender-names.js';

/** The sender names that a recording shows, as they were at its end; the default one is the first. */
export class RecordedSenders {
  readonly #senders = new Map<string, SenderName>();
  #areListed = false;
  #default: string | undefined;

  /** `undefined` where none was told of. */
  all(): readonly SenderName[] | undefined {
    if (!this.#areListed && this.#senders.size === 0) return undefined;
    const all = [...this.#senders.values()];
    const first = all.filter(({ name }) => name === this.#default);
    return [...first, ...all.filter(({ name }) => name !== this.#default)];
  }

  /** These there are, and no others, the default one first; of those that are not active only some lists tell. */
  listed(senders: readonly SenderName[], { hasInactive }: { readonly hasInactive: boolean }): void {
    this.#areListed = true;
    const before = [...this.#senders.values()];
    this.#senders.clear();
    const others = hasInactive ? [] : before.filter(({ isActive }) => !isActive);
    for (const sender of [...senders, ...others]) this.#senders.set(sender.name, sender);
    this.#default = senders[0]?.name;
  }

  /** Something is told of one. @param isDefault - `null` where that was not told */
  told(sender: SenderName, isDefault: boolean | null): void {
    this.#senders.set(sender.name, sender);
    if (isDefault === true) this.#default = sender.name;
  }

  /** It was made the default one, so that it is active. */
  becameDefault(name: string): void {
    this.told({ name, isActive: true }, true);
  }

  /** Tells, in words, all that is not known of them. */
  *gaps(): Iterable<string> {
    if (this.#areListed) return;
    yield this.#senders.size === 0
      ? 'the senders: the account has those of its options'
      : 'the senders: they were not listed, and there may be others';
  }
}
