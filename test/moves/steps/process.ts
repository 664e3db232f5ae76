import path from 'node:path';
import { pause } from '../../../src/transport/time-limits.js';
import { Random } from '../../fuzz/random.js';
import { checkEnd } from '../checks/exits.js';
import { backupOf, labelsOf } from '../checks/files.js';
import { after, inputOf } from '../checks/finished.js';
import { proposals } from '../runs/advice.js';
import { type Ended, shown, start } from '../runs/run.js';
import { changePlanned, changeSomething } from '../world/third-party.js';
import { accountOf } from '../world/world.js';
import {
  apply,
  applyDedupe,
  dedupePlan,
  exportBook,
  fitted,
  plan,
  removePlan,
  restore,
  someCommand,
  sync,
  type Words,
} from './commands.js';
import type { Scene } from './scene.js';

/** How long other commands may use data that they read during a sync or restore, in milliseconds. */
const MIRROR_MS = 20_000;

/** Runs a command, and disturbs it. */
export async function runOnce(scene: Scene, words: Words, random: Random, calm: boolean = false): Promise<Ended> {
  const { world, container, switches, log } = scene;
  const label = `[${random.below(900) + 100}]`;
  const environment = {
    ...container.environment,
    ...(switches.clocks && random.chance(0.3) ? wrongClock(random) : {}),
  };
  const monotonicS = switches.isolated && switches.clocks && random.chance(0.2) ? random.below(100_000) : undefined;
  const before = world.ledger.seq;
  const input = inputOf(scene.folder, words);
  log.push(`${label} ${words.join(' ')}`);
  const run = start({ ...container, environment, monotonicS }, words);
  let undo = (): void => undefined;
  const writes = /^(?:apply|import|numbers|sync|restore)/.test(words.join(' '));
  if (!calm && switches.kills && random.chance(words[0] === 'apply' ? 0.8 : writes ? 0.5 : 0.1)) {
    const name = random.chance(0.85) ? 'SIGKILL' : 'SIGINT';
    const strike = (): void => {
      if (run.hasEnded) return;
      log.push(`${label} ${name}`);
      run.signal(name);
      const fate = random.pick(['holdBack', 'lose', undefined] as const);
      if (fate !== undefined) for (const gateway of world.gateways) gateway[fate]();
    };
    if (writes && random.chance(0.85)) undo = atWrite(scene, 1 + random.below(random.pick([2, 8])), strike);
    else undo = later(150 + random.below(900), strike);
  } else if (!calm && switches.stops && random.chance(0.15)) {
    // Sometimes so long that other processes consider it dead.
    const [at, ms] = [150 + random.below(600), random.chance(0.15) ? 14_000 : 100 + random.below(3000)];
    undo = later(at, () => {
      log.push(`${label} SIGSTOP for ${ms} ms`);
      run.signal('SIGSTOP');
      later(ms, () => run.signal('SIGCONT'));
    });
  }
  const isMirror = words[0] === 'sync' || words[0] === 'restore';
  if (isMirror) scene.mirroredUntilMs = Number.POSITIVE_INFINITY;
  scene.alive += 1;
  const ended = await run.ended;
  scene.alive -= 1;
  if (isMirror) scene.mirroredUntilMs = performance.now() + MIRROR_MS;
  undo();
  log.push(`${label} ${shown(ended)}`);
  scene.endings.push(ended);
  checkEnd(scene, ended, before, input);
  return ended;
}

/** A process of a round: some commands one after the other, sometimes those that an output proposes. */
export async function process(scene: Scene, seed: number): Promise<void> {
  const random = new Random(seed);
  await pause(random.below(300), {});
  const kind = random.below(5);
  if (kind < 2) await moveAll(scene, random);
  else if (kind === 2) await dedupeAll(scene, random);
  else if (kind === 3) await mirrorAll(scene, random);
  else await wander(scene, random);
}

/** Removes duplicates, which a third party may change between the plan and its application. */
async function dedupeAll(scene: Scene, random: Random): Promise<void> {
  const words = dedupePlan(scene);
  const file = after(words, '--out') ?? '';
  if ((await runOnce(scene, words, random)).code !== 0) return;
  changePlannedOnce(scene, words, random);
  for (let runs = 0; runs < 3; runs++) {
    if ((await runOnce(scene, applyDedupe(scene, file), random)).code !== null) return;
  }
}

/** Exports an account, then makes an account equal to an export or to another account, which deletes contacts. */
async function mirrorAll(scene: Scene, random: Random): Promise<void> {
  await runOnce(scene, exportBook(scene), random);
  meddleOnce(scene, random);
  const words = random.chance(0.5) ? (restore(scene) ?? sync(scene)) : sync(scene);
  for (let runs = 0; runs < 3; runs++) {
    if ((await runOnce(scene, words, random)).code !== null) return;
  }
}

async function wander(scene: Scene, random: Random): Promise<void> {
  let advice: readonly Words[] = [];
  for (let count = 1 + random.below(3); count > 0; count--) {
    const proposed = random.chance(0.6) ? random.pick(advice) : undefined;
    const words = proposed === undefined ? someCommand(scene) : fitted(scene, proposed);
    const { code, out, err } = await runOnce(scene, words, random);
    if (code === 0) changePlannedOnce(scene, words, random);
    advice = proposals(`${out}\n${err}`);
  }
}

/** A complete migration by a person: killed commands are run again, and most proposals are followed. */
async function moveAll(scene: Scene, random: Random): Promise<void> {
  let words: Words = random.chance(0.7) ? plan(scene) : (apply(scene) ?? plan(scene));
  for (let count = 0; count < 8; count++) {
    const { code, out, err } = await runOnce(scene, words, random);
    const isPlanned = code === 0 && words[0] === 'remove';
    const { third, between } = scene.switches;
    if (isPlanned) changePlannedOnce(scene, words, random);
    if (random.chance(0.3) && (third || (between && isPlanned))) meddleOnce(scene, random);
    const proposed = random.pick(proposals(`${out}\n${err}`).filter(([name]) => name !== 'verify'));
    if (code === null) {
      if (random.chance(0.05)) return;
    } else if (words[0] === 'plan' && code === 0)
      words = ['apply', after(words, '--out') ?? '', '--settle-ms', String(scene.settleMs)];
    else if (words[0] === 'apply' && code === 0 && words[1]?.startsWith('plan-') === true)
      words = removePlan(scene, words[1]) ?? words;
    else if (isPlanned) words = ['apply', after(words, '--out') ?? ''];
    else if (proposed === undefined) return;
    else words = fitted(scene, proposed);
  }
}

/** A third party changes an account between two commands. */
function meddleOnce({ world, log }: Scene, random: Random): void {
  const account = random.pick(world.accounts.filter(({ username }) => username !== 'other'));
  if (account !== undefined) log.push(`somebody: ${changeSomething(account, random)}`);
}

/** A third party changes data that a plan deletes, before the plan is applied. */
function changePlannedOnce({ world, folder, log, switches, fixed }: Scene, words: Words, random: Random): void {
  const file = after(words, '--out');
  if (file === undefined || !switches.between || !/^(?:remove|dedupe)$/.test(words[0] ?? '')) return;
  const planned = random.pick(backupOf(path.join(folder, file)));
  const labels = labelsOf(path.join(folder, file));
  const profile = fixed.get(file) ?? labels?.from;
  if (planned === undefined || profile === undefined || random.chance(0.5)) return;
  const target = labels === undefined ? undefined : accountOf(world.profiles, labels.to);
  log.push(`somebody: ${changePlanned(accountOf(world.profiles, profile), target, planned, random)}`);
}

function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** Runs a function at the n-th changing request from now on. */
function atWrite({ world }: Scene, count: number, act: () => void): () => void {
  let left = count;
  const listener = (): void => {
    left -= 1;
    if (left === 0) act();
  };
  for (const gateway of world.gateways) gateway.writes.add(listener);
  return () => {
    for (const gateway of world.gateways) gateway.writes.delete(listener);
  };
}

function wrongClock(random: Random): Readonly<Record<string, string>> {
  const day = 86_400_000;
  return {
    CLOCK_SHIFT_MS: String((random.below(4000) - 2000) * day),
    CLOCK_STEP_MS: String((random.below(20) - 10) * 3_600_000),
    CLOCK_STEP_AFTER_MS: String(random.below(1000)),
  };
}
