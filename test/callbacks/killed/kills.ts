import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../fuzz/random.js';
import { type Child, startHandler } from './children.js';
import { type Delivery, deliver } from './deliveries.js';
import type { Ledger } from './ledger.js';

/** A run: callbacks are delivered to two handlers, which are repeatedly killed and restarted. */
export interface KillUse {
  readonly kind: 'postgres' | 'redis';
  /** `once`: each delivery is handled before it is answered; `inbox`: it is stored, answered, and handled then. */
  readonly mode: 'once' | 'inbox';
  readonly seconds: number;
  readonly seed: number;
  /** The built program. */
  readonly file: string;
  readonly socket: string;
  readonly ledger: Ledger;
}

/** The result of a run. */
export interface KillResult {
  readonly events: number;
  readonly deliveries: number;
  readonly kills: number;
  readonly otherFaults: number;
  /** Repeated effects of events whose process was killed before it could mark them as handled. */
  readonly again: number;
  /** Broken promises. */
  readonly broken: readonly string[];
}

/** The calls that wait for an answer of one process, the calls that are not over, and the most events of one. */
const [AT_ONCE, AHEAD, OF_A_CALL] = [16, 80, 5];

/**
 * A process is killed after so many answers at most, or after this time; the longest time for which one stands still,
 * and that for all to end.
 */
const [ANSWERS, KILL_MS, STOP_MS, END_MS] = [120, 3000, 300, 60_000];

/**
 * Delivers calls until the time is up and a process was killed, then until each was answered, and looks at what the
 * processes have done.
 */
export async function killAndDeliver(use: KillUse): Promise<KillResult> {
  return new Run(use).run();
}

/** A call that is delivered until it is answered with `OK`. */
interface Call {
  readonly names: Delivery;
  /** The number of deliveries that are planned or wait for their response. */
  open: number;
}

class Run {
  readonly #use: KillUse;
  readonly #random: Random;
  readonly #children: Child[] = [];
  readonly #asked = new Map<Child, number>();
  readonly #calls: Call[] = [];
  readonly #waiting: Call[] = [];
  readonly #killed = new Set<string>();
  /** The events that a store has marked as handled, each with its process. */
  readonly #noted = new Set<string>();
  readonly #twos: string[] = [];
  #started = 0;
  #open = 0;
  #deliveries = 0;
  #answers = 0;
  #otherFaults = 0;

  constructor(use: KillUse) {
    this.#use = use;
    this.#random = new Random(use.seed);
  }

  async run(): Promise<KillResult> {
    const { seconds, ledger } = this.#use;
    let end = performance.now() + seconds * 1000;
    const latest = end + END_MS;
    let [killAfter, killAt] = [this.#random.below(ANSWERS), performance.now() + KILL_MS];
    try {
      for (const slot of [0, 1]) this.#children[slot] = this.#start();
      while (performance.now() < end || !(await this.#isDone())) {
        if (performance.now() < end) {
          while (this.#open < AHEAD) this.#newCall();
          if (this.#answers >= killAfter || performance.now() >= killAt) {
            await this.#disturb();
            this.#answers = 0;
            [killAfter, killAt] = [this.#random.below(ANSWERS), performance.now() + KILL_MS];
          }
        } else if (performance.now() > end + END_MS) break;
        this.#deliver();
        await sleep(2);
        // On a busy machine, a run takes longer.
        if (this.#killed.size === 0 && performance.now() < latest) end = Math.max(end, performance.now() + KILL_MS);
      }
      const isDone = await this.#isDone();
      await Promise.all(this.#children.map(({ program }) => program.kill()));
      return this.#judge(await ledger.effects(), isDone);
    } finally {
      await Promise.all(this.#children.map(({ program }) => program.kill()));
    }
  }

  #start(): Child {
    const { file, kind, mode, socket } = this.#use;
    const child = startHandler(file, `p${this.#started++}`, [kind, mode, socket], {
      noted: (name) => void this.#noted.add(name),
      two: (facts) => void this.#twos.push(facts),
    });
    this.#asked.set(child, 0);
    return child;
  }

  /**
   * A call with the first report of some messages, or for the inbox with all reports of one, in any order. Some calls
   * are made more than once at the same time.
   */
  #newCall(): void {
    const number = this.#calls.length;
    const count = 1 + this.#random.below(OF_A_CALL);
    const names = Array.from({ length: count }, (_, index) =>
      this.#use.mode === 'once' ? `${number * OF_A_CALL + index}.0` : `${number}.${index}`,
    );
    for (let last = names.length - 1; last > 0; last--) {
      const other = this.#random.below(last + 1);
      [names[last], names[other]] = [names[other] ?? '', names[last] ?? ''];
    }
    const open = 1 + this.#random.below(3);
    const call: Call = { names, open };
    this.#calls.push(call);
    this.#open += 1;
    for (let delivery = 0; delivery < open; delivery++) this.#waiting.push(call);
  }

  #deliver(): void {
    for (;;) {
      const free = this.#children.filter((child) => child.port() !== undefined && this.#askedOf(child) < AT_ONCE);
      const child = this.#random.pick(free);
      if (child === undefined || this.#waiting.length === 0) return;
      const [call] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1);
      if (call !== undefined) void this.#ask(child, call);
    }
  }

  async #ask(child: Child, call: Call): Promise<void> {
    this.#deliveries += 1;
    this.#asked.set(child, this.#askedOf(child) + 1);
    const isOver = await deliver(child.port() ?? 0, call.names);
    this.#asked.set(child, this.#askedOf(child) - 1);
    if (!isOver) {
      this.#waiting.push(call);
      return;
    }
    this.#answers += 1;
    call.open -= 1;
    if (call.open === 0) this.#open -= 1;
  }

  #askedOf(child: Child): number {
    return this.#asked.get(child) ?? 0;
  }

  /** Kills a process and starts another one; now and then it stops one, or ends connections in the server. */
  async #disturb(): Promise<void> {
    const slot = this.#random.below(2);
    const child = this.#children[slot] as Child;
    if (this.#use.kind === 'postgres' && this.#random.chance(0.25)) {
      this.#otherFaults += 1;
      if (this.#random.chance(0.5)) return this.#use.ledger.cutConnections();
      child.program.signal('SIGSTOP');
      await sleep(this.#random.below(STOP_MS));
      child.program.signal('SIGCONT');
      return;
    }
    this.#killed.add(child.name);
    await child.program.kill();
    this.#children[slot] = this.#start();
  }

  async #isDone(): Promise<boolean> {
    return this.#open === 0 && (this.#use.mode === 'once' || (await this.#use.ledger.isEmpty()));
  }

  #judge(effects: readonly (readonly [name: string, by: string])[], isDone: boolean): KillResult {
    const { kind, mode } = this.#use;
    const broken = isDone ? [] : ['not all was handled at the end'];
    const of = new Map<string, string[]>(this.#calls.flatMap(({ names }) => names.map((name) => [name, []])));
    let again = 0;
    for (const [name, by] of effects) {
      const all = of.get(name);
      if (all === undefined) broken.push(`${name}: nobody has sent it`);
      else all.push(by);
    }
    for (const [name, by] of of) {
      if (by.length === 0) broken.push(`${name}: lost`);
      if (by.length < 2) continue;
      again += by.length - 1;
      // All but the last process were killed before they could mark the event as handled.
      const wasCutOff = by
        .slice(0, -1)
        .every((process) => this.#killed.has(process) && !this.#noted.has(`${name} ${process}`));
      if (kind === 'postgres' || !wasCutOff) broken.push(`${name}: handled by ${by.join(', ')}`);
    }
    if (mode === 'inbox') broken.push(...outOfOrder(effects.map(([name]) => name)));
    for (const two of this.#twos) {
      const holder = two.split(' ')[2];
      if (holder === undefined || !this.#killed.has(holder)) broken.push(`two of a message at once: ${two}`);
    }
    return {
      events: of.size,
      deliveries: this.#deliveries,
      kills: this.#killed.size,
      otherFaults: this.#otherFaults,
      again,
      broken,
    };
  }
}

/** Returns events that were handled before an earlier event of their message. Repetitions are allowed. */
function outOfOrder(names: readonly string[]): readonly string[] {
  const reached = new Map<string, number>();
  return names.flatMap((name) => {
    const [message = '', text] = name.split('.');
    const [place, before] = [Number(text), reached.get(message) ?? -1];
    reached.set(message, place);
    return place === before || place === before + 1 ? [] : [`${name}: after ${message}.${before}`];
  });
}
