import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallbackEvent, callbackHandler } from '../../../src/callbacks/index.js';
import { replayCallbacks } from '../../../src/replay/index.js';
import { Random } from '../../fuzz/random.js';
import type { StoreServer } from '../../interop/stores/servers.js';
import { nameOf } from './event-name.js';
import { type Done, judge } from './judge.js';
import { Draw, otherEvent, reportsOf } from './made-events.js';
import { Processes } from './processes.js';
import { drawSettings, NOTIFY_KEY, type RoundSettings, SECRET } from './round-settings.js';
import { forged, honest } from './senders.js';
import { type Events, requestOf, send } from './wire.js';

/** The servers of the stores, which all rounds share. */
export type Servers = Readonly<Record<'postgres' | 'redis', StoreServer>>;

/** What came of a round. */
export interface RoundResult {
  readonly settings: RoundSettings;
  readonly events: number;
  readonly requests: number;
  readonly forged: number;
  readonly cut: number;
  readonly kills: number;
  readonly replayed: number;
  /** Effects that are there again, where a process or a server had gone. */
  readonly again: number;
  /** What must not be. */
  readonly broken: readonly string[];
}

/** The calls at once; the time in which something has to go on; the most kills. */
const [AT_ONCE, QUIET_MS, MOST_KILLS] = [12, 60_000, 12];

/** A call of the gateway, made until it is answered with `OK`. */
interface Call {
  readonly events: Events;
}

/**
 * Runs a round: the gateway tells of everything it can, some of it twice, late, cut off and in pieces, while others
 * make calls up, processes are killed and servers start again.
 *
 * @param file - the built program
 */
export async function runRound(seed: number, file: string, servers: Servers): Promise<RoundResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'callback-round-'));
  mkdirSync(path.join(folder, 'files'));
  try {
    return await new Round(seed, folder, file, servers).run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Round {
  readonly #random: Random;
  readonly #draw: Draw;
  readonly #settings: RoundSettings;
  readonly #folder: string;
  readonly #servers: Servers;
  readonly #processes: Processes;
  readonly #waiting: Call[] = [];
  readonly #wanted = new Map<string, CallbackEvent>();
  readonly #broken: string[] = [];
  /** The moment at which something was answered with OK, or handled, last: a machine with much to do is slow. */
  #wentOnAt = performance.now();
  #handled = 0;
  #open = 0;
  #requests = 0;
  #forged = 0;
  #cut = 0;
  #kills = 0;

  constructor(seed: number, folder: string, file: string, servers: Servers) {
    this.#random = new Random(seed);
    this.#draw = new Draw(this.#random);
    this.#settings = drawSettings(this.#random);
    this.#folder = folder;
    this.#servers = servers;
    const { store } = this.#settings;
    const socket = store === 'memory' ? '' : servers[store].socket;
    const own = { ...this.#settings, folder, socket, prefix: `r${seed}_` };
    this.#processes = new Processes(file, own, (line) => void this.#broken.push(line));
  }

  async run(): Promise<RoundResult> {
    this.#makeCalls(this.#settings.records ? 25 : 80);
    try {
      // What one process keeps in memory another one does not know.
      await this.#processes.start(this.#settings.store === 'memory' ? 1 : 2);
      const working = Array.from({ length: AT_ONCE }, () => this.#work());
      if (this.#settings.kills) await this.#disturb();
      await Promise.all(working);
      while (!(await this.#isHandled()) && this.#goesOn()) await sleep(20);
      if (!this.#goesOn()) this.#broken.push(`nothing went on for ${QUIET_MS / 1000} s, and not all was handled`);
      await this.#processes.close();
      return await this.#result();
    } finally {
      await this.#processes.end();
    }
  }

  /** Calls with reports of one message or several, and of all other kinds; some come again, also in other groups. */
  #makeCalls(count: number): void {
    const { signs } = this.#settings;
    const add = (events: readonly CallbackEvent[]): void => void this.#waiting.push({ events: events as never });
    for (let made = 0; made < count; made++) {
      if (this.#random.chance(0.4)) {
        const event = otherEvent(this.#draw);
        this.#wanted.set(nameOf(event), event);
        add([event]);
        if (this.#random.chance(0.3)) add([event]);
        continue;
      }
      const reports = reportsOf(this.#draw, signs);
      for (const event of reports) this.#wanted.set(nameOf(event), event);
      if (this.#random.chance(0.5)) add(reports);
      else for (const event of reports) add([event]);
      if (this.#random.chance(0.3)) add([...reports].reverse());
    }
    for (let last = this.#waiting.length - 1; last > 0; last--) {
      const other = this.#random.below(last + 1);
      [this.#waiting[last], this.#waiting[other]] = [this.#waiting[other] as Call, this.#waiting[last] as Call];
    }
  }

  #goesOn(): boolean {
    return performance.now() - this.#wentOnAt < QUIET_MS;
  }

  async #work(): Promise<void> {
    while (this.#goesOn()) {
      const call = this.#waiting.pop();
      if (call === undefined) {
        if (this.#open === 0) return;
        await sleep(5);
        continue;
      }
      this.#open += 1;
      if (this.#random.chance(0.15)) await this.#forge();
      if (this.#random.chance(0.1)) await this.#cutOff();
      if (!(await this.#deliver(call))) this.#waiting.splice(this.#random.below(this.#waiting.length + 1), 0, call);
      this.#open -= 1;
    }
  }

  async #deliver({ events }: Call): Promise<boolean> {
    const port = this.#processes.port(this.#random);
    if (port === undefined) return sleep(20).then(() => false);
    const request = requestOf(events, honest(this.#settings, this.#random, events));
    this.#requests += 1;
    const flow = { pieces: this.#random.chance(0.1) ? 10 : 1 };
    // Now and then it is cut off, and comes again.
    const cutAt = this.#random.chance(0.05) ? { cutAt: this.#random.below(request.length) } : {};
    const answer = await send(port, request, { ...flow, ...cutAt });
    if (answer === undefined) return false;
    const { status, text } = answer;
    if (status === 200 && text !== 'OK') this.#broken.push(`200 with ${text.length} characters`);
    if (![200, 500, 503, 408].includes(status) && !('cutAt' in cutAt)) {
      this.#broken.push(`${events[0].type} of the gateway is answered ${status}`);
      return true;
    }
    if (status === 200) this.#wentOnAt = performance.now();
    return status === 200;
  }

  /** A call that somebody has made up is answered with anything but OK, and never handled. */
  async #forge(): Promise<void> {
    const [port, made] = [this.#processes.port(this.#random), forged(this.#settings, this.#draw)];
    if (port === undefined || made === undefined) return;
    this.#forged += 1;
    const answer = await send(port, requestOf(made.events, made.sending), { pieces: 1 });
    if (answer?.status === 200) this.#broken.push(`a call ${made.how} was answered ${answer.text}`);
  }

  /** A call that never comes whole is never handled. */
  async #cutOff(): Promise<void> {
    const port = this.#processes.port(this.#random);
    if (port === undefined) return;
    this.#cut += 1;
    const events: Events = [otherEvent(this.#draw, 'C')];
    const request = requestOf(events, honest(this.#settings, this.#random, events));
    await send(port, request, { pieces: 1, cutAt: this.#random.below(request.length) });
  }

  async #disturb(): Promise<void> {
    const { store } = this.#settings;
    while (this.#goesOn() && this.#kills < MOST_KILLS && (this.#waiting.length > 0 || this.#open > 0)) {
      await sleep(200 + this.#random.below(900));
      // On a machine with much to do they would never come to work.
      if (!this.#processes.areUp()) continue;
      this.#kills += 1;
      if (store !== 'memory' && this.#random.chance(0.15)) await this.#servers[store].restart();
      else await this.#processes.replace(this.#random);
    }
  }

  async #isHandled(): Promise<boolean> {
    if (this.#waiting.length > 0 || this.#open > 0) return false;
    const names = new Set((await this.#done()).map(({ name }) => name));
    if (names.size > this.#handled) this.#wentOnAt = performance.now();
    this.#handled = names.size;
    return [...this.#wanted.keys()].every((name) => names.has(name));
  }

  async #done(): Promise<readonly Done[]> {
    const file = path.join(this.#folder, 'done');
    const written = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    const lines = this.#settings.store === 'postgres' ? await this.#processes.doneInTable() : written;
    return lines.map((line) => {
      const [name, by, paths] = JSON.parse(line) as [string, string, readonly string[]];
      return { name, by, paths };
    });
  }

  async #result(): Promise<RoundResult> {
    const files = readdirSync(path.join(this.#folder, 'files')).map((name) => path.join(this.#folder, 'files', name));
    const given = { settings: this.#settings, wanted: this.#wanted, done: await this.#done(), files };
    const { again, broken } = judge({ ...given, hasGone: this.#kills > 0 });
    const replayed = this.#settings.records ? await this.#replay() : new Set<string>();
    const missing = this.#settings.records ? [...this.#wanted.keys()].filter((name) => !replayed.has(name)) : [];
    const others = [...replayed].filter((name) => !this.#wanted.has(name));
    return {
      settings: this.#settings,
      events: this.#wanted.size,
      requests: this.#requests,
      forged: this.#forged,
      cut: this.#cut,
      kills: this.#kills,
      replayed: replayed.size,
      again,
      broken: [
        ...this.#broken,
        ...broken,
        ...missing.map((name) => `${name}: is not in the cassette`),
        ...others.map((name) => `${name}: nobody has sent what is in the cassette`),
      ],
    };
  }

  /** Sends what was recorded to another handler. @returns the names of what it is given */
  async #replay(): Promise<ReadonlySet<string>> {
    const { secret, signs } = this.#settings;
    const names = new Set<string>();
    const to = callbackHandler({
      ...(secret === 'query' ? { secret: { query: 'key', value: SECRET } } : {}),
      ...(secret === 'path' ? { secret: { path: true, value: SECRET } } : {}),
      ...(signs ? { notifyKey: NOTIFY_KEY, ...(secret === 'none' ? { allowedAddresses: ['127.0.0.1'] } : {}) } : {}),
      onEvent: (event) => void names.add(nameOf(event)),
    });
    const address = `http://shop.test/cb${secret === 'query' ? `?key=${SECRET}` : secret === 'path' ? `/${SECRET}` : ''}`;
    const notifyKey = signs ? { notifyKey: NOTIFY_KEY } : {};
    const cassette = path.join(this.#folder, 'cassette.json');
    if (!existsSync(cassette)) return names;
    const all = await replayCallbacks(cassette, { to, address, ...notifyKey });
    for (const { kind, status, isOk } of all) if (!isOk) this.#broken.push(`a replayed ${kind} is answered ${status}`);
    return names;
  }
}
