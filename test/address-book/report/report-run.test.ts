import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FailedStep, type NumberCounts, planEdits, reportRun } from '../../../src/address-book/index.js';
import { accountsOfTests, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const counts = (more: Partial<NumberCounts> = {}): NumberCounts => ({
  ...{ added: 0, deleted: 0, renamed: 0, failed: 0, remaining: 0 },
  ...more,
});

describe('reportRun', () => {
  it('reports the completed, failed and remaining steps of all runs by group', async () => {
    accounts.create(
      [
        { name: 'VIP', numbers: [person(1), { number: 'no number', name: 'x' }, person(2)] },
        { name: 'Nowa', numbers: [person(3)] },
        { name: 'Zła', numbers: persons(4, 2) },
      ],
      [{ name: 'VIP', numbers: [person(1)] }],
    );
    const plan = accounts.planFile;
    await accounts.plan();
    accounts.sandbox.failNext('soap_AddGroup', { result: 4111 });
    await accounts.apply();
    await accounts.apply();
    const failures: FailedStep[] = [];
    expect(await reportRun({ plan, onFailed: (step) => failures.push(step) })).toEqual({
      purpose: 'copy',
      groups: [
        { group: 'VIP', state: 'existing', numbers: counts({ added: 1, failed: 1 }) },
        { group: 'Nowa', state: 'failed', numbers: counts({ remaining: 1 }) },
        { group: 'Zła', state: 'added', numbers: counts({ added: 2 }) },
      ],
    });
    expect(failures).toEqual([
      { line: 4, group: 'VIP', number: 'no number', code: 13, meaning: 'no correct telephone number' },
      { line: 6, group: 'Nowa', code: 4111, meaning: 'contacts' },
    ]);
    const emitted = accounts.events.filter(({ type }) => type === 'failed');
    expect(emitted).toEqual(failures.map((failure) => ({ type: 'failed', ...failure })));
  });

  it('reports deleted and renamed numbers', async () => {
    accounts.create([], [{ name: 'A', numbers: persons(1, 3) }]);
    const edits = [{ number: person(1).number }, { number: person(2).number, name: 'New' }];
    const plan = accounts.planFile;
    await planEdits({ to: accounts.to, out: plan, groupId: accounts.groupId('new', 'A'), edits });
    expect((await reportRun({ plan })).groups[0]?.numbers).toEqual(counts({ remaining: 2 }));
    await accounts.apply({ from: undefined });
    expect(await reportRun({ plan })).toMatchObject({
      purpose: 'edit',
      groups: [{ group: 'A', state: 'existing', numbers: counts({ deleted: 1, renamed: 1 }) }],
    });
  });

  it('refuses other files', async () => {
    writeFileSync(accounts.at('other'), 'something else\n');
    await expect(reportRun({ plan: accounts.at('other') })).rejects.toMatchObject({ path: 'plan' });
    accounts.create([{ name: 'VIP' }]);
    await accounts.plan();
    const wrong = reportRun({ plan: accounts.planFile, journal: accounts.at('other') });
    await expect(wrong).rejects.toMatchObject({ name: 'ValidationError', path: 'journal' });
  });
});
