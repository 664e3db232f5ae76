import { numberKey } from './spelling.js';
import type { Contact, ContactGroup } from './store.js';

/** Who has changed something: a process of the command, or somebody else. */
export type Actor = 'run' | 'third';

/** Something that has happened in an account. */
export interface Change {
  readonly seq: number;
  readonly actor: Actor;
  readonly account: string;
  readonly kind: 'group-added' | 'group-deleted' | 'number-added' | 'number-deleted';
  readonly groupId: number;
  readonly group: string;
  readonly info: string;
  /** What was added or deleted; of a group all that it had. */
  readonly contacts: readonly Contact[];
}

/** That somebody has read the numbers of a group. */
interface Read {
  readonly seq: number;
  readonly account: string;
  readonly groupId: number;
}

/** What was ever in which account, and who has changed it. */
export class Ledger {
  readonly changes: Change[] = [];
  readonly #reads: Read[] = [];
  readonly #listeners: ((change: Change) => void)[] = [];
  /** Who acts at this moment. */
  actor: Actor = 'third';
  #seq = 0;

  /** Counts changes and readings. */
  get seq(): number {
    return this.#seq;
  }

  /** Is told of each change at once. */
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

  /** What somebody else has done with a number of a group, in one account or in any. */
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

  /** Where the beginning ends: what was there before is nobody's change. */
  begun = 0;
}
