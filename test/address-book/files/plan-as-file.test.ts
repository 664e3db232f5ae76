import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  diffAddressBooks,
  importAddressBook,
  planDedupe,
  planEdits,
  planRemoval,
  readPlanInfo,
  syncAddressBook,
} from '../../../src/address-book/index.js';
import type { SandboxGroup } from '../../../src/sandbox/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { accountsOfTests, person, persons, twoClients } from '../two-accounts.js';

const accounts = accountsOfTests();

const SOURCE: readonly SandboxGroup[] = [
  { name: 'A', info: 'i', numbers: persons(1, 2) },
  { name: 'B', numbers: [person(3)] },
];

/** Creates a mirror plan: the copy of one that is applied, without its journal. */
async function mirrorPlan(): Promise<void> {
  const { from, to, planFile } = accounts;
  const options = { from, to, folder: accounts.at('sync'), delete: true, settleMs: 1, maxDelete: 9 };
  const onPlanApplied = (plan: string): void => copyFileSync(plan, planFile);
  expect(await syncAddressBook({ ...options, onPlanApplied })).toMatchObject({ status: 'done' });
}

interface PlanCase {
  readonly what: string;
  readonly purpose: string;
  readonly target: readonly SandboxGroup[];
  readonly create: () => Promise<unknown>;
  /** The address book that is read from the plan. */
  readonly book: readonly (readonly string[])[];
}

const [P1, P2, P3, P9] = [1, 2, 3, 9].map((index) => `${person(index).number} P${index}`) as [
  string,
  string,
  string,
  string,
];

const PLANS: readonly PlanCase[] = [
  {
    what: 'a copy contains its additions',
    purpose: 'copy',
    target: [{ name: 'A', numbers: [person(1)] }],
    create: () => accounts.plan(),
    book: [
      ['A', P2],
      ['B', P3],
    ],
  },
  {
    what: 'a mirror that deletes contains its deletions and renames',
    purpose: 'mirror',
    target: [
      { name: 'A', numbers: [person(1, 'other'), person(9)] },
      { name: 'C', info: 'c', numbers: [person(9)] },
    ],
    create: mirrorPlan,
    book: [
      ['A', `${person(1).number} other`, P9],
      ['C', P9],
    ],
  },
  {
    what: 'a removal contains its deletions',
    purpose: 'remove',
    target: [],
    create: async () => {
      const { from, to, planFile } = accounts;
      await accounts.plan({ out: accounts.at('copy') });
      await accounts.apply({ plan: accounts.at('copy'), concurrency: 1 });
      await planRemoval({ from, to, plan: accounts.at('copy'), out: planFile });
    },
    book: [
      ['A', P1, P2],
      ['B', P3],
    ],
  },
  {
    what: 'a removal of duplicates contains all deleted entries',
    purpose: 'dedupe',
    target: [{ name: 'A', numbers: [person(1), person(2), person(2)] }],
    create: () => planDedupe({ to: accounts.to, out: accounts.planFile }),
    book: [['A', P2]],
  },
  {
    what: 'an edit contains all deleted and renamed entries',
    purpose: 'edit',
    target: [{ name: 'A', numbers: persons(1, 3) }],
    create: () => {
      const edits = [{ number: person(1).number }, { number: person(3).number, name: 'new' }];
      return planEdits({ to: accounts.to, out: accounts.planFile, groupId: 3, edits });
    },
    book: [['A', P1, P3]],
  },
];

describe('a plan that is read as an address book', () => {
  it.each(PLANS)('$what', async ({ purpose, target, create, book }) => {
    accounts.create(SOURCE, target);
    await create();
    expect((await readPlanInfo(accounts.planFile)).purpose).toBe(purpose);
    const sandbox = createSandbox({
      accounts: [
        { username: 'old', password: 'p' },
        { username: 'new', password: 'p' },
      ],
    });
    const [empty] = twoClients(sandbox);
    const importing = { file: accounts.planFile, to: empty, plan: accounts.at('import'), concurrency: 1, settleMs: 1 };
    expect(await importAddressBook(importing)).toMatchObject({ status: 'done' });
    const found = (sandbox.account('old')?.groups ?? []).map(({ name, numbers }) => [
      name,
      ...numbers.map((entry) => `${entry.number} ${entry.name}`),
    ]);
    expect(found).toEqual(book);
    expect(await diffAddressBooks({ left: accounts.planFile, right: empty, accept: ['duplicate'] })).toMatchObject({
      isComplete: true,
      extra: 0,
    });
  });
});
