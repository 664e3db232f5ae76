import type { Change } from '../world/ledger.js';
import { numberKey } from '../world/spelling.js';
import type { Contact } from '../world/store.js';
import { accountOf, type World } from '../world/world.js';
import { type BackedUp, backupOf, labelsOf, plansIn } from './files.js';

const MARK = /^sms-service-mark-[0-9a-f]{12}$/;

/** Contacts that a run deleted with a group without comparing them, because a third party added them just before. */
export interface Surplus {
  readonly group: string;
  readonly seq: number;
  readonly contacts: readonly Contact[];
}

/** Checks each deletion of a run at once: a plan must contain a copy, and the target must have the contacts. */
export class Deletions {
  readonly #world: World;
  readonly #folder: string;
  readonly #broken: (what: string) => void;
  readonly surplus: Surplus[] = [];
  /** The same for single numbers. */
  readonly excused: Surplus[] = [];

  constructor(world: World, folder: string, broken: (what: string) => void) {
    this.#world = world;
    this.#folder = folder;
    this.#broken = broken;
    world.ledger.listen((change) => {
      if (change.actor !== 'run') return;
      if (change.kind === 'group-deleted') this.#look(change);
      if (change.kind === 'number-deleted') this.#lookAtNumber(change);
    });
  }

  #look(change: Change): void {
    const { account, group, groupId, info, contacts } = change;
    const where = `${account}/${group}#${groupId}`;
    if (MARK.test(group)) {
      if (contacts.length > 0) this.#broken(`a mark was deleted that had numbers: ${where}`);
      return;
    }
    const plans = plansIn(this.#folder).flatMap((file) => {
      const groups = backupOf(file).filter(({ isGroup, id, name }) => isGroup && id === groupId && name === group);
      return groups.filter(({ purpose }) => purpose === 'mirror' || this.#isFrom(file, account));
    });
    const plan = plans.find((one) => uncovered(contacts, one.contacts).length === 0) ?? plans[0];
    if (plan === undefined) return this.#broken(`a group was deleted that no plan contains: ${where}`);
    if (plan.info !== info) this.#broken(`a group was deleted whose info no plan contains: ${where}`);
    this.#lookAtSurplus(change, uncovered(contacts, plan.contacts));
    if (plan.purpose === 'remove') this.#lookAtTarget(change, plan);
  }

  #isFrom(file: string, account: string): boolean {
    const from = labelsOf(file)?.from;
    return from !== undefined && accountOf(this.#world.profiles, from).username === account;
  }

  /** A number is deleted only by a plan that contains all its entries. */
  #lookAtNumber({ account, group, groupId, seq, contacts }: Change): void {
    const kept = plansIn(this.#folder).flatMap((file) =>
      backupOf(file).filter(({ isGroup, id, name }) => !isGroup && id === groupId && name === group),
    );
    const lefts = kept.map((one) => uncovered(contacts, one.contacts));
    const [left = contacts] = lefts.sort((one, other) => one.length - other.length);
    const { ledger } = this.#world;
    for (const { number, name } of left) {
      const isLate = ledger
        .thirdOn('added', group, number, account)
        .some((change) => change.seq > ledger.lastRead(account, groupId));
      const where = `${account}/${group}#${groupId} ${number} ${JSON.stringify(name)}`;
      if (!isLate) this.#broken(`a number was deleted that no plan contains: ${where}, ${seq}`);
      this.excused.push({ group, seq, contacts: [{ number, name }] });
    }
  }

  /** Deleted contacts that no plan contains must have been added by a third party after the group was last read. */
  #lookAtSurplus({ account, group, groupId, seq }: Change, surplus: readonly Contact[]): void {
    if (surplus.length === 0) return;
    const { ledger } = this.#world;
    const read = ledger.lastRead(account, groupId);
    for (const { number, name } of surplus) {
      const isLate = ledger.thirdOn('added', group, number, account).some((change) => change.seq > read);
      if (!isLate) this.#broken(`deleted without a backup: ${account}/${group}#${groupId} ${number} ${name}`);
    }
    this.surplus.push({ group, seq, contacts: surplus });
  }

  /** The target may lack a deleted contact only if the plan accepted the loss or a third party deleted it there. */
  #lookAtTarget({ account, group, groupId }: Change, plan: BackedUp): void {
    const { ledger, profiles } = this.#world;
    const to = accountOf(profiles, labelsOf(plan.file)?.to ?? '');
    if (to.username === account) return this.#broken(`deleted in the account that is to have it: ${account}/${group}`);
    const theirs = to.groups.list().filter(({ name }) => name === plan.as);
    const entries = theirs.flatMap((one) => one.contacts());
    const isTouched = ledger.changes.some(
      (change) =>
        change.actor === 'third' &&
        change.seq > ledger.begun &&
        change.account === to.username &&
        change.kind === 'group-deleted' &&
        change.group === plan.as,
    );
    for (const { number, name } of uncovered(plan.contacts, entries)) {
      const isThere = entries.some((one) => numberKey(one.number) === numberKey(number));
      const isGivenUp = isThere && (plan.accepted.includes('name') || plan.accepted.includes('duplicate'));
      const wasDeleted = ledger.thirdOn('deleted', plan.as, number, to.username).length > 0;
      if (!isGivenUp && !wasDeleted && !isTouched) {
        this.#broken(`deleted while the target does not have it: ${account}/${group}#${groupId} ${number} ${name}`);
      }
    }
    const hasInfo = plan.info === '' || plan.accepted.includes('info') || theirs.some(({ info }) => info === plan.info);
    if (!hasInfo && !isTouched)
      this.#broken(`deleted while the target has another info: ${account}/${group}#${groupId}`);
    if (theirs.length === 0 && !isTouched)
      this.#broken(`deleted while the target has no such group: ${account}/${group}`);
  }
}

/** Returns the entries that `others` does not contain, counting repeated entries. */
function uncovered(entries: readonly Contact[], others: readonly Contact[]): readonly Contact[] {
  const left = [...others];
  return entries.filter((entry) => {
    const index = left.findIndex((one) => numberKey(one.number) === numberKey(entry.number) && one.name === entry.name);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}
