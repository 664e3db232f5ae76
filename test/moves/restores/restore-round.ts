import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pause } from '../../../src/transport/wait.js';
import { Random } from '../../fuzz/random.js';
import { type Ended, shown, start } from '../runs/run.js';
import { numberKey } from '../world/spelling.js';
import type { Account } from '../world/store.js';
import { changeSomething } from '../world/third-party.js';
import { accountOf, makeWorld, type World } from '../world/world.js';

/** What is told to the command as settling time is so much more than the gateway takes: processes share two cores. */
const MORE_MS = 800;
/** So often a run is killed at most, and so often the last one may be run again. */
const [MOST_KILLS, MOST_RUNS] = [8, 6];

/** What came of a round. */
export interface RestoreRound {
  readonly seed: number;
  readonly log: readonly string[];
  readonly broken: readonly string[];
  readonly runs: number;
  readonly kills: number;
}

/** The names of each number of each group, by the names of groups; groups of one name together. */
type Book = ReadonlyMap<string, { readonly infos: readonly string[]; readonly numbers: ReadonlyMap<string, string[]> }>;

/**
 * A round: an account is exported, spoilt by somebody, and restored by processes that are killed, while somebody may go
 * on; in the end it must be what it was, but for what is named.
 *
 * @param program - the built command
 * @param seed - decides all choices; not the order in which the system lets processes run
 */
export async function restoreRound(program: string, seed: number): Promise<RestoreRound> {
  const random = new Random(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'restores-'));
  const manners = {
    maxDelayMs: random.pick([120, 600, 1500]),
    lateShare: random.pick([0.3, 1]),
    faultShare: random.pick([0, 0.03, 0.1]),
    duplicateNumbers: random.pick(['keep', 'keep', 'refuse'] as const),
  };
  const world = await makeWorld({ folder, manners, plain: random.chance(0.4) }, random);
  const round = new Round({ program, folder, world, random, settleMs: manners.maxDelayMs + MORE_MS });
  round.log.push(`seed ${seed} ${JSON.stringify(manners)}`);
  try {
    await round.run();
  } finally {
    await world.close();
    if (round.broken.length === 0) rmSync(folder, { recursive: true, force: true });
    else round.log.push(`the folder is left: ${folder}`);
  }
  return { seed, log: round.log, broken: round.broken, runs: round.runs, kills: round.kills };
}

interface Scene {
  readonly program: string;
  readonly folder: string;
  readonly world: World;
  readonly random: Random;
  readonly settleMs: number;
}

class Round {
  readonly #scene: Scene;
  readonly #account: Account;
  readonly log: string[] = [];
  readonly broken: string[] = [];
  runs = 0;
  kills = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#account = accountOf(scene.world.profiles, 'old');
  }

  async run(): Promise<void> {
    const { world, random } = this.#scene;
    if (this.#account.groups.list().length === 0) return;
    const wanted = bookOf(this.#account);
    await this.#until(['export', '--profile', 'old', '--out', 'book.jsonl', '--force']);
    for (let count = random.below(12); count > 0; count--) this.#spoil();
    const before = world.ledger.seq;
    const words = ['restore', 'book.jsonl', '--to', 'old', '--folder', 'back', '--max-delete', '100000'];
    words.push('--settle-ms', String(this.#scene.settleMs), '--concurrency', String(random.pick([1, 3, 8])));
    const isDisturbed = random.chance(0.3);
    for (let count = random.below(MOST_KILLS); count > 0; count--) {
      const ended = await this.#once(words, true);
      if (isDisturbed && random.chance(0.5)) this.#spoil();
      if (ended.code === 0) break;
    }
    // From here on nobody disturbs it: it must come to its end.
    for (const gateway of world.gateways) gateway.calm();
    // A run that was begun before knows nothing of what has come since: the next one does.
    await this.#until(words);
    const last = await this.#until(words);
    while (world.gateways.some(({ pending }) => pending > 0)) await pause(20, {});
    this.#compare(wanted, last);
    const compared = await this.#once(['diff', 'book.jsonl', 'old'], false);
    if (compared.code !== last.code) this.#broke(`restore ends with ${last.code}, and diff with ${compared.code}`);
    this.#checkBackups(before);
  }

  /** Runs a command until it has done what it can. */
  async #until(words: readonly string[]): Promise<Ended> {
    for (let count = 1; ; count++) {
      const ended = await this.#once(words, false);
      const isOver = ended.code === 0 || (ended.code === 1 && /but for the lines above/.test(ended.out));
      if (isOver) return ended;
      if (count === MOST_RUNS) {
        this.#broke(`does not come to its end: ${shown(ended)}`);
        return ended;
      }
    }
  }

  async #once(words: readonly string[], isKilled: boolean): Promise<Ended> {
    const { program, folder, world, random } = this.#scene;
    const run = start(
      { program, folder, isolated: false, monotonicS: undefined, environment: world.environment },
      words,
    );
    const strike = (): void => {
      run.signal(random.chance(0.85) ? 'SIGKILL' : 'SIGINT');
      if (random.chance(0.7)) for (const gateway of world.gateways) gateway.holdBack();
    };
    let left = isKilled ? 1 + random.below(10) : 0;
    const listener = (): void => {
      left -= 1;
      if (left === 0) strike();
    };
    const timer = isKilled && random.chance(0.2) ? setTimeout(strike, 100 + random.below(600)) : undefined;
    for (const gateway of world.gateways) gateway.writes.add(listener);
    const ended = await run.ended;
    for (const gateway of world.gateways) gateway.writes.delete(listener);
    clearTimeout(timer);
    this.runs += 1;
    if (ended.code === null) this.kills += 1;
    this.log.push(shown(ended));
    if (ended.code === 70 || ended.code === 6) this.#broke(`ends with ${ended.code}: ${shown(ended)}`);
    return ended;
  }

  #spoil(): void {
    this.log.push(`somebody: ${changeSomething(this.#account, this.#scene.random)}`);
  }

  /** Holds the account against what it was: by rules of its own, not by those of the library. */
  #compare(wanted: Book, last: Ended): void {
    const now = bookOf(this.#account);
    for (const name of new Set([...wanted.keys(), ...now.keys()])) {
      const [own, there] = [wanted.get(name), now.get(name)];
      if (own === undefined || there === undefined) {
        this.#broke(`the group ${name} is ${own === undefined ? 'there still' : 'not there'}`);
        continue;
      }
      for (const key of new Set([...own.numbers.keys(), ...there.numbers.keys()])) {
        const [names, found] = [(own.numbers.get(key) ?? []).sort(), (there.numbers.get(key) ?? []).sort()];
        const isSame = names.join('\0') === found.join('\0') && names.length === found.length;
        const isNamed = names.length > 1 && found.length > 0 && last.out.includes(name.slice(0, 3));
        if (!isSame && !isNamed)
          this.#broke(`${name}/${key} has ${JSON.stringify(found)}, not ${JSON.stringify(names)}`);
        if (!isSame && last.code === 0) this.#broke(`${name}/${key} differs, and nothing says so`);
      }
      const infos = new Set(there.infos);
      if (last.code === 0 && own.infos.some((info) => info !== '' && !infos.has(info))) {
        this.#broke(`an info of ${name} is gone, and nothing says so`);
      }
    }
  }

  /** Each entry that a run has deleted stands in a backup. */
  #checkBackups(since: number): void {
    const { folder, world } = this.#scene;
    const back = path.join(folder, 'back');
    const kept = readdirSync(back)
      .map((name) => path.join(back, name, 'deletions.jsonl'))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    for (const change of world.ledger.changes) {
      if (change.seq <= since || change.actor !== 'run' || change.account !== 'old') continue;
      if (!change.kind.endsWith('deleted')) continue;
      for (const { number, name } of change.contacts) {
        const line = `"number":${JSON.stringify(number)},"name":${JSON.stringify(name)}`;
        if (!kept.includes(line)) this.#broke(`deleted, and in no backup: ${change.group}/${number} ${name}`);
      }
      if (change.kind === 'group-deleted' && !kept.includes(`"name":${JSON.stringify(change.group)},"info"`)) {
        this.#broke(`the group ${change.group} is deleted, and in no backup`);
      }
    }
  }

  #broke(what: string): void {
    this.broken.push(what);
    this.log.push(`BROKEN: ${what}`);
  }
}

function bookOf(account: Account): Book {
  const book = new Map<string, { infos: string[]; numbers: Map<string, string[]> }>();
  for (const group of account.groups.list()) {
    const own = book.get(group.name) ?? { infos: [], numbers: new Map<string, string[]>() };
    book.set(group.name, own);
    own.infos.push(group.info);
    for (const { number, name } of group.contacts()) {
      const key = numberKey(number);
      own.numbers.set(key, [...(own.numbers.get(key) ?? []), name]);
    }
  }
  return book;
}
