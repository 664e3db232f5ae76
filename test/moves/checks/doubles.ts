import { numberKey } from '../world/spelling.js';
import { accountOf, type World } from '../world/world.js';

/** A number that a run has added to a group that had it. */
export interface Doubled {
  readonly account: string;
  readonly group: string;
  readonly number: string;
  /** Why that could not be known; `undefined` where it could. */
  readonly excuse: string | undefined;
}

/**
 * Looks at each number that a run adds, as it happens: is it there already?
 *
 * @param excuse - why a run could not know of others that fill the account, by another address say
 */
export function watchDoubles(world: World, excuse: () => string | undefined, tell: (doubled: Doubled) => void): void {
  const { ledger, profiles } = world;
  /** How often a number has stood in a group at most: what is deleted and added again was not doubled by that. */
  const most = new Map<string, number>();
  for (const { username, groups } of world.accounts) {
    for (const group of groups.list()) {
      for (const { number } of group.contacts()) {
        const key = [username, group.name, numberKey(number)].join('\t');
        most.set(key, (most.get(key) ?? 0) + 1);
      }
    }
  }
  ledger.listen((change) => {
    if (change.kind !== 'number-added') return;
    const { account, group } = change;
    const [{ number } = { number: '' }] = change.contacts;
    const groups = accountOf(profiles, account)
      .groups.list()
      .filter(({ name }) => name === group);
    const count = groups
      .flatMap((one) => one.contacts())
      .filter((one) => numberKey(one.number) === numberKey(number)).length;
    const key = [account, group, numberKey(number)].join('\t');
    const before = most.get(key) ?? 1;
    most.set(key, Math.max(before, count));
    if (change.actor !== 'run' || count <= before) return;
    const byThird =
      ledger.thirdOn('added', group, number, account).length > 0 ? 'somebody else has added it' : undefined;
    tell({ account, group, number, excuse: byThird ?? excuse() });
  });
}
