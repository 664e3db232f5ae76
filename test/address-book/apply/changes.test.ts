import { describe, expect, it } from 'vitest';
import { type ApplyPlanOptions, importAddressBook, planDedupe, planEdits } from '../../../src/address-book/index.js';
import { accountsOfTests, clientWith, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const FIVE = persons(1, 5);
const [P1 = ''] = FIVE.map(({ number }) => number);

/** Plans to change numbers of the group A of the account `new`. */
async function edits(changes: Parameters<typeof planEdits>[0]['edits'], count = 1): Promise<void> {
  accounts.create([], [{ name: 'A', numbers: FIVE.slice(0, count) }]);
  await planEdits({ to: accounts.to, out: accounts.planFile, groupId: 1, edits: changes });
}
const apply = (options: Partial<ApplyPlanOptions> = {}) => accounts.apply({ from: undefined, ...options });

describe('numbers that are deleted or renamed', () => {
  it('get their entry back if the gateway refuses the new name', async () => {
    await edits([{ number: P1, name: 'x'.repeat(1001) }]);
    expect(await apply()).toMatchObject({ status: 'failed', failed: 2, done: 0 });
    expect(accounts.book('new')).toEqual([['A', `${P1} P1`]]);
  });

  it('are not changed if they are not telephone numbers, because they could not be added again', async () => {
    accounts.create([], [{ name: 'A' }]);
    const entries = [1, 2].map(() => ({ number: 'abc', name: 'Ala', groupId: 1 }));
    const deleted: string[] = [];
    const to = clientWith(accounts.to, {
      async *streamNumbers() {
        yield* entries;
      },
      async delNumber({ number }) {
        deleted.push(number);
        entries.length = 0;
      },
    });
    expect(await planDedupe({ to, out: accounts.planFile })).toMatchObject({ deleteNumbers: 0, remaining: 1 });
    await apply({ to });
    expect(deleted).toEqual([]);
  });

  it('are recorded before each request, so that a repeated one does not count as old as the first', async () => {
    await edits([{ number: P1, name: 'Ola' }]);
    const last: unknown[] = [];
    const to = clientWith(accounts.to, {
      delNumber(contact, options) {
        last.push(accounts.lines(accounts.journalFile).at(-1));
        if (last.length === 1) accounts.sandbox.failNext('soap_DelNumber', { drop: 'before' });
        return accounts.to.delNumber(contact, options);
      },
    });
    expect(await apply({ to })).toMatchObject({ status: 'done', changes: { numbersRenamed: 1 } });
    expect(last).toEqual([{ begun: 3 }, { begun: 3 }]);
    expect(accounts.book('new')).toEqual([['A', `${P1} Ola`]]);
  });

  it('are finished before a run ends that the gateway has refused', async () => {
    await edits(
      FIVE.map(({ number }) => ({ number })),
      5,
    );
    let [calls, inFlight] = [0, 0];
    const to = clientWith(accounts.to, {
      async delNumber(contact, options) {
        calls += 1;
        if (calls === 1) {
          accounts.sandbox.failNext('soap_DelNumber', { result: 101 });
          return accounts.to.delNumber(contact, options);
        }
        inFlight += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
        await accounts.to.delNumber(contact, options);
        inFlight -= 1;
      },
    });
    expect(await apply({ to, concurrency: 2 })).toMatchObject({ status: 'credentials' });
    expect(inFlight).toBe(0);
    expect(await apply()).toMatchObject({ status: 'done', done: 5 });
    expect(accounts.book('new')).toEqual([['A']]);
  });
});

it('the plan of an edit is a backup that can be imported, whatever ids the gateway gives to groups', async () => {
  accounts.create([]);
  const from = clientWith(accounts.from, {
    getGroups: async () => [{ id: -5, name: 'A', info: '', numberCount: 1 }],
    async *streamNumbers() {
      yield { ...person(1), groupId: -5 };
    },
  });
  await planEdits({ to: from, out: accounts.at('edit'), groupId: -5, edits: [{ number: P1 }] });
  const restore = { file: accounts.at('edit'), to: accounts.to, plan: accounts.at('restore'), settleMs: 1 };
  expect(await importAddressBook(restore)).toMatchObject({ status: 'done', total: 2 });
  expect(accounts.book('new')).toEqual([['A', `${P1} P1`]]);
});
