import { numberKey } from './spelling.js';
import type { Contact, ContactGroup } from './store.js';

/** The author of a change: a process of the command, or a third party. */
export type Actor = 'run' | 'third';

/** A change of an account. */
export interface Change {
  readonly seq: number;
  readonly actor: Actor;
  readonly account: string;
  readonly kind: 'group-added' | 'group-deleted' | 'number-added' | 'number-deleted';
  readonly groupId: number;
  readonly group: string;
  readonly info: string;
  /** The added or deleted entries; for a group all of its entries. */
  readonly contacts: readonly Contact[];
}

/** A read of the numbers of a group. */
interface Read {
  readonly seq: number;
  readonly account: string;
  readonly groupId: number;
}

/** All contents that the accounts ever had, and the authors of the changes. */
export class Ledger {
  readonly changes: Change[] = [];
  readonly #reads: Read[] = [];
  readonly #listeners: ((change: Change) => void)[] = [];
  /** The author of the current request. */
  actor: Actor = 'third';
  #seq = 0;

  /** Counts changes and reads. */
  get seq(): number {
    return this.#seq;
  }

  /** Called for each change. */
  listen(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  note(
    account: string,
    kind: Change['kind'],
    { id, name, info }: Pick<ContactGroup, 'id' | 'name' | 'info'>,
    contacts: readonly Contact[],
  ): void {
    this.#seq += 1;
    const change = { seq: this.#seq, actor: this.actor, account, kind, groupId: id, group: name, info, contacts };
    this.changes.push(change);
    for (const listener of this.#listeners) listener(change);
  }

  noteRead(account: string, groupId: number): void {
    this.#seq += 1;
    this.#reads.push({ seq: this.#seq, account, groupId });
  }

  /** When a group was read last; 0 for never. */
  lastRead(account: string, groupId: number): number {
    return this.#reads.findLast((read) => read.account === account && read.groupId === groupId)?.seq ?? 0;
  }

  /** The changes of a number of a group by third parties, in one account or in any. */
  thirdOn(kind: 'added' | 'deleted', group: string, number: string, account?: string): readonly Change[] {
    return this.changes.filter(
      (change) =>
        change.actor === 'third' &&
        change.seq > this.begun &&
        change.kind.endsWith(kind) &&
        change.group === group &&
        (account === undefined || change.account === account) &&
        change.contacts.some((contact) => numberKey(contact.number) === numberKey(number)),
    );
  }

  /** The position after the initial contents, which are not changes. */
  begun = 0;
}
