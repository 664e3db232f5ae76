import { unheld } from '../../options/check.js';
import type { Gateway } from '../gateway/gateway.js';
import { TimeQueue } from '../gateway/store/time-queue.js';
import type { KeptList } from '../log/kept-list.js';
import type { CallbackSettings } from '../options/callback-options.js';
import { type Call, callsOf, type Outgoing } from './batches.js';
import { callbackRequest } from './callback-request.js';
import { DisorderPlan } from './disorder.js';
import { type CallbackAnswer, type Closing, exchange } from './exchange.js';
import type { SentCallback } from './sent-callback.js';

/** The longest that a timer waits: a clock that was put forward is noticed then. */
const MAX_TIMER_MS = 60_000;

const CLOSED: CallbackAnswer = { status: null, problem: 'the gateway is closed: nothing was sent' };

/**
 * Sends what is to be told to programs when its time has come by the gateway's clock, and again until it is answered
 * with `OK`.
 *
 * With the system's clock that happens by itself. Nobody hears another clock tick, so with one of the caller's it
 * happens in {@link CallbackSender.settle}.
 */
export class CallbackSender {
  readonly #gateway: Gateway;
  readonly #settings: CallbackSettings;
  readonly #log: KeptList<SentCallback>;
  readonly #bySelf: boolean;
  readonly #disorder: DisorderPlan;
  readonly #outgoing = new TimeQueue<Outgoing>();
  readonly #repeated = new TimeQueue<Call>();
  /** Calls whose time has come, the next one last. */
  #ready: Call[] = [];
  readonly #underWay: Closing = new Set();
  readonly #callsUnderWay = new Set<Call>();
  /** Of events that could not be made. */
  readonly #failures: unknown[] = [];
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The time at which it ends. */
  #timerMs = Number.POSITIVE_INFINITY;
  #isClosed = false;

  /** @param bySelf - whether callbacks are sent without {@link settle} */
  constructor(gateway: Gateway, settings: CallbackSettings, log: KeptList<SentCallback>, bySelf: boolean) {
    this.#gateway = gateway;
    this.#settings = settings;
    this.#log = log;
    this.#bySelf = bySelf;
    this.#disorder = new DisorderPlan(settings.disorder);
  }

  /** Has something told when a moment has come. */
  add(outgoing: Outgoing, atMs: number): void {
    if (this.#isClosed) return;
    this.#outgoing.add(atMs + this.#disorder.delayMs(), outgoing);
    this.#arm();
  }

  /** Looks again when something is to be done: the store awaits more. */
  wake(): void {
    this.#arm();
  }

  /** The events and calls that wait for their time. */
  get waiting(): number {
    return this.#outgoing.size + this.#repeated.size + this.#ready.length;
  }

  /** The time of the next one; `undefined` where nothing will happen by itself. */
  get nextMs(): number | undefined {
    const { nextChangeMs } = this.#gateway.events;
    const times = [this.#outgoing.nextMs, this.#repeated.nextMs, nextChangeMs].filter((ms) => ms !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Sends all that is due, also what becomes due by that, and waits for the answers. */
  async settle(): Promise<void> {
    // What has become due behind the end of the other one is sent by this one.
    while (this.#running !== undefined) await this.#running.catch(() => undefined);
    if (this.#isClosed) return;
    this.#running = this.#run();
    try {
      await this.#running;
    } finally {
      this.#running = undefined;
      this.#arm();
    }
  }

  /** Sends a call once, at once. */
  async send(call: Call, details: Pick<SentCallback, 'isProbe'>): Promise<SentCallback> {
    const { target, callback, username, messageIds } = call;
    const { timeoutMs, keepsQuery } = this.#settings;
    const sentAtMs = this.#gateway.nowMs();
    call.firstAtMs ??= sentAtMs;
    call.attempts += 1;
    const make = (signal: AbortSignal): Request => callbackRequest(callback, target.url, keepsQuery, signal);
    this.#callsUnderWay.add(call);
    const answer = this.#isClosed ? CLOSED : await exchange(target, make, timeoutMs, this.#underWay);
    this.#callsUnderWay.delete(call);
    const repeatAtMs = details.isProbe ? undefined : this.#repeatAtMs(call, answer);
    const sent: SentCallback = {
      kind: callback.kind,
      ...details,
      username,
      messageIds,
      sentAt: new Date(sentAtMs),
      attempt: call.attempts,
      ...answer,
      accepted: answer.problem === null,
      repeatAt: repeatAtMs === undefined ? null : new Date(repeatAtMs),
    };
    // Whoever has closed it, or has forgotten the account, hears of nothing more.
    if (this.#isClosed || call.isForgotten) return sent;
    this.#log.add(sent);
    if (repeatAtMs !== undefined) this.#repeated.add(repeatAtMs, call);
    return sent;
  }

  /** Tells nothing more of accounts; calls under way are not repeated. */
  forget(usernames: ReadonlySet<string>): void {
    const isGone = ({ username }: { readonly username: string }): boolean => usernames.has(username);
    this.#outgoing.drop(isGone);
    this.#repeated.drop(isGone);
    this.#ready = this.#ready.filter((call) => !isGone(call));
    for (const call of this.#callsUnderWay) if (isGone(call)) call.isForgotten = true;
  }

  /** Ends what is under way, and waits for that; nothing is sent any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#outgoing.clear();
    this.#repeated.clear();
    this.#ready = [];
    for (const ending of this.#underWay) ending.abort();
    await this.#running?.catch(() => undefined);
  }

  async #run(): Promise<void> {
    do {
      const lanes = Array.from({ length: this.#settings.atOnce }, () => this.#sendReady());
      for (const lane of await Promise.allSettled(lanes)) {
        if (lane.status === 'rejected') throw lane.reason;
      }
    } while (this.#makeReady());
    const [failure] = this.#failures.splice(0);
    if (failure !== undefined) throw failure;
  }

  async #sendReady(): Promise<void> {
    while (this.#ready.length > 0 || this.#makeReady()) {
      const call = this.#ready.pop();
      if (call === undefined) return;
      const { accepted } = await this.send(call, { isProbe: false });
      if (accepted) this.#sendSecond(call);
    }
  }

  /** Takes out what is due. @returns whether there is something */
  #makeReady(): boolean {
    if (this.#isClosed) return false;
    const nowMs = this.#gateway.nowMs();
    this.#gateway.events.advance(nowMs);
    const repeated = dueOf(this.#repeated, nowMs);
    const outgoing = this.#disorder.order(dueOf(this.#outgoing, nowMs));
    const made = callsOf(outgoing, this.#settings.reportsPerCall, (error) => this.#failures.push(error));
    this.#ready = this.#disorder.order([...repeated, ...made]).reverse();
    return this.#ready.length > 0;
  }

  #repeatAtMs({ target, attempts, firstAtMs = 0 }: Call, { problem }: CallbackAnswer): number | undefined {
    if (problem === null || target.fetch === undefined) return undefined;
    const { pausesMs, giveUpAfterMs } = this.#settings;
    const atMs = this.#gateway.nowMs() + (pausesMs[attempts - 1] ?? pausesMs.at(-1) ?? 1);
    return atMs - firstAtMs > giveUpAfterMs ? undefined : atMs;
  }

  #sendSecond(call: Call): void {
    const afterMs = call.isSecond || call.isForgotten || this.#isClosed ? undefined : this.#disorder.secondAfterMs();
    if (afterMs !== undefined) this.#repeated.add(this.#gateway.nowMs() + afterMs, { ...call, isSecond: true });
  }

  /** Waits for what comes next. */
  #arm(): void {
    if (!this.#bySelf || this.#isClosed || this.#running !== undefined) return;
    const { nextMs } = this;
    if (nextMs === undefined || nextMs >= this.#timerMs) return;
    clearTimeout(this.#timer);
    this.#timerMs = nextMs;
    const ms = Math.min(Math.max(nextMs - this.#gateway.nowMs(), 0), MAX_TIMER_MS);
    const ring = (): void => {
      this.#timerMs = Number.POSITIVE_INFINITY;
      void this.settle().catch(warn);
    };
    // Nobody's program is kept running for it.
    this.#timer = unheld(setTimeout(ring, ms));
  }
}

function dueOf<T>(queue: TimeQueue<T>, nowMs: number): T[] {
  const due: T[] = [];
  for (let next = queue.take(nowMs); next !== undefined; next = queue.take(nowMs)) due.push(next);
  return due;
}

function warn(error: unknown): void {
  // Only its name: its words may be those of a message.
  const name = error instanceof Error ? error.name : typeof error;
  process.emitWarning(`the embedded gateway could not make a callback (${name})`, { type: 'SmsServiceWarning' });
}
