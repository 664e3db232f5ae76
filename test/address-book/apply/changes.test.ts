import { describe, expect, it } from 'vitest';
import { type ApplyPlanOptions, planDedupe, planEdits } from '../../../src/address-book/index.js';
import { accountsOfTests, clientWith, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const ONE = persons(1, 1);
const [P1 = ''] = ONE.map(({ number }) => number);

/** Plans to change numbers of the group A of the account `new`. */
async function edits(changes: Parameters<typeof planEdits>[0]['edits']): Promise<void> {
  accounts.create([], [{ name: 'A', numbers: ONE }]);
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

  it('are recorded before each request, so that a repeated request counts as new', async () => {
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
});
