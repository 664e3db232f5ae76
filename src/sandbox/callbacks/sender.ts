import type { CallbackKind } from '../../callbacks/description/events.js';
import { unheld } from '../../options/check.js';
import type { BoundedList } from '../core/logs.js';
import type { Gateway } from '../gateway/gateway.js';
import type { CallbackSettings } from '../options/callback-options.js';
import { type CallbackCall, callbackRequest, callsOf, type OutgoingEvent } from './callback-calls.js';
import { type CallbackAnswer, exchange } from './targets.js';

/** A callback that was sent, or could not be sent. It contains no text, telephone number or address. */
export interface SentCallback {
  readonly kind: CallbackKind;
  /** True for the request that checks an address. */
  readonly isProbe: boolean;
  /** The account of the event; empty for the check of an address. */
  readonly username: string;
  /** The message ids of its events: 1 to 5 in a delivery report. */
  readonly messageIds: readonly string[];
  /** By the gateway's clock. */
  readonly sentAt: Date;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The status of the response; `null` if there was none. */
  readonly status: number | null;
  /** True if the response was exactly `OK`, with status 200. */
  readonly accepted: boolean;
  /** The reason why the callback was not accepted; `null` if it was. */
  readonly problem: string | null;
  /** The time of the next attempt; `null` if there is none. */
  readonly repeatAt: Date | null;
}

const MAX_TIMER_MS = 60_000;

const CLOSED: CallbackAnswer = { status: null, problem: 'The gateway is closed: nothing was sent' };

/**
 * Sends events when they are due by the gateway's clock, one call at a time, and retries until the response is `OK`.
 * With the system clock it uses timers. With a clock of the caller it sends only in {@link CallbackSender.settle}.
 */
export class CallbackSender {
  readonly #gateway: Gateway;
  readonly #settings: CallbackSettings;
  readonly #log: BoundedList<SentCallback>;
  readonly #usesTimers: boolean;
  readonly #outgoing = new TimeQueue<OutgoingEvent>();
  readonly #retries = new TimeQueue<CallbackCall>();
  #ready: CallbackCall[] = [];
  readonly #active = new Map<CallbackCall, AbortController>();
  readonly #failures: unknown[] = [];
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerEndsMs = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(gateway: Gateway, settings: CallbackSettings, log: BoundedList<SentCallback>, usesTimers: boolean) {
    this.#gateway = gateway;
    this.#settings = settings;
    this.#log = log;
    this.#usesTimers = usesTimers;
  }

  add(outgoing: OutgoingEvent, atMs: number): void {
    if (this.#isClosed) return;
    this.#outgoing.add(atMs, outgoing);
    this.#startTimer();
  }

  get waiting(): number {
    return this.#outgoing.size + this.#retries.size + this.#ready.length;
  }

  get nextMs(): number | undefined {
    const times = [this.#outgoing.nextMs, this.#retries.nextMs].filter((ms) => ms !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async settle(): Promise<void> {
    // The other run may have ended before an event was due.
    while (this.#running !== undefined) await this.#running.catch(() => undefined);
    if (this.#isClosed) return;
    this.#running = this.#run();
    try {
      await this.#running;
    } finally {
      this.#running = undefined;
      this.#startTimer();
    }
  }

  async send(call: CallbackCall, { isProbe }: Pick<SentCallback, 'isProbe'>): Promise<SentCallback> {
    const { target, kind, username, messageIds } = call;
    const sentAtMs = this.#gateway.nowMs();
    call.firstAtMs ??= sentAtMs;
    call.attempts += 1;
    const ending = new AbortController();
    const make = (): Request => callbackRequest(call, ending.signal);
    this.#active.set(call, ending);
    const answer = this.#isClosed ? CLOSED : await exchange(target.send, make, this.#settings.timeoutMs, ending);
    this.#active.delete(call);
    const repeatAtMs = isProbe ? undefined : this.#retryAtMs(call, answer);
    const sent: SentCallback = {
      kind,
      isProbe,
      username,
      messageIds,
      sentAt: new Date(sentAtMs),
      attempt: call.attempts,
      ...answer,
      accepted: answer.problem === null,
      repeatAt: repeatAtMs === undefined ? null : new Date(repeatAtMs),
    };
    if (this.#isClosed) return sent;
    this.#log.add(sent);
    if (repeatAtMs !== undefined) this.#retries.add(repeatAtMs, call);
    return sent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#outgoing.clear();
    this.#retries.clear();
    this.#ready = [];
    for (const ending of this.#active.values()) ending.abort();
    await this.#running?.catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (this.#ready.length > 0 || this.#makeReady()) {
      const call = this.#ready.pop();
      if (call !== undefined) await this.send(call, { isProbe: false });
    }
    const [failure] = this.#failures.splice(0);
    if (failure !== undefined) throw failure;
  }

  /** Moves everything that is due to the ready calls. @returns true if there is a call */
  #makeReady(): boolean {
    if (this.#isClosed) return false;
    const nowMs = this.#gateway.nowMs();
    const retries = this.#retries.take(nowMs);
    const outgoing = this.#outgoing.take(nowMs);
    const calls = callsOf(outgoing, this.#settings.reportsPerCall, (error) => this.#failures.push(error));
    this.#ready = [...retries, ...calls].reverse();
    return this.#ready.length > 0;
  }

  #retryAtMs({ target, attempts, firstAtMs = 0 }: CallbackCall, { problem }: CallbackAnswer): number | undefined {
    if (problem === null || target.send === undefined) return undefined;
    const { pausesMs, giveUpAfterMs } = this.#settings;
    const atMs = this.#gateway.nowMs() + (pausesMs[attempts - 1] ?? pausesMs.at(-1) ?? 1);
    return atMs - firstAtMs > giveUpAfterMs ? undefined : atMs;
  }

  #startTimer(): void {
    if (!this.#usesTimers || this.#isClosed || this.#running !== undefined) return;
    const { nextMs } = this;
    if (nextMs === undefined || nextMs >= this.#timerEndsMs) return;
    clearTimeout(this.#timer);
    this.#timerEndsMs = nextMs;
    const ms = Math.min(Math.max(nextMs - this.#gateway.nowMs(), 0), MAX_TIMER_MS);
    const ring = (): void => {
      this.#timerEndsMs = Number.POSITIVE_INFINITY;
      void this.settle().catch(warn);
    };
    this.#timer = unheld(setTimeout(ring, ms));
  }
}

class TimeQueue<T> {
  readonly #times: number[] = [];
  readonly #items = new Map<number, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get nextMs(): number | undefined {
    return this.#times[0];
  }

  add(atMs: number, item: T): void {
    this.#size += 1;
    const same = this.#items.get(atMs);
    if (same !== undefined) return void same.push(item);
    this.#items.set(atMs, [item]);
    this.#times.splice(this.#countUntil(atMs), 0, atMs);
  }

  take(nowMs: number): readonly T[] {
    const due = this.#times.splice(0, this.#countUntil(nowMs)).flatMap((atMs) => this.#remove(atMs));
    this.#size -= due.length;
    return due;
  }

  clear(): void {
    this.take(Number.POSITIVE_INFINITY);
  }

  #remove(atMs: number): readonly T[] {
    const items = this.#items.get(atMs) ?? [];
    this.#items.delete(atMs);
    return items;
  }

  #countUntil(ms: number): number {
    let [count, end] = [0, this.#times.length];
    while (count < end) {
      const middle = (count + end) >>> 1;
      if ((this.#times[middle] ?? 0) <= ms) count = middle + 1;
      else end = middle;
    }
    return count;
  }
}

function warn(error: unknown): void {
  // Only the name: the message may contain the text of an SMS.
  const name = error instanceof Error ? error.name : typeof error;
  process.emitWarning(`The embedded gateway could not create a callback (${name})`, { type: 'SmsServiceWarning' });
}
