import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SmsServiceClient } from 'sms-service-client';
import { applyPlan, planMigration, verifyMigration } from 'sms-service-client/address-book';
import { startSandbox } from 'sms-service-client/sandbox';
import { result, step } from './say.js';

/** Migrates a small address book from one account to another and compares both. */
export async function migrateAddressBook(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sms-service-client-'));
  const numbers = Array.from({ length: 20 }, (_, index) => ({
    number: String(48_500_100_200 + index),
    name: `Guest ${index}`,
  }));
  const sandbox = await startSandbox({
    accounts: [
      { username: 'old', password: 'secret', groups: [{ name: 'Regulars', numbers }, { name: 'Suppliers' }] },
      { username: 'new', password: 'secret', groups: [{ name: 'Regulars', numbers: numbers.slice(0, 3) }] },
    ],
  });
  const [from, to] = ['old', 'new'].map(
    (username) => new SmsServiceClient({ url: sandbox.url, credentials: { username, password: 'secret' } }),
  ) as [SmsServiceClient, SmsServiceClient];
  try {
    step('Planning the migration of an address book from the account "old" to the account "new"');
    const plan = path.join(folder, 'plan.jsonl');
    const { addGroups, addNumbers, unchanged } = await planMigration({ from, to, out: plan });
    result(
      `create ${addGroups} group, add ${addNumbers} numbers, ${unchanged} numbers exist already; the plan can be reviewed before it is applied`,
    );

    step('Applying the plan, interrupted in the middle, and resuming with its journal');
    const ending = new AbortController();
    const first = await applyPlan({
      plan,
      from,
      to,
      signal: ending.signal,
      onEvent: (_event, { done }) => (done === 8 ? ending.abort() : undefined),
    });
    result(`${first.status}: ${first.done} of ${first.total} steps`);
    const second = await applyPlan({ plan, from, to });
    result(`${second.status}: ${second.done} of ${second.total} steps`);

    step('Verifying the migration by comparing both accounts');
    const { numbers: compared, missing, duplicates } = await verifyMigration({ from, to, plan });
    result(`${compared} numbers compared: ${missing} missing, ${duplicates} duplicates`);
  } finally {
    await from.close();
    await to.close();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}
