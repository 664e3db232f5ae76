import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pause } from '../../../src/transport/time-limits.js';
import { accountsOfTests, person } from '../two-accounts.js';

const accounts = accountsOfTests();

it('a number that a killed run of another plan adds late is not added twice', async () => {
  accounts.create([{ name: 'A', numbers: [person(1)] }], [{ name: 'A' }]);
  await accounts.plan({ out: accounts.at('other.jsonl') });
  await accounts.plan();
  // The run of the other plan was killed after it had sent its first request.
  const { end } = accounts.lines(accounts.at('other.jsonl')).at(-1) as { readonly end: { readonly sha256: string } };
  writeFileSync(accounts.at('other.jsonl.journal'), `{"journal":2,"plan":"${end.sha256}"}\n{"begun":4}\n`);
  const late = pause(100, {}).then(() =>
    accounts.to.addNumber({ ...person(1), groupId: accounts.groupId('new', 'A') }),
  );
  const { status } = await accounts.apply({ settleMs: 500 });
  await late;
  expect(status).toBe('done');
  expect(accounts.book('new')).toEqual([['A', '48500100001 P1']]);
});
