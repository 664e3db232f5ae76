import type { Group } from '../../client/types.js';
import { ValidationError } from '../../errors/errors.js';
import { groupsOf, type ReadingClient } from '../accounts/account.js';
import { type ContactTable, readContacts } from '../accounts/contact-table.js';
import { isSameAccount } from '../accounts/same-account.js';
import { STATES } from '../journal/read-journal.js';
import type { DeleteGroup, PlanHeader } from '../plan/plan-lines.js';
import type { SkipReason } from './events.js';
import type { RunState } from './run-state.js';
import { isGone, Stop } from './step-failure.js';

export interface GroupDeletion {
  readonly line: number;
  readonly group: DeleteGroup;
  readonly entries: ContactTable;
}

export class GroupDeleter {
  readonly #state: RunState;
  /** Whether it was checked that the copies are in another account: before the first deletion, and after it. */
  #checked: 'no' | 'before' | 'after' = 'no';

  constructor(state: RunState) {
    this.#state = state;
  }

  async delete(deletion: GroupDeletion): Promise<void> {
    const { journal, client, dryRun, signal } = this.#state.parts;
    const { line, group, entries } = deletion;
    const step = { line, group: group.name };
    if (journal.steps.isOver(line)) return;
    this.#state.checkSignal();
    if (group.copies !== undefined && this.#checked === 'no' && !dryRun) await this.#checkAccounts();
    // Read again for each: names and infos may change while others are deleted.
    const now = (await groupsOf(client, { signal })).find(({ id }) => id === group.id);
    if (now === undefined) {
      const wasDeleted = journal.steps.stateOf(line) === STATES.begun;
      if (wasDeleted) this.#state.changed('group-deleted', step, [line]);
      else this.#state.unchanged(step);
      return;
    }
    const reason = await this.#difference(deletion, now);
    if (reason !== undefined) return this.#state.skip(step, reason);
    if (dryRun) return this.#state.changed('group-deleted', step, []);
    await journal.begin(line);
    let deleted: number | null;
    try {
      deleted = (await client.delGroup(group.id)).numberCount;
      this.#state.changed('group-deleted', step, [line]);
    } catch (error) {
      if (isGone(error)) return this.#state.unchanged(step);
      const failure = this.#state.requestFailed(step, error);
      if (failure.kind === 'refused') return;
      if (failure.kind === 'exists') return this.#state.failed(step, failure.code);
      // The next run looks whether it was deleted.
      throw new Stop('transient', error);
    }
    if (group.copies !== undefined && this.#checked !== 'after') await this.#checkCopies(group);
    if (deleted !== null && deleted > entries.size) {
      this.#state.extraDeletedWith(group.name, entries.size, deleted);
    }
  }

  async #difference({ group, entries }: GroupDeletion, now: Group): Promise<SkipReason | undefined> {
    const { client, signal, header } = this.#state.parts;
    if (now.name !== group.name || now.info !== group.info) return 'entries-changed';
    const copies = group.copies === undefined ? undefined : await this.#copies(group, header);
    if (copies === 'missing') return 'copy-missing';
    let count = 0;
    let hasAllCopies = true;
    for await (const contact of client.streamNumbers(group.id, { signal })) {
      if (entries.find(contact.number, contact.name) !== 'same') return 'entries-changed';
      count += 1;
      if (copies !== undefined) hasAllCopies &&= hasCopy(copies, contact, header);
    }
    if (count < entries.size) return 'entries-changed';
    return hasAllCopies ? undefined : 'copy-missing';
  }

  async #copies({ info, copies }: DeleteGroup, { accept = [] }: PlanHeader): Promise<ContactTable | 'missing'> {
    const { signal } = this.#state.parts;
    const { name = '', ids = [] } = copies ?? {};
    const groups = (await groupsOf(this.#other, { signal })).filter(({ id }) => ids.includes(id));
    if (ids.length === 0 || groups.length < ids.length || groups.some((group) => group.name !== name)) return 'missing';
    const hasInfo = info === '' || accept.includes('info') || groups.some((group) => group.info === info);
    return hasInfo ? readContacts(this.#other, ids, { signal }) : 'missing';
  }

  get #other(): ReadingClient {
    // A plan with copies is not applied without the other account.
    return this.#state.parts.other as ReadingClient;
  }

  async #checkAccounts(): Promise<void> {
    const { client, signal } = this.#state.parts;
    if (await isSameAccount(client, this.#other, signal)) {
      throw new Stop('changed', sameAccount());
    }
    this.#checked = 'before';
  }

  /**
   * Checks after the first deletion that the copies still exist: an account that does not show a new group everywhere
   * at once passes the check before it.
   */
  async #checkCopies(group: DeleteGroup): Promise<void> {
    if ((await this.#copies(group, this.#state.parts.header)) === 'missing') throw new Stop('changed', sameAccount());
    this.#checked = 'after';
  }
}

function sameAccount(): ValidationError {
  return new ValidationError('from', 'is the same account as to, reached by another address; the plan is the backup');
}

function hasCopy(
  copies: ContactTable,
  { number, name }: { readonly number: string; readonly name: string },
  { accept = [] }: PlanHeader,
): boolean {
  const found = copies.find(number, name);
  return (
    found === 'same' ||
    (found === 'fewer' && accept.includes('duplicate')) ||
    (found === 'other-name' && accept.includes('name'))
  );
}
