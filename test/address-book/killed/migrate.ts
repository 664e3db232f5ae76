import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompareResult, planMigration, verifyMigration } from '../../../src/address-book/index.js';
import { type Credentials, SmsServiceClient } from '../../../src/client/index.js';
import { pause } from '../../../src/transport/time-limits.js';
import type { Transport } from '../../../src/transport/transport.js';
import { Random } from '../../fuzz/random.js';
import { IndependentComparison } from './independent.js';
import { runUntilDone } from './killed-runs.js';
import { startLateGateway } from './late-gateway.js';

/** The maximum delay of a request, and the time after which requests with unknown outcome are looked up. */
const MAX_DELAY_MS = 120;
const SETTLE_MS = 600;

/** Two accounts of one gateway. */
export interface Gateway {
  readonly transport: Transport;
  readonly url: string;
  readonly from: Credentials;
  readonly to: Credentials;
}

/** How a migration is disturbed. */
export interface KilledMigration {
  readonly kills: number;
  /** How often a process is killed that plans or applies the removal. Absent: nothing is removed. */
  readonly removalKills?: number;
  /** The share of requests that are lost before or after their execution. */
  readonly faultShare: number;
  readonly concurrency: number;
  readonly seed: number;
}

/** The result of a migration. */
export interface KilledResult {
  readonly kills: number;
  readonly runs: number;
  /** Numbers and groups that the target lacks, has twice, or has in addition to the source. */
  readonly wrong: readonly string[];
  /** After the copy, before the removal. */
  readonly verified: CompareResult;
  /** The kills during the removal, and differences between the source before it and target and backup after it. */
  readonly removal?: { readonly kills: number; readonly wrong: readonly string[] };
}

/** Copies an address book over HTTP with a process that is killed repeatedly, and compares each number. */
export async function migrateKilled(
  { transport, url, ...accounts }: Gateway,
  options: KilledMigration,
  print: (line: string) => void,
): Promise<KilledResult> {
  const { kills, removalKills, faultShare, concurrency, seed } = options;
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'migrate-killed-'));
  const gateway = await startLateGateway(transport, url, MAX_DELAY_MS, faultShare, random);
  const plan = path.join(folder, 'plan.jsonl');
  const [from, to] = [accounts.from, accounts.to].map(
    (credentials) => new SmsServiceClient({ url, credentials, transport }),
  ) as [SmsServiceClient, SmsServiceClient];
  // For the comparison: without delays and faults.
  const calm = await startLateGateway(transport, url, 0, 0, random);
  const comparison = new IndependentComparison(folder, calm.url, [accounts.from, accounts.to]);
  const child = (what: string, ofPlan: string): Parameters<typeof runUntilDone>[0] => ({
    args: [
      ...[what, gateway.url, plan, String(concurrency), String(SETTLE_MS)],
      ...[accounts.from, accounts.to].map((one) => JSON.stringify(one)),
    ],
    journal: `${ofPlan}.journal`,
    kills,
    random,
  });
  try {
    await comparison.before();
    const { addGroups, addNumbers } = await planMigration({ from, to, out: plan });
    print(`seed ${seed}: a plan of ${addGroups} groups and ${addNumbers} numbers`);
    const { runs, killed } = await runUntilDone(child('apply', plan));
    await pause(SETTLE_MS, {});
    print(`${runs} runs, ${killed} of them killed`);
    const { lines: wrong } = await comparison.moved();
    const moved = { kills: killed, runs, wrong, verified: await verifyMigration({ from, to }) };
    if (removalKills === undefined) return moved;
    const removal = `${plan}.removal`;
    const planned = await runUntilDone({ ...child('plan-removal', removal), kills: Math.ceil(removalKills / 5) });
    const remainingKills = removalKills - planned.killed;
    const removed = await runUntilDone({ ...child('remove', removal), kills: remainingKills });
    await pause(SETTLE_MS, {});
    print(`removal: ${planned.runs} and ${removed.runs} runs, ${planned.killed} and ${removed.killed} of them killed`);
    const { lines } = await comparison.removed(removal);
    return { ...moved, removal: { kills: planned.killed + removed.killed, wrong: lines } };
  } finally {
    await gateway.close();
    await calm.close();
    rmSync(folder, { recursive: true });
  }
}
