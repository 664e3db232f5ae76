import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pause } from '../../src/transport/time-limits.js';
import { Random } from '../fuzz/random.js';
import { differences } from './checks/compare.js';
import { Deletions } from './checks/deletions.js';
import { watchDoubles } from './checks/doubles.js';
import { nameOf } from './checks/finished.js';
import { checkLeftOvers } from './checks/left-overs.js';
import { losses } from './checks/losses.js';
import { shownSecrets } from './checks/secrets.js';
import { runOnce, process as runProcess } from './steps/process.js';
import { broke, filesOf, type Scene, type Switches } from './steps/scene.js';
import { tamper } from './steps/tamper.js';
import { changeSomething } from './world/third-party.js';
import { accountOf, makeWorld } from './world/world.js';

/** The settling time is longer than the delays of the gateway by this factor, because processes share two cores. */
const MORE_MS = 800;

/** The result of a round. */
export interface RoundResult {
  readonly seed: number;
  readonly log: readonly string[];
  readonly broken: readonly string[];
  /** How many commands were run, and how many of them were killed. */
  readonly runs: number;
  readonly kills: number;
  readonly codes: Readonly<Record<string, number>>;
}

/** All features. A round uses some of them. */
export const ALL: Switches = {
  isolated: true,
  kills: true,
  stops: true,
  third: true,
  between: true,
  tampering: true,
  aliases: true,
  clocks: true,
};

/**
 * Runs a round: processes migrate between accounts while third parties change them; then all promises are checked.
 *
 * @param program - the built command
 * @param seed - determines all choices, except for the scheduling of the processes
 */
export async function round(program: string, seed: number, allowed: Switches): Promise<RoundResult> {
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'moves-'));
  const some = (name: keyof Switches, probability: number): boolean => random.chance(probability) && allowed[name];
  const switches: Switches = {
    isolated: some('isolated', 0.9),
    kills: some('kills', 0.8),
    stops: some('stops', 0.4),
    third: some('third', 0.4),
    between: some('between', 0.8),
    tampering: some('tampering', 0.5),
    aliases: some('aliases', 0.3),
    clocks: some('clocks', 0.5),
  };
  const manners = {
    maxDelayMs: random.pick([120, 2000, 3000]),
    lateShare: random.pick([0.3, 1]),
    faultShare: random.pick([0, 0.03, 0.1]),
    duplicateNumbers: random.pick(['keep', 'keep', 'keep', 'refuse'] as const),
  };
  const world = await makeWorld({ folder, manners, plain: random.chance(0.4) }, random);
  const { isolated } = switches;
  const container = { program, folder, isolated, monotonicS: undefined, environment: world.environment };
  const scene: Scene = {
    random,
    folder,
    world,
    container,
    switches,
    settleMs: manners.maxDelayMs + MORE_MS,
    log: [`seed ${seed} ${JSON.stringify(switches)} ${JSON.stringify(manners)}`],
    broken: [],
    planned: new Map(),
    fixed: new Map(),
    alive: 0,
    mirroredUntilMs: 0,
    endings: [],
    nextFile: 0,
  };
  noteBooks(scene);
  const deletions = new Deletions(world, folder, (what) => broke(scene, what));
  watchDoubles(
    world,
    () => {
      if (switches.aliases) return 'there are two addresses';
      // Runs in different folders do not see each other (docs/address-book-reference.md).
      return performance.now() < scene.mirroredUntilMs ? 'a sync or a restore runs in another folder' : undefined;
    },
    (doubled) => {
      const { account, group, number, excuse } = doubled;
      const what = `${account}/${group} has ${number} twice`;
      if (excuse === undefined) broke(scene, `added twice: ${what}`);
      else scene.log.push(`${what}: ${excuse}`);
    },
  );
  try {
    for (let phases = 1 + random.below(2); phases > 0; phases--) await phase(scene);
    await finish(scene, deletions);
  } finally {
    await world.close();
    if (scene.broken.length === 0) rmSync(folder, { recursive: true, force: true });
    else scene.log.push(`the folder is left: ${folder}`);
  }
  const { log, broken, endings } = scene;
  const codes: Record<string, number> = {};
  for (const { args, code } of endings) {
    const name = `${nameOf(args)} ${code ?? 'killed'}`;
    codes[name] = (codes[name] ?? 0) + 1;
  }
  return { seed, log, broken, runs: endings.length, kills: endings.filter(({ code }) => code === null).length, codes };
}

/** Runs some processes and a third party at once; afterwards files may be changed. */
async function phase(scene: Scene): Promise<void> {
  const { random, switches, log } = scene;
  const count = random.pick([1, 2, 2, 3]);
  log.push(`--- ${count} processes`);
  let isOver = false;
  const others = switches.third ? meddle(scene, new Random(random.below(2 ** 31)), () => isOver) : undefined;
  await Promise.all(Array.from({ length: count }, () => runProcess(scene, random.below(2 ** 31))));
  isOver = true;
  await others;
  if (switches.tampering) tamper(scene);
}

async function meddle({ world, log }: Scene, random: Random, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(50 + random.below(700), {});
    if (isOver()) return;
    const account = random.pick(world.accounts);
    if (account !== undefined) log.push(`somebody: ${changeSomething(account, random)}`);
  }
}

/** Finishes all runs, and checks all promises. */
async function finish(scene: Scene, deletions: Deletions): Promise<void> {
  const { world, folder, log, endings, switches } = scene;
  log.push('--- the end');
  for (const gateway of world.gateways) gateway.calm();
  while (world.gateways.some(({ pending }) => pending > 0)) await pause(20, {});
  const random = new Random(1);
  const compared = scene.random.pick(filesOf(scene, 'plan-', '.json'));
  if (compared !== undefined) await runOnce(scene, ['verify', '--plan', compared], random, true);
  // Every plan that was begun must be finished, and some plans with deletions that were not begun.
  const settle = ['--settle-ms', String(scene.settleMs)];
  const begun = [...filesOf(scene, 'plan-', '.json.journal'), ...filesOf(scene, 'fix-', '.json.journal')];
  const plans = begun.map((journal) => journal.replace(/\.journal$/, ''));
  const deleting = ['fix-', 'removal-'].flatMap((prefix) => filesOf(scene, prefix, '.json').slice(0, 3));
  const applied = [...new Set([...plans, ...deleting])].map((plan) => {
    const account = scene.fixed.has(plan) ? ['--profile', scene.fixed.get(plan) ?? ''] : [];
    return ['apply', plan, ...account, ...settle];
  });
  const synced = ['sync', '--from', 'old', '--to', 'new', '--folder', 'sync-add', ...settle];
  const ends = [...applied, ...(existsSync(path.join(folder, 'sync-add')) ? [synced] : [])];
  for (const words of ends) {
    const { code, err } = await runOnce(scene, words, random, true);
    // An old journal was put back after its plan was created again.
    const isOld = switches.tampering && err.includes('belongs to another plan');
    if (!isOld && (code === null || code > 2)) broke(scene, `does not end: ${words.join(' ')}: ${code}: ${err}`);
    const missing = differences(accountOf(world.profiles, 'old'), accountOf(world.profiles, 'new')).filter((line) =>
      line.startsWith('missing'),
    );
    if (words === synced && code === 0 && missing.length > 0) broke(scene, `sync left: ${missing.join('; ')}`);
  }
  await runOnce(scene, ['verify', '--from', 'old', '--to', 'new'], random, true);
  for (const lost of losses(world, folder, [...deletions.surplus, ...deletions.excused]))
    broke(scene, `lost: ${lost.replaceAll('\t', ' | ')}`);
  for (const where of shownSecrets(folder, endings)) broke(scene, `a password is shown: ${where}`);
  const reporting = endings.filter(
    ({ args, code, out }) =>
      args[0] !== 'plan' && (code === null || (code === 1 && out.includes('others were added in between'))),
  );
  if (deletions.surplus.length > reporting.length)
    broke(scene, 'more was deleted than was compared, and no run has reported it');
  checkLeftOvers(scene);
}

function noteBooks({ world, log }: Scene): void {
  for (const { username, groups } of world.accounts) {
    for (const group of groups.list()) {
      const numbers = group.contacts().map(({ number, name }) => `${number}=${JSON.stringify(name)}`);
      log.push(`${username}/${group.name}#${group.id} ${JSON.stringify(group.info)}: ${numbers.join(' ')}`);
    }
  }
}
