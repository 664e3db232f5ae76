import { describe, expect, it } from 'vitest';
import { type AddressBookDifference, verifyMigration } from '../../../src/address-book/index.js';
import { accountsOfTests, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const verify = (options: Partial<Parameters<typeof verifyMigration>[0]> = {}) =>
  verifyMigration({ from: accounts.from, to: accounts.to, ...options });

describe('verifying', () => {
  it('reports each difference', async () => {
    accounts.create(
      [{ name: 'A', numbers: persons(1, 3) }, { name: 'B' }],
      [{ name: 'A', numbers: [person(1), person(2, 'other'), person(9), person(9)] }, { name: 'C' }],
    );
    const found: AddressBookDifference[] = [];
    expect(await verify({ onDifference: (difference) => found.push(difference) })).toEqual({
      groups: 2,
      numbers: 3,
      missing: 2,
      extra: 2,
      otherNames: 1,
      duplicates: 1,
      fewer: 0,
      infos: 0,
      hasSameIds: false,
      isComplete: false,
      isSame: false,
    });
    expect(found).toEqual([
      { kind: 'extra-group', group: 'C' },
      { kind: 'other-name', group: 'A', number: '48500100002', name: 'P2' },
      { kind: 'missing-number', group: 'A', number: '48500100003', name: 'P3' },
      { kind: 'extra-number', group: 'A', number: '48500100009' },
      { kind: 'duplicate', group: 'A', number: '48500100009' },
      { kind: 'missing-group', group: 'B' },
    ]);
  });

  it('uses the new names of a plan', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 2) }], [{ name: 'A' }]);
    await accounts.plan({ names: { A: 'B' } });
    await accounts.apply();
    expect(await verify()).toMatchObject({ missing: 2, isComplete: false });
    expect(await verify({ plan: accounts.planFile })).toMatchObject({ missing: 0, isComplete: true });
  });
});
