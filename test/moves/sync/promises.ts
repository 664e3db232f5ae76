import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMark } from '../checks/compare.js';
import type { Change } from '../world/ledger.js';
import { numberKey } from '../world/spelling.js';
import type { Account } from '../world/store.js';
import { accountOf, type World } from '../world/world.js';

/** Holds each change that a sync makes against what it has promised, as it happens. */
export class Promises {
  readonly broken: string[] = [];
  readonly #world: World;
  /** So long a number may be added after the source has lost it, in milliseconds: it may have been on its way. */
  readonly #lateMs: number;
  readonly #deletes: boolean;
  /** When the source has lost a number last, by group and number. */
  readonly #lost = new Map<string, number>();
  /** What the sync has deleted, as a backup has it: each entry has to stand in one. */
  readonly #deleted = new Set<string>();
  /** What somebody else has deleted in the target. */
  readonly #taken = new Set<string>();
  /** Numbers that the sync has added. */
  added = 0;

  constructor(world: World, lateMs: number, deletes: boolean) {
    this.#world = world;
    this.#lateMs = lateMs;
    this.#deletes = deletes;
    world.ledger.listen((change) => this.#see(change));
  }

  /** Looks at both sides at rest: the target has all of the source. @param folder - that of the sync */
  atRest(folder: string): void {
    const [source, target] = ['old', 'new'].map((name) => entriesOf(accountOf(this.#world.profiles, name)));
    for (const key of source?.keys() ?? []) if (target?.has(key) !== true) this.#broke(`lost: ${key}`);
    if (!this.#deletes) return;
    const backups = readdirSync(folder).filter((name) => name.startsWith('deleted-'));
    const kept = backups.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
    for (const entry of this.#deleted) if (!kept.includes(entry)) this.#broke(`deleted, and in no backup: ${entry}`);
    for (const key of target?.keys() ?? []) if (source?.has(key) !== true) this.#broke(`not deleted: ${key}`);
  }

  /**
   * Looks at both sides when plans are carried out: the target has each number that one of them adds, unless the source
   * has lost it meanwhile, or somebody has deleted it in the target.
   */
  carriedOut(planned: Iterable<readonly [group: string, number: string]>): void {
    const target = entriesOf(accountOf(this.#world.profiles, 'new'));
    for (const [group, number] of planned) {
      const key = keyOf(group, number);
      const isExcused = this.#lost.has(key) || this.#taken.has(key);
      if (!target.has(key) && !isExcused) this.#broke(`planned, and lost: ${key}`);
    }
  }

  #see({ actor, account, kind, group, groupId, contacts }: Change): void {
    const keys = contacts.map(({ number }) => keyOf(group, number));
    if (account === 'old') {
      if (actor === 'run') this.#broke(`the source was changed: ${kind} ${group}`);
      if (kind.endsWith('-deleted')) for (const key of keys) this.#lost.set(key, performance.now());
      return;
    }
    if (account === 'new' && actor !== 'run' && kind.endsWith('-deleted')) for (const key of keys) this.#taken.add(key);
    if (actor !== 'run' || account !== 'new') return;
    if (kind.endsWith('-deleted') && !this.#deletes) this.#broke(`deleted: ${kind} ${group}: ${keys.join(' ')}`);
    if (kind.endsWith('-deleted')) {
      for (const { number, name } of contacts) {
        // What somebody has added after the group was read last nobody can have compared.
        if (kind === 'group-deleted' && this.#isLate(group, groupId, number)) continue;
        this.#deleted.add(JSON.stringify({ number, name }).slice(1, -1));
      }
    }
    if (kind !== 'number-added') return;
    this.added += 1;
    const source = entriesOf(accountOf(this.#world.profiles, 'old'));
    for (const key of keys) {
      const lost = this.#lost.get(key) ?? Number.NEGATIVE_INFINITY;
      if (!source.has(key) && performance.now() - lost > this.#lateMs) this.#broke(`not of the source: ${key}`);
    }
  }

  /** Tells whether somebody has added a number to a group of the target after the run has read it last. */
  #isLate(group: string, groupId: number, number: string): boolean {
    const { ledger } = this.#world;
    const read = ledger.lastRead('new', groupId);
    return ledger.thirdOn('added', group, number, 'new').some(({ seq }) => seq > read);
  }

  #broke(what: string): void {
    this.broken.push(what);
  }
}

/** The groups of an account, and the numbers of each, once. */
function entriesOf(account: Account): ReadonlySet<string> {
  const entries = new Set<string>();
  for (const group of account.groups.list()) {
    if (isMark(group)) continue;
    entries.add(group.name);
    for (const { number } of group.contacts()) entries.add(keyOf(group.name, number));
  }
  return entries;
}

function keyOf(group: string, number: string): string {
  return `${group} | ${numberKey(number)}`;
}
