import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../fuzz/random.js';
import { type Child, startChild } from './children.js';
import type { Ledger } from './ledger.js';

/** What is tried: events are delivered to two processes, which are killed and started again all the time. */
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

/** What came of it. */
export interface KillResult {
  readonly events: number;
  readonly deliveries: number;
  readonly kills: number;
  readonly otherFaults: number;
  /** Effects that are there again, each of an event whose process was killed before it could note its end. */
  readonly again: number;
  /** What must not be. */
  readonly broken: readonly string[];
}

/** The deliveries that wait for an answer of one process, the events that are delivered at once, and those of a message. */
const [AT_ONCE, AHEAD, OF_A_MESSAGE] = [24, 60, 5];

/** The longest time between two kills, that for which a process stands still, and that for all to end. */
const [KILL_MS, STOP_MS, END_MS] = [500, 300, 60_000];

/** Delivers events until the time is up, then until each was answered, and looks at what the processes have done. */
export async function killAndDeliver(use: KillUse): Promise<KillResult> {
  return new Run(use).run();
}

class Run {
  readonly #use: KillUse;
  readonly #random: Random;
  readonly #children: Child[] = [];
  /** What is to be delivered, again and again until it is answered `ok`. */
  readonly #waiting: string[] = [];
  readonly #answered = new Set<string>();
  readonly #told: string[] = [];
  /** Of each process what it was told of when it was killed. */
  readonly #killed = new Map<string, ReadonlySet<string>>();
  readonly #twos: string[] = [];
  #started = 0;
  #deliveries = 0;
  #otherFaults = 0;

  constructor(use: KillUse) {
    this.#use = use;
    this.#random = new Random(use.seed);
  }

  async run(): Promise<KillResult> {
    const { seconds, ledger } = this.#use;
    const end = performance.now() + seconds * 1000;
    let nextKill = 0;
    try {
      for (const slot of [0, 1]) this.#children[slot] = this.#start();
      while (performance.now() < end || !(await this.#isDone())) {
        if (performance.now() < end) {
          while (this.#told.length - this.#answered.size < AHEAD) this.#newEvent();
          if (performance.now() >= nextKill) {
            await this.#disturb();
            nextKill = performance.now() + this.#random.below(KILL_MS);
          }
        } else if (performance.now() > end + END_MS) break;
        this.#deliver();
        await sleep(5);
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
    return startChild(file, `p${this.#started++}`, [kind, mode, socket], (child, line) => this.#hear(child, line));
  }

  /** A new event, or the events of a new message, in one delivery; some are delivered more than once at the same time. */
  #newEvent(): void {
    const number = this.#told.length;
    const places = Array.from({ length: OF_A_MESSAGE }, (_, place) => `${number}.${place}`);
    const shuffled = places.sort(() => this.#random.next() - 0.5);
    const line = this.#use.mode === 'once' ? String(number) : shuffled.join(' ');
    this.#told.push(line);
    this.#waiting.push(...Array.from({ length: 1 + this.#random.below(3) }, () => line));
  }

  #deliver(): void {
    const free = this.#children.filter(({ asked }) => asked.size < AT_ONCE);
    while (this.#waiting.length > 0 && free.length > 0) {
      const [line = ''] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1);
      const child = this.#random.pick(free);
      if (child === undefined || child.asked.size >= AT_ONCE) {
        this.#waiting.push(line);
        return;
      }
      this.#deliveries += 1;
      // A second one to the same process waits there for the first.
      child.asked.add(line);
      child.program.tell(line);
    }
  }

  #hear(child: Child, text: string): void {
    const [word, ...rest] = text.split(' ');
    const line = rest.join(' ');
    if (word === 'two') this.#twos.push(`${child.name} ${line}`);
    if (word !== 'ok' && word !== 'no') return;
    child.asked.delete(line);
    if (word === 'ok') this.#answered.add(line);
    else this.#waiting.push(line);
  }

  /** Kills a process and starts another one; now and then it stops one, or ends connections in the server. */
  async #disturb(): Promise<void> {
    const slot = this.#random.below(2);
    const child = this.#children[slot] as Child;
    const isPostgres = this.#use.kind === 'postgres';
    if (isPostgres && this.#random.chance(0.25)) {
      this.#otherFaults += 1;
      if (this.#random.chance(0.5)) return this.#use.ledger.cutConnections();
      child.program.signal('SIGSTOP');
      await sleep(this.#random.below(STOP_MS));
      child.program.signal('SIGCONT');
      return;
    }
    await child.program.kill();
    this.#killed.set(child.name, new Set(child.asked));
    this.#waiting.push(...child.asked);
    this.#children[slot] = this.#start();
  }

  async #isDone(): Promise<boolean> {
    if (this.#waiting.length > 0 || this.#children.some(({ asked }) => asked.size > 0)) return false;
    return this.#use.mode === 'once' || (await this.#use.ledger.isEmpty());
  }

  #judge(effects: readonly (readonly [name: string, by: string])[], isDone: boolean): KillResult {
    const { kind, mode } = this.#use;
    const broken = isDone ? [] : ['not all was handled at the end'];
    const of = new Map<string, string[]>();
    for (const [name, by] of effects) of.set(name, [...(of.get(name) ?? []), by]);
    const names = this.#told.flatMap((line) => line.split(' '));
    let again = 0;
    for (const name of names) {
      const by = of.get(name) ?? [];
      if (by.length === 0) broken.push(`${name}: lost`);
      again += Math.max(0, by.length - 1);
      if (by.length < 2) continue;
      // All but the last had ended in the moment of a kill.
      const wasKilled = by.slice(0, -1).every((process) => this.#killed.has(process));
      if (kind === 'postgres' || !wasKilled) broken.push(`${name}: handled by ${by.join(', ')}`);
    }
    for (const name of of.keys()) if (!names.includes(name)) broken.push(`${name}: nobody has sent it`);
    if (mode === 'inbox') broken.push(...outOfOrder(effects.map(([name]) => name)));
    for (const two of this.#twos) {
      const holder = two.split(' ')[2];
      if (holder === undefined || !this.#killed.has(holder)) broken.push(`two of a sequence at once: ${two}`);
    }
    return {
      events: names.length,
      deliveries: this.#deliveries,
      kills: this.#killed.size,
      otherFaults: this.#otherFaults,
      again,
      broken,
    };
  }
}

/** What was handled before another one of its sequence that comes before it; the same one again is in its order. */
function outOfOrder(names: readonly string[]): readonly string[] {
  const reached = new Map<string, number>();
  return names.flatMap((name) => {
    const [sequence = '', place] = name.split('.');
    const before = reached.get(sequence) ?? -1;
    reached.set(sequence, Number(place));
    return Number(place) === before || Number(place) === before + 1 ? [] : [`${name}: after ${sequence}.${before}`];
  });
}
