import { rmSync } from 'node:fs';
import { array, asyncProperty, assert as checkProperty, constantFrom, integer, record } from 'fast-check';
import { expect, it } from 'vitest';
import type { WritingClient } from '../../../src/address-book/accounts/account.js';
import type { SmsServiceClient } from '../../../src/client/index.js';
import { accountsOfTests, clientWith, person } from '../two-accounts.js';

const accounts = accountsOfTests();
const GROUPS = ['A', 'B', 'C'] as const;
const NUMBERS = 4;

/** A book: for each group whether it exists, and which numbers it has, as bits. */
const book = array(integer({ min: 0, max: 2 ** (NUMBERS + 1) - 1 }), { minLength: 3, maxLength: 3 });
const change = record({
  side: constantFrom('old', 'new'),
  group: constantFrom(...GROUPS),
  what: constantFrom('delete-group', 'add-group', 'delete-number', 'add-number'),
  index: integer({ min: 0, max: NUMBERS - 1 }),
});
/** A call that is killed before or after one of its requests, and what others do before it. */
const call = record({
  changes: array(change, { maxLength: 2 }),
  killedAt: integer({ min: 1, max: 6 }),
  isExecuted: constantFrom(true, false),
  lost: constantFrom(undefined, 'before', 'after'),
  ifChanged: constantFrom('fail', 'skip', 'replan'),
});
type Book = readonly number[];
type Change = typeof change extends { generate(...args: never): { readonly value: infer T } } ? T : never;

const groupsOf = (bits: Book) =>
  GROUPS.flatMap((name, index) => {
    const own = bits[index] ?? 0;
    if ((own & 1) === 0) return [];
    const numbers = Array.from({ length: NUMBERS }, (_, number) => number).filter((number) => own & (2 << number));
    return [{ name, numbers: numbers.map((number) => person(number)) }];
  });

const numbersOf = (username: 'old' | 'new', group: string): readonly string[] =>
  (accounts.sandbox.account(username)?.groups ?? [])
    .filter(({ name }) => name === group)
    .flatMap(({ numbers }) => numbers.map(({ number }) => number));

async function disturb({ side, group, what, index }: Change): Promise<void> {
  const client: SmsServiceClient = side === 'old' ? accounts.from : accounts.to;
  const groupId = accounts.groupId(side, group);
  const { number, name } = person(index);
  const hasNumber = numbersOf(side, group).includes(number);
  if (what === 'add-group' && groupId === 0) await client.addGroup({ name: group });
  if (groupId === 0) return;
  if (what === 'delete-group') await client.delGroup(groupId);
  else if (what === 'delete-number' && hasNumber) await client.delNumber({ groupId, number });
  else if (what === 'add-number' && !hasNumber) await client.addNumber({ groupId, number, name });
}

/** A client that is killed before or after its n-th request is executed. */
function killed(client: WritingClient, count: number, isExecuted: boolean): WritingClient {
  let requests = 0;
  const counted = async <T>(request: () => Promise<T>): Promise<T> => {
    requests += 1;
    if (requests < count) return request();
    if (requests === count && isExecuted) await request();
    throw new Error('killed');
  };
  return clientWith(client, {
    addGroup: (group) => counted(() => client.addGroup(group)),
    addNumber: (contact) => counted(() => client.addNumber(contact)),
  });
}

it('a copy that is killed, disturbed and planned again adds everything once, and deletes nothing', async () => {
  const property = asyncProperty(book, book, array(call, { maxLength: 3 }), async (source, target, calls) => {
    accounts.create(groupsOf(source), groupsOf(target));
    for (const file of accounts.files()) rmSync(accounts.at(file), { recursive: true });
    await accounts.plan();
    const planned = groupsOf(source);
    for (const { changes, killedAt, isExecuted, lost, ifChanged } of calls) {
      for (const one of changes) await disturb(one);
      if (lost !== undefined) accounts.sandbox.failNext('soap_AddNumber', { drop: lost });
      const to = killed(accounts.to, killedAt, isExecuted);
      await accounts.apply({ to, ifChanged, concurrency: 1 + (killedAt % 2) }).catch((error: Error) => {
        if (error.message !== 'killed') throw error;
      });
      accounts.sandbox.clearFailures();
    }
    const before = GROUPS.map((name) => numbersOf('new', name));
    const result = await accounts.apply({ ifChanged: 'replan' });
    expect(result.status).toBe('done');
    for (const [index, name] of GROUPS.entries()) {
      const numbers = numbersOf('new', name);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toEqual(expect.arrayContaining([...(before[index] ?? [])]));
      // Steps that were done are not repeated if others have undone them, so only undisturbed plans are complete.
      const isDisturbed = calls.some(({ changes }) => changes.some(({ side }) => side === 'new'));
      const wanted = planned.find((group) => group.name === name)?.numbers ?? [];
      const inSource = numbersOf('old', name);
      const kept = wanted.map(({ number }) => number).filter((number) => inSource.includes(number));
      if (!isDisturbed) expect(numbers).toEqual(expect.arrayContaining(kept));
    }
    // Nothing is left to do.
    expect(await accounts.apply({ ifChanged: 'replan' })).toMatchObject({
      status: 'done',
      changes: { numbersAdded: 0 },
    });
  });
  await checkProperty(property, { numRuns: 150 });
});
