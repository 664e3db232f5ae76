import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pause } from '../../../src/transport/wait.js';
import { Random } from '../../fuzz/random.js';
import { watchDoubles } from '../checks/doubles.js';
import { accountOf, makeWorld } from '../world/world.js';
import { Promises } from './promises.js';
import { endRound, meddle, resultOf, runOnce, type Scene, type SyncRoundResult } from './sync-round.js';

/** What is told to the command as settling time is so much more than the gateway takes. */
const MORE_MS = 800;
/** So often a plan is carried out when nobody changes anything, until that is done. */
const MOST_RUNS = 4;
/** A side shows none of its groups any more: only a new plan goes on. */
const ELSEWHERE = /may be another account/;

/**
 * A round: plans one after the other, each carried out with `--accept-changes` by processes that are killed in the
 * middle of their writes, while both sides are changed; then nobody changes anything, and the last one is carried out.
 */
export async function acceptRound(program: string, seed: number, busyMs: number): Promise<SyncRoundResult> {
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'accepts-'));
  const manners = {
    maxDelayMs: random.pick([120, 800]),
    lateShare: random.pick([0.1, 0.5]),
    faultShare: random.pick([0, 0.03, 0.1]),
    duplicateNumbers: random.pick(['keep', 'keep', 'refuse'] as const),
  };
  const world = await makeWorld({ folder, manners, plain: true }, random);
  const settleMs = manners.maxDelayMs + MORE_MS;
  const log = [`seed ${seed} ${JSON.stringify(manners)}`];
  const scene: Scene = { random, folder, world, program, words: [], log, endings: [] };
  const promises = new Promises(world, settleMs + 4000, false);
  let [writes, plans, changes] = [0, 0, 0];
  for (const gateway of world.gateways) gateway.writes.add(() => (writes += 1));
  watchDoubles(
    world,
    () => undefined,
    ({ group, number, excuse }) => {
      if (excuse === undefined) promises.broken.push(`added twice: ${group} ${number}`);
    },
  );
  const run = (words: readonly string[], mayBeKilled: boolean): ReturnType<typeof runOnce> => {
    scene.words = words;
    return runOnce(scene, mayBeKilled);
  };
  let people = 0;
  /** Many new people at the source at once: a run that is killed has more to do. */
  const crowd = (): void => {
    const groups = accountOf(world.profiles, 'old').groups.list();
    for (let count = random.below(25); count > 0; count--) {
      people += 1;
      random.pick(groups)?.add({ number: String(48_600_000_000 + people), name: `P${people}` });
    }
  };
  /** Plans what the target does not have. @returns the command that carries it out; `undefined` where nobody answers */
  const plan = async (): Promise<readonly string[] | undefined> => {
    plans += 1;
    crowd();
    const file = `plan-${plans}.json`;
    const settling = ['--settle-ms', String(settleMs)];
    const { code } = await run(['plan', '--from', 'old', '--to', 'new', '--out', file, ...settling], false);
    return code === 0 ? ['apply', file, '--accept-changes', ...settling] : undefined;
  };
  try {
    let isOver = false;
    const others = meddle(scene, new Random(random.below(2 ** 31)), () => isOver);
    const end = performance.now() + busyMs;
    let words: readonly string[] | undefined;
    while (performance.now() < end) {
      words ??= await plan();
      if (words === undefined) continue;
      if (random.chance(0.3)) crowd();
      const { code, out, err } = await run(words, true);
      if (code !== null && ![0, 1, 5, 130].includes(code)) promises.broken.push(`ended with ${code}: ${err}`);
      if (code === 0 || ELSEWHERE.test(out)) words = undefined;
    }
    isOver = true;
    changes = await others;
    log.push('--- nobody changes anything');
    for (const gateway of world.gateways) gateway.calm();
    while (world.gateways.some(({ pending }) => pending > 0)) await pause(20, {});
    words ??= await plan();
    if (words !== undefined) {
      for (let count = 1; ; count++) {
        const { code, out, err } = await run(words, false);
        if (code === 0 || ELSEWHERE.test(out)) break;
        if (count < MOST_RUNS) continue;
        promises.broken.push(`does not come to its end: ${code}: ${out} ${err}`);
        break;
      }
      promises.carriedOut(plannedIn(folder, `plan-${plans}.json`));
      // What is done is done: once more changes nothing.
      const before = world.ledger.changes.length;
      await run(words, false);
      if (world.ledger.changes.length > before) promises.broken.push('something is done once more');
    }
  } finally {
    await endRound(scene, promises);
  }
  return { seed, ...resultOf(scene, promises), writes, changes };
}

/** The numbers that a plan, and those that were made of what it has left, add to groups. */
function* plannedIn(folder: string, plan: string): Generator<readonly [group: string, number: string], void> {
  const isOne = (name: string): boolean => name === plan || (name.startsWith(`${plan}.`) && /\.\d+$/.test(name));
  for (const file of readdirSync(folder).filter(isOne)) {
    let group = '';
    for (const text of readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n')) {
      const line = JSON.parse(text) as {
        readonly group?: { readonly name: string; readonly as?: string };
        readonly add?: { readonly number: string };
      };
      if (line.group !== undefined) group = line.group.as ?? line.group.name;
      if (line.add !== undefined) yield [group, line.add.number];
    }
  }
}
