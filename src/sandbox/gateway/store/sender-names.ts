import { CODES } from '../../../domain/codes.js';
import { OWN_CODES, refuse } from '../refusal/refusal.js';

/** A sender name of an account (specification section 2.5). */
export interface SenderName {
  readonly name: string;
  readonly isActive: boolean;
}

/** The sender names of an account; the default one is the first. */
export class SenderNames {
  #names: readonly SenderName[];

  constructor(names: readonly SenderName[]) {
    this.#names = names;
  }

  /** Returns all names, the default one first. */
  list(): readonly SenderName[] {
    return this.#names;
  }

  /** Returns true if a name is the default: the first, if it is active. */
  isDefault(name: string): boolean {
    return this.defaultName === name;
  }

  get defaultName(): string | undefined {
    const [first] = this.#names;
    return first?.isActive ? first.name : undefined;
  }

  /** Returns a name. @throws Refusal 2031 if the account does not have it */
  get(name: string): SenderName {
    return this.#names.find((sender) => sender.name === name) ?? refuse(OWN_CODES.noSender);
  }

  isUsable(name: string): boolean {
    return this.#names.some((sender) => sender.name === name && sender.isActive);
  }

  /**
   * Makes a name the default.
   *
   * @throws Refusal 2031 for an unknown name, 2061 for an inactive one, 2062 for the current default
   */
  setDefault(name: string): void {
    const sender = this.get(name);
    if (!sender.isActive) refuse(OWN_CODES.senderNotActive);
    if (this.isDefault(name)) refuse(CODES.senderIsDefault);
    this.#names = [sender, ...this.#names.filter((other) => other !== sender)];
  }
}
