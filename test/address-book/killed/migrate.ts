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

/** What arrives is carried out within this time, and what may have been is looked up after the other one. */
const MAX_DELAY_MS = 120;
const SETTLE_MS = 600;

/** Two accounts of one gateway. */
export interface Gateway {
  readonly transport: Transport;
  readonly url: string;
  readonly from: Credentials;
  readonly to: Credentials;
}

/** What is done to a migration meanwhile. */
export interface KilledMigration {
  readonly kills: number;
  /** How often a process is killed that plans the removal or carries it out; absent: nothing is removed. */
  readonly removalKills?: number;
  /** Of requests that are lost before or after they were carried out. */
  readonly faultShare: number;
  readonly concurrency: number;
  readonly seed: number;
}

/** What came of it. */
export interface KilledResult {
  readonly kills: number;
  readonly runs: number;
  /** Numbers and groups that the target has not, or more than once, or more than the source. */
  readonly wrong: readonly string[];
  /** When all was moved, before anything was removed. */
  readonly verified: CompareResult;
  /** Kills of what plans the removal or carries it out; what target and backup have not as the source had it. */
  readonly removal?: { readonly kills: number; readonly wrong: readonly string[] };
}

/** Moves an address book over HTTP with a process that is killed again and again, and compares number by number. */
export async function migrateKilled(
  { transport, url, ...accounts }: Gateway,
  options: KilledMigration,
  tell: (line: string) => void,
): Promise<KilledResult> {
  const { kills, removalKills, faultShare, concurrency, seed } = options;
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'migrate-killed-'));
  const gateway = await startLateGateway(transport, url, MAX_DELAY_MS, faultShare, random);
  const plan = path.join(folder, 'plan.jsonl');
  const [from, to] = [accounts.from, accounts.to].map(
    (credentials) => new SmsServiceClient({ url, credentials, transport }),
  ) as [SmsServiceClient, SmsServiceClient];
  // For whoever compares: prompt, and without faults.
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
    tell(`seed ${seed}: a plan of ${addGroups} groups and ${addNumbers} numbers`);
    const { runs, killed } = await runUntilDone(child('apply', plan));
    await pause(SETTLE_MS, {});
    tell(`${runs} runs, ${killed} of them killed`);
    const { lines: wrong } = await comparison.moved();
    const moved = { kills: killed, runs, wrong, verified: await verifyMigration({ from, to }) };
    if (removalKills === undefined) return moved;
    const removal = `${plan}.removal`;
    const planned = await runUntilDone({ ...child('plan-removal', removal), kills: Math.ceil(removalKills / 5) });
    const left = removalKills - planned.killed;
    const removed = await runUntilDone({ ...child('remove', removal), kills: left });
    await pause(SETTLE_MS, {});
    tell(`removal: ${planned.runs} and ${removed.runs} runs, ${planned.killed} and ${removed.killed} of them killed`);
    const { lines } = await comparison.removed(removal);
    return { ...moved, removal: { kills: planned.killed + removed.killed, wrong: lines } };
  } finally {
    await gateway.close();
    await calm.close();
    rmSync(folder, { recursive: true });
  }
}
