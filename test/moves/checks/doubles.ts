import { numberKey } from '../world/spelling.js';
import { accountOf, type World } from '../world/world.js';

/** A number that a run added although its group contained it. */
export interface Doubled {
  readonly account: string;
  readonly group: string;
  readonly number: string;
  /** Why the run could not know; `undefined` if it could. */
  readonly excuse: string | undefined;
}

/**
 * Checks for each number that a run adds whether the group already contains it.
 *
 * @param excuse - why a run could not know of other runs, for example with another address
 */
export function watchDoubles(world: World, excuse: () => string | undefined, tell: (doubled: Doubled) => void): void {
  const { ledger, profiles } = world;
  /** The highest count of each number in its group. Deleting and adding a number again does not duplicate it. */
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
