import { CODES } from '../../../domain/codes.js';
import { refuse } from '../refusal/refusal.js';

/** A group of discount codes in its initial state. */
export interface CodeGroup {
  readonly name: string;
  readonly codes: readonly string[];
  readonly isActive: boolean;
}

/** The groups of discount codes of an account; a code is used at most once (specification section 3). */
export class DiscountCodes {
  readonly #groups: ReadonlyMap<string, { readonly isActive: boolean; unused: readonly string[] }>;

  constructor(groups: readonly CodeGroup[]) {
    this.#groups = new Map(groups.map(({ name, codes, isActive }) => [name, { isActive, unused: codes }]));
  }

  /**
   * Returns the next unused codes of a group. They stay unused until {@link use} is called.
   *
   * @throws Refusal 60 for an unknown group, 61 for an inactive one, 62 if it has no unused code, 65 if it has too few
   */
  next(name: string, count: number): readonly string[] {
    const group = this.#groups.get(name) ?? refuse(CODES.noCodeGroup);
    if (!group.isActive) refuse(CODES.codeGroupEnded);
    if (group.unused.length === 0) refuse(CODES.noCodesLeft);
    if (group.unused.length < count) refuse(CODES.tooFewCodes);
    return group.unused.slice(0, count);
  }

  /** Marks the next codes of a group as used. */
  use(name: string, count: number): void {
    const group = this.#groups.get(name);
    if (group !== undefined) group.unused = group.unused.slice(count);
  }
}
