import { CODES } from '../../../domain/codes.js';
import { OWN_CODES } from '../refusal/own-codes.js';
import { refuse } from '../refusal/refusal.js';

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

  /** All of them, the default one first. */
  list(): readonly SenderName[] {
    return this.#names;
  }

  /** Tells whether a name is the default one: the first, where it is active. */
  isDefault(name: string): boolean {
    return this.defaultName === name;
  }

  /** The default name; `undefined` where there is none. */
  get defaultName(): string | undefined {
    const [first] = this.#names;
    return first?.isActive ? first.name : undefined;
  }

  /** Finds a name. @throws Refusal 2031 when the account does not have it */
  get(name: string): SenderName {
    return this.#names.find((sender) => sender.name === name) ?? refuse(OWN_CODES.noSender);
  }

  /** Tells whether messages may go out under a name. */
  isUsable(name: string): boolean {
    return this.#names.some((sender) => sender.name === name && sender.isActive);
  }

  /**
   * Makes a name the default one.
   *
   * @throws Refusal 2031 for an unknown name, 2061 for one that is not active, 2062 for the one that is it already
   */
  setDefault(name: string): void {
    const sender = this.get(name);
    if (!sender.isActive) refuse(OWN_CODES.senderNotActive);
    if (this.isDefault(name)) refuse(CODES.senderIsDefault);
    this.#names = [sender, ...this.#names.filter((other) => other !== sender)];
  }
}
