import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { planMigration, type VerifyResult, verifyMigration } from '../../../src/address-book/index.js';
import { type Credentials, SmsServiceClient } from '../../../src/client/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { pause } from '../../../src/transport/wait.js';
import { Random } from '../../fuzz/random.js';
import { startLateGateway } from './late-gateway.js';

const CHILD = fileURLToPath(new URL('./apply-child.ts', import.meta.url));
/** What arrives is carried out within this time, and what may have been is looked up after the other one. */
const MAX_DELAY_MS = 120;
const SETTLE_MS = 600;
const MAX_RUNS = 200;

/** Two accounts of one gateway. */
export interface Gateway {
  readonly transport: Transport;
  readonly url: string;
  readonly from: Credentials;
  readonly to: Credentials;
  /** All groups and numbers of both sides, each as a line, as the gateway itself has them. */
  books(): Promise<readonly [source: readonly string[], target: readonly string[]]>;
}

/** What is done to a migration meanwhile. */
export interface KilledMigration {
  readonly kills: number;
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
  readonly verified: VerifyResult;
}

/** Moves an address book over HTTP with a process that is killed again and again, and compares number by number. */
export async function migrateKilled(
  { transport, url, ...accounts }: Gateway,
  options: KilledMigration,
  tell: (line: string) => void,
): Promise<KilledResult> {
  const { kills, faultShare, concurrency, seed } = options;
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'migrate-killed-'));
  const gateway = await startLateGateway(transport, url, MAX_DELAY_MS, faultShare, random);
  const plan = path.join(folder, 'plan.jsonl');
  const journal = `${plan}.journal`;
  const [from, to] = [accounts.from, accounts.to].map(
    (credentials) => new SmsServiceClient({ url, credentials, transport }),
  ) as [SmsServiceClient, SmsServiceClient];
  try {
    const { create, add } = await planMigration({ from, to, out: plan });
    tell(`seed ${seed}: a plan of ${create} groups and ${add} numbers`);
    let [killed, runs, isDone] = [0, 0, false];
    while (!isDone) {
      runs += 1;
      if (runs > MAX_RUNS) throw new Error(`not done after ${MAX_RUNS} runs`);
      const child = spawn(
        process.execPath,
        [
          '--import',
          'tsx',
          CHILD,
          gateway.url,
          plan,
          String(concurrency),
          String(SETTLE_MS),
          ...[accounts.from, accounts.to].map((one) => JSON.stringify(one)),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const ended = once(child, 'close') as Promise<[number | null]>;
      const [code] = await (killed < kills ? killLater(child, ended, random.below(1500)) : ended);
      if (code === null) {
        killed += 1;
        // As a disk leaves it that was cut off in a line.
        if (existsSync(journal) && random.chance(0.3)) appendFileSync(journal, '{"beg');
      }
      isDone = code === 0;
    }
    await pause(SETTLE_MS, {});
    tell(`${runs} runs, ${killed} of them killed`);
    return {
      kills: killed,
      runs,
      wrong: differencesOf(...(await accounts.books())),
      verified: await verifyMigration({ from, to }),
    };
  } finally {
    await gateway.close();
    rmSync(folder, { recursive: true });
  }
}

async function killLater<T>(child: ChildProcess, ended: Promise<T>, ms: number): Promise<T> {
  const started = child.stdout === null ? undefined : once(child.stdout, 'data');
  await Promise.race([started, ended]);
  await Promise.race([pause(ms, {}), ended]);
  child.kill('SIGKILL');
  return ended;
}

/** Both sides, compared by what the gateway itself holds. */
function differencesOf(source: readonly string[], target: readonly string[]): readonly string[] {
  const [sourceSet, targetSet] = [new Set(source), new Set(target)];
  const missing = source.filter((line) => !targetSet.has(line)).map((line) => `missing: ${line}`);
  const extra = target.filter((line) => !sourceSet.has(line)).map((line) => `extra: ${line}`);
  const twice = [...target]
    .sort()
    .filter((line, index, all) => line === all[index - 1])
    .map((line) => `twice: ${line}`);
  return [...missing, ...extra, ...twice];
}
