import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pause } from '../../../src/transport/wait.js';
import { Random } from '../../fuzz/random.js';
import { watchDoubles } from '../checks/doubles.js';
import { shownSecrets } from '../checks/secrets.js';
import { type Ended, shown, start } from '../runs/run.js';
import { changeSomething } from '../world/third-party.js';
import { makeWorld, type World } from '../world/world.js';
import { Promises } from './promises.js';

/** What is told to the command as settling time is so much more than the gateway takes: processes share two cores. */
const MORE_MS = 800;
/** So often a sync is run until it has nothing to do, when nobody changes anything. */
const MOST_RUNS = 4;

/** What came of a round. */
export interface SyncRoundResult {
  readonly seed: number;
  readonly log: readonly string[];
  readonly broken: readonly string[];
  readonly runs: number;
  readonly kills: number;
  /** Numbers that were added by sync. */
  readonly added: number;
  /** Requests that changed something. */
  readonly writes: number;
  /** Changes of other people. */
  readonly changes: number;
}

/** The parts of a round. */
export interface Scene {
  readonly random: Random;
  readonly folder: string;
  readonly world: World;
  readonly program: string;
  /** The command that is run again and again. */
  words: readonly string[];
  readonly log: string[];
  readonly endings: Ended[];
}

/**
 * A round: syncs one after the other, killed again and again, while both sides are changed; then nobody changes
 * anything, and the sync has to come to rest.
 */
export async function syncRound(program: string, seed: number, busyMs: number): Promise<SyncRoundResult> {
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'syncs-'));
  const manners = {
    maxDelayMs: random.pick([120, 800, 2000]),
    lateShare: random.pick([0.1, 0.5]),
    faultShare: random.pick([0, 0.03, 0.1]),
    duplicateNumbers: random.pick(['keep', 'keep', 'refuse'] as const),
  };
  const world = await makeWorld({ folder, manners, plain: true }, random);
  const settleMs = manners.maxDelayMs + MORE_MS;
  const deletes = random.chance(0.5);
  const deleting = deletes ? ['--delete', '--max-delete', '1000000'] : [];
  const words = ['sync', '--from', 'old', '--to', 'new', '--settle-ms', String(settleMs), ...deleting];
  const log = [`seed ${seed} ${JSON.stringify({ ...manners, deletes })}`];
  const scene: Scene = { random, folder, world, program, words, log, endings: [] };
  const promises = new Promises(world, settleMs + 4000, deletes);
  let writes = 0;
  for (const gateway of world.gateways) gateway.writes.add(() => (writes += 1));
  watchDoubles(
    world,
    () => undefined,
    ({ group, number, excuse }) => {
      if (excuse === undefined) promises.broken.push(`added twice: ${group} ${number}`);
    },
  );
  let changes = 0;
  try {
    let isOver = false;
    const others = meddle(scene, new Random(random.below(2 ** 31)), () => isOver);
    const end = performance.now() + busyMs;
    while (performance.now() < end) {
      const { code, err } = await runOnce(scene, true);
      if (code !== null && ![0, 1, 5, 130].includes(code)) promises.broken.push(`ended with ${code}: ${err}`);
    }
    isOver = true;
    changes = await others;
    await comeToRest(scene, promises);
  } finally {
    await endRound(scene, promises);
  }
  return { seed, ...resultOf(scene, promises), writes, changes };
}

/** Ends the servers, and looks for secrets; the folder is left where a promise is broken. */
export async function endRound({ world, folder, endings, log }: Scene, { broken }: Promises): Promise<void> {
  await world.close();
  for (const where of shownSecrets(folder, endings)) broken.push(`a password is shown: ${where}`);
  if (broken.length === 0) rmSync(folder, { recursive: true, force: true });
  else log.push(`the folder is left: ${folder}`);
}

/** What has become of a round. */
export function resultOf(
  { log, endings }: Scene,
  { broken, added }: Promises,
): Pick<SyncRoundResult, 'log' | 'broken' | 'runs' | 'kills' | 'added'> {
  const kills = endings.filter(({ code }) => code === null).length;
  return { log, broken, runs: endings.length, kills, added };
}

/** Somebody else changes both sides. @returns how often */
export async function meddle({ world, log }: Scene, random: Random, isOver: () => boolean): Promise<number> {
  let count = 0;
  while (!isOver()) {
    await pause(5 + random.below(120), {});
    if (isOver()) break;
    // What happens at the source is what is to be moved.
    const account = random.pick(world.accounts.filter(({ username }) => username === 'old' || random.chance(0.15)));
    if (account === undefined || account.username === 'other') continue;
    count += 1;
    log.push(`somebody: ${changeSomething(account, random)}`);
  }
  return count;
}

async function comeToRest(scene: Scene, promises: Promises): Promise<void> {
  const { world, folder, log } = scene;
  log.push('--- nobody changes anything');
  for (const gateway of world.gateways) gateway.calm();
  while (world.gateways.some(({ pending }) => pending > 0)) await pause(20, {});
  for (let run = 1; ; run++) {
    const before = world.ledger.changes.length;
    const { code, out, err } = await runOnce(scene, false);
    if (code === 0 && out === '' && err === '' && world.ledger.changes.length === before) break;
    if (run < MOST_RUNS) continue;
    promises.broken.push(`does not come to rest: ${code}: ${out} ${err}`);
    break;
  }
  const own = path.join(folder, 'sms-service-sync', 'old-to-new');
  const left = readdirSync(own).filter((name) => !/^deleted-.*\.jsonl$/.test(name));
  if (left.length > 0) promises.broken.push(`files are left: ${left.join(' ')}`);
  promises.atRest(own);
}

/** Runs the command; at times it is killed, mostly in the middle of its requests. */
export async function runOnce(scene: Scene, mayBeKilled: boolean): Promise<Ended> {
  const { random, folder, world, program, words, log } = scene;
  const run = start({ program, folder, isolated: false, monotonicS: undefined, environment: world.environment }, words);
  const undo: (() => void)[] = [];
  if (mayBeKilled && random.chance(0.7)) {
    const name = random.chance(0.85) ? 'SIGKILL' : 'SIGINT';
    const strike = (): void => {
      if (run.hasEnded) return;
      log.push(name);
      run.signal(name);
      if (random.chance(0.7)) for (const gateway of world.gateways) gateway.holdBack();
    };
    let left = 1 + random.below(3);
    const listener = (): void => {
      left -= 1;
      if (left === 0) strike();
    };
    const timer = random.chance(0.3) ? setTimeout(strike, 100 + random.below(700)) : undefined;
    for (const gateway of world.gateways) if (timer === undefined) gateway.writes.add(listener);
    undo.push(() => {
      clearTimeout(timer);
      for (const gateway of world.gateways) gateway.writes.delete(listener);
    });
  }
  const ended = await run.ended;
  for (const one of undo) one();
  log.push(shown(ended));
  scene.endings.push(ended);
  return ended;
}
