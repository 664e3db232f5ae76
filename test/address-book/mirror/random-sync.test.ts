import path from 'node:path';
import { expect, it } from 'vitest';
import { type AddressBookClient, type MirrorResult, syncAddressBook } from '../../../src/address-book/index.js';
import { ConnectionError } from '../../../src/client/index.js';
import { Random } from '../../fuzz/random.js';
import { accountsOfTests, clientWith, person } from '../two-accounts.js';

/** How many seeds are tried. More: `SYNC_SEEDS=1000 npx vitest run test/address-book/mirror`. */
const SEEDS = Number(process.env.SYNC_SEEDS ?? 12);
const NAMES = ['A', 'B', 'C'];

const accounts = accountsOfTests();

/** Changes an account at random. @param first - the first of the numbers that are added */
async function change(username: 'old' | 'new', random: Random, first: number = 0): Promise<void> {
  const client = username === 'old' ? accounts.from : accounts.to;
  const groups = accounts.sandbox.account(username)?.groups ?? [];
  const group = random.pick(groups);
  const name = random.pick(NAMES.filter((one) => groups.every((own) => own.name !== one)));
  if (group === undefined || (name !== undefined && random.chance(0.3))) {
    if (name !== undefined) await client.addGroup({ name, info: '' });
    return;
  }
  const what = random.below(10);
  const own = random.pick(group.numbers);
  if (what === 0) await client.delGroup(group.id);
  else if (what < 4 && own !== undefined) await client.delNumber({ groupId: group.id, number: own.number });
  else {
    const added = person(first + random.below(9));
    const exists = group.numbers.some(({ number }) => number === added.number);
    if (!exists) await client.addNumber({ groupId: group.id, ...added });
  }
}

/** The target; between its requests both accounts change, and after some of them the gateway is unreachable. */
function restless(random: Random, lasts: number): AddressBookClient {
  const { to } = accounts;
  let count = 0;
  const between = async (): Promise<void> => {
    count += 1;
    if (count > lasts) throw new ConnectionError('away', 'not-sent');
    // The target gets other numbers: another client could add a number of the source at the same time.
    if (random.chance(0.5)) await (random.chance(0.7) ? change('old', random) : change('new', random, 20));
  };
  const lost = (): void => {
    if (random.chance(0.1)) throw new ConnectionError('lost', 'unknown');
  };
  return clientWith(to, {
    addGroup: async (group) => {
      await between();
      const made = await to.addGroup(group);
      lost();
      return made;
    },
    addNumber: async (contact) => {
      await between();
      await to.addNumber(contact);
      lost();
    },
  });
}

/** The groups of an account, with their numbers. */
function bookOf(username: 'old' | 'new'): ReadonlyMap<string, readonly string[]> {
  const groups = accounts.sandbox.account(username)?.groups ?? [];
  return new Map(groups.map(({ name, numbers }) => [name, numbers.map(({ number }) => number)]));
}

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'sync converges without losing or duplicating a number: seed %i',
  async (seed) => {
    const random = new Random(seed);
    accounts.create(
      [{ name: 'A', numbers: [person(1), person(2)] }, { name: 'B' }],
      [{ name: 'A', numbers: [person(8)] }],
    );
    const folder = path.join(accounts.folder, 'sync');
    const sync = (to: AddressBookClient): Promise<MirrorResult> =>
      syncAddressBook({ from: accounts.from, to, folder, accounts: { from: 'old', to: 'new' }, settleMs: 1 });
    for (let count = 0; count < 8; count++) {
      await change('old', random);
      if (random.chance(0.3)) await change('new', random);
      const { status } = await sync(restless(random, 1 + random.below(6)));
      expect(['done', 'changed', 'transient']).toContain(status);
    }
    // No more changes.
    const before = bookOf('new');
    expect((await sync(accounts.to)).status).toBe('done');
    const target = bookOf('new');
    for (const [name, numbers] of bookOf('old'))
      expect(target.get(name) ?? []).toEqual(expect.arrayContaining([...numbers]));
    for (const [name, numbers] of before) expect(target.get(name)).toEqual(expect.arrayContaining([...numbers]));
    for (const numbers of target.values()) expect(new Set(numbers).size).toBe(numbers.length);
    const writes = accounts.sandbox.callCount('soap_AddNumber') + accounts.sandbox.callCount('soap_AddGroup');
    expect(await sync(accounts.to)).toMatchObject({ status: 'done', changes: { groupsAdded: 0, numbersAdded: 0 } });
    expect(accounts.sandbox.callCount('soap_AddNumber') + accounts.sandbox.callCount('soap_AddGroup')).toBe(writes);
  },
);
