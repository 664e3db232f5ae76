import { realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lockedForJournal } from '../../../src/address-book/journal/journal-locks.js';
import { FileLockedError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, person } from '../two-accounts.js';

const accounts = accountsOfTests();

it.each([true, false])('a plan is not placed while another call places it; it exists: %s', async (exists) => {
  accounts.create([{ name: 'A', numbers: [person(1)] }]);
  if (exists) await accounts.plan();
  const { dir, base } = path.parse(accounts.planFile);
  const lock = await lockedForJournal(path.join(realpathSync(dir), base), '', {});
  try {
    expect(await rejection(accounts.plan({ force: true }))).toBeInstanceOf(FileLockedError);
  } finally {
    lock.release();
  }
  expect(await accounts.plan({ force: true })).toMatchObject({ addNumbers: 1 });
});
