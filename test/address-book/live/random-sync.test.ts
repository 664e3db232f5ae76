import path from 'node:path';
import { expect, it } from 'vitest';
import { type SyncResult, syncAddressBook, type WritingClient } from '../../../src/address-book/index.js';
import { ConnectionError } from '../../../src/client/index.js';
import { Random } from '../../fuzz/random.js';
import { person, sidesOfTests } from './two-sides.js';

/** How many seeds are tried: `SYNC_SEEDS=1000 npx vitest run test/address-book/live` is the long form. */
const SEEDS = Number(process.env.SYNC_SEEDS ?? 12);
const NAMES = ['A', 'B', 'C'];

const sides = sidesOfTests();

/**
 * Somebody adds, deletes and moves numbers, and makes and deletes groups, of one side.
 *
 * @param first - of the numbers that are added
 */
async function change(username: 'old' | 'new', random: Random, first: number = 0): Promise<void> {
  const client = username === 'old' ? sides.from : sides.to;
  const groups = sides.sandbox.account(username)?.groups ?? [];
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
    const isThere = group.numbers.some(({ number }) => number === added.number);
    if (!isThere) await client.addNumber({ groupId: group.id, ...added });
  }
}

/** The target, while others change both sides between its requests, and the gateway goes away after some of them. */
function restless(random: Random, lasts: number): WritingClient {
  const { to } = sides;
  let count = 0;
  const between = async (): Promise<void> => {
    count += 1;
    if (count > lasts) throw new ConnectionError('away', 'not-sent');
    // A number that somebody adds while its group is filled may be there twice: nobody can be kept from that.
    if (random.chance(0.5)) await (random.chance(0.7) ? change('old', random) : change('new', random, 20));
  };
  const lost = (): void => {
    if (random.chance(0.1)) throw new ConnectionError('lost', 'unknown');
  };
  return {
    getGroups: (options) => to.getGroups(options),
    streamNumbers: (id, options) => to.streamNumbers(id, options),
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
  };
}

/** The groups of a side, with their numbers. */
function bookOf(username: string): ReadonlyMap<string, readonly string[]> {
  const groups = sides.sandbox.account(username)?.groups ?? [];
  return new Map(groups.map(({ name, numbers }) => [name, numbers.map(({ number }) => number)]));
}

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'sync comes to rest, and loses and doubles nothing: seed %i',
  async (seed) => {
    const random = new Random(seed);
    sides.accounts(
      [{ name: 'A', numbers: [person(1), person(2)] }, { name: 'B' }],
      [{ name: 'A', numbers: [person(8)] }],
    );
    const folder = path.join(sides.folder, 'sync');
    const sync = (to: WritingClient): Promise<SyncResult> =>
      syncAddressBook({ from: sides.from, to, folder, accounts: { from: 'old', to: 'new' }, settleMs: 1 });
    for (let count = 0; count < 8; count++) {
      await change('old', random);
      if (random.chance(0.3)) await change('new', random);
      const { status } = await sync(restless(random, 1 + random.below(6)));
      expect(['done', 'changed', 'transient']).toContain(status);
    }
    // Nobody changes anything any more.
    const before = bookOf('new');
    expect((await sync(sides.to)).status).toBe('done');
    const target = bookOf('new');
    for (const [name, numbers] of bookOf('old'))
      expect(target.get(name) ?? []).toEqual(expect.arrayContaining([...numbers]));
    for (const [name, numbers] of before) expect(target.get(name)).toEqual(expect.arrayContaining([...numbers]));
    for (const numbers of target.values()) expect(new Set(numbers).size).toBe(numbers.length);
    const writes = sides.sandbox.callCount('soap_AddNumber') + sides.sandbox.callCount('soap_AddGroup');
    expect(await sync(sides.to)).toMatchObject({ status: 'done', created: 0, added: 0 });
    expect(sides.sandbox.callCount('soap_AddNumber') + sides.sandbox.callCount('soap_AddGroup')).toBe(writes);
  },
);
