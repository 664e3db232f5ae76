import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { planMigration, type VerifyResult, verifyMigration } from '../../../src/address-book/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { pause } from '../../../src/transport/wait.js';
import { Random } from '../../fuzz/random.js';
import { startLateGateway } from './late-gateway.js';

const CHILD = fileURLToPath(new URL('./apply-child.ts', import.meta.url));
/** What arrives is carried out within this time, and what may have been is looked up after the other one. */
const MAX_DELAY_MS = 120;
const SETTLE_MS = 600;
const MAX_RUNS = 200;

/** How much is moved, and what is done to it meanwhile. */
export interface KilledMigration {
  readonly numbers: number;
  readonly groups: number;
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
export async function migrateKilled(options: KilledMigration, tell: (line: string) => void): Promise<KilledResult> {
  const { numbers, groups, kills, faultShare, concurrency, seed } = options;
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'migrate-killed-'));
  const sandbox = bookOf(numbers, groups);
  const gateway = await startLateGateway(sandbox, MAX_DELAY_MS, faultShare, random);
  const plan = path.join(folder, 'plan.jsonl');
  const journal = `${plan}.journal`;
  const clientOf = (username: string): SmsServiceClient =>
    new SmsServiceClient({
      url: 'http://gateway.test/',
      credentials: { username, password: 'password' },
      transport: sandbox.transport(),
    });
  const [from, to] = [clientOf('old'), clientOf('new')];
  try {
    const { create, add } = await planMigration({ from, to, out: plan });
    tell(`seed ${seed}: a plan of ${create} groups and ${add} numbers`);
    let [killed, runs, isDone] = [0, 0, false];
    while (!isDone) {
      runs += 1;
      if (runs > MAX_RUNS) throw new Error(`not done after ${MAX_RUNS} runs`);
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', CHILD, gateway.url, plan, String(concurrency), String(SETTLE_MS)],
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
    return { kills: killed, runs, wrong: differencesOf(sandbox), verified: await verifyMigration({ from, to }) };
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

function bookOf(numbers: number, groups: number): Sandbox {
  const perGroup = Math.ceil(numbers / groups);
  return createSandbox({
    maxKeptRequests: 0,
    accounts: [
      {
        username: 'old',
        password: 'password',
        groups: Array.from({ length: groups }, (_, group) => ({
          name: `Grupa ${group} „ż”`,
          info: `info ${group}`,
          numbers: Array.from({ length: perGroup }, (_value, index) => ({
            number: `48500${String(group * perGroup + index).padStart(6, '0')}`,
            name: `Osoba ${index} & ${group}`,
          })),
        })),
      },
      { username: 'new', password: 'password' },
    ],
  });
}

/** Both sides, compared by what the gateway itself holds. */
function differencesOf(sandbox: Sandbox): readonly string[] {
  const linesOf = (username: string): readonly string[] =>
    (sandbox.account(username)?.groups ?? [])
      .flatMap(({ name, info, numbers }) => [
        `${name}\t${info}`,
        ...numbers.map((contact) => `${name}\t${info}\t${contact.number}\t${contact.name}`),
      ])
      .sort();
  const [source, target] = [linesOf('old'), linesOf('new')];
  const [sourceSet, targetSet] = [new Set(source), new Set(target)];
  const missing = source.filter((line) => !targetSet.has(line)).map((line) => `missing: ${line}`);
  const extra = target.filter((line) => !sourceSet.has(line)).map((line) => `extra: ${line}`);
  const twice = target.filter((line, index) => line === target[index - 1]).map((line) => `twice: ${line}`);
  return [...missing, ...extra, ...twice];
}
