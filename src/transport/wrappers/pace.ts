import { setMaxListeners } from 'node:events';
import { AbortedError, TimeoutError } from '../../errors/errors.js';
import { checkNames, checkPositive, type KnownNames } from '../../errors/options.js';
import { timerMs } from '../pause.js';
import type { Transport, TransportBody, TransportRequest, TransportResponse } from '../transport.js';

/** Options of {@link paceTransport}. */
export interface PaceOptions {
  /** The most requests that may be under way at once. Default: no limit. */
  readonly maxConcurrency?: number | undefined;
  /** The most requests that may begin in a second, evenly spread. Default: no limit. */
  readonly maxPerSecond?: number | undefined;
}

const KNOWN: KnownNames<PaceOptions> = { maxConcurrency: true, maxPerSecond: true };

/**
 * Wraps a transport so that it takes its time: no more requests at once, and no more in a second, than it is told. The
 * others wait in the order in which they came, without a socket; waiting counts into a request's `timeoutMs`, and ends
 * with its signal. A streamed answer is under way until it has been read or given up.
 *
 * @param transport - what carries the requests; it is closed with the wrapper
 * @throws ValidationError when an option is not usable
 */
export function paceTransport(transport: Transport, options: PaceOptions): Transport {
  const { maxConcurrency, maxPerSecond } = checkNames(options, KNOWN, 'options');
  const gate = new Gate(
    checkPositive('maxConcurrency', maxConcurrency ?? Number.POSITIVE_INFINITY),
    maxPerSecond === undefined ? undefined : new TokenBucket(checkPositive('maxPerSecond', maxPerSecond)),
  );
  return {
    send: (request) => (gate.enter() ? carry(transport, request, gate) : waitAndCarry(transport, request, gate)),
    close: async () => {
      gate.close();
      await transport.close?.();
    },
  };
}

async function waitAndCarry(transport: Transport, request: TransportRequest, gate: Gate): Promise<TransportResponse> {
  const start = performance.now();
  await gate.wait(request);
  const { timeoutMs } = request;
  if (timeoutMs === undefined) return carry(transport, request, gate);
  const left = Math.max(1, Math.ceil(timeoutMs - (performance.now() - start)));
  return carry(transport, { ...request, timeoutMs: left }, gate);
}

/** Carries a request that is in, and lets the next one in when it is done. */
async function carry(transport: Transport, request: TransportRequest, gate: Gate): Promise<TransportResponse> {
  let isStreaming = false;
  try {
    const response = await transport.send(request);
    if (response?.body instanceof Uint8Array) return response;
    if (request.judge !== undefined) return await request.judge(response);
    // What is no answer at all is left for others to complain about.
    if (typeof response?.body !== 'object' || response.body === null) return response;
    isStreaming = true;
    return { ...response, body: watched(response.body, () => gate.leave()) };
  } finally {
    if (!isStreaming) gate.leave();
  }
}

/** A body that tells when it has been read to its end, has failed, or was given up. */
function watched(body: Exclude<TransportBody, Uint8Array>, done: () => void): TransportBody {
  const { bytes } = body;
  return {
    ...(bytes === undefined ? {} : { bytes: () => bytes.call(body).finally(done) }),
    async *[Symbol.asyncIterator]() {
      try {
        yield* body;
      } finally {
        done();
      }
    },
  };
}

/** How far the bucket may run ahead, in milliseconds: as exact as timers are, so that high rates can be reached. */
const TOLERANCE_MS = 10;

/** A token bucket that holds what comes in within {@link TOLERANCE_MS}, and at least one token. */
class TokenBucket {
  readonly #interval: number;
  readonly #tolerance: number;
  /** When the bucket would be full again. */
  #full = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#interval = 1000 / perSecond;
    this.#tolerance = Math.max(0, TOLERANCE_MS - this.#interval);
  }

  /** Takes a token. @returns 0, or after how many milliseconds there will be one */
  take(): number {
    const now = performance.now();
    const early = this.#full - this.#tolerance - now;
    if (early > 0) return early;
    this.#full = Math.max(this.#full, now) + this.#interval;
    return 0;
  }
}

/** A request that waits for its turn. */
interface Waiter {
  readonly enter: () => void;
  readonly refuse: (reason: 'aborted' | 'closed' | 'timeout') => void;
  isWaiting: boolean;
}

/** Lets requests in, the first one first. */
class Gate {
  readonly #max: number;
  readonly #bucket: TokenBucket | undefined;
  #inside = 0;
  /** Those that wait from `#head` on; they are cut off in bundles, because a shift of a long list is slow. */
  #queue: Waiter[] = [];
  #head = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(max: number, bucket: TokenBucket | undefined) {
    this.#max = max;
    this.#bucket = bucket;
  }

  /** Lets a request in at once. @returns false when it has to wait */
  enter(): boolean {
    if (this.#inside >= this.#max || this.#head < this.#queue.length) return false;
    if (this.#bucket !== undefined && this.#bucket.take() > 0) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside -= 1;
    if (this.#head < this.#queue.length) this.#letIn();
  }

  /** Waits for the turn of a request. */
  wait({ operation, signal, timeoutMs }: TransportRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse: Waiter['refuse'] = (reason) => {
        done();
        if (reason === 'timeout' && timeoutMs !== undefined) {
          const what = `waiting for its turn took longer than ${timeoutMs} ms; nothing was sent`;
          reject(new TimeoutError(what, timeoutMs, 'not-sent', { operation }));
          return;
        }
        const who = reason === 'closed' ? 'the client was closed' : 'aborted by the caller';
        const cause: unknown = reason === 'closed' ? undefined : signal?.reason;
        const what = `${who} before its turn came; nothing was sent`;
        reject(new AbortedError(what, 'not-sent', { operation, cause }));
      };
      const onAbort = (): void => refuse('aborted');
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => refuse('timeout'), timerMs(timeoutMs));
      const done = (): void => {
        waiter.isWaiting = false;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        isWaiting: true,
        refuse,
        enter: () => {
          done();
          resolve();
        },
      };
      if (signal?.aborted) {
        refuse('aborted');
        return;
      }
      if (signal !== undefined) {
        // Many calls may share one signal; a warning about that would be noise.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', onAbort, { once: true });
      }
      this.#queue.push(waiter);
      this.#letIn();
    });
  }

  /** Refuses all who wait. */
  close(): void {
    clearTimeout(this.#timer);
    const waiting = this.#queue.slice(this.#head);
    this.#queue = [];
    this.#head = 0;
    for (const waiter of waiting) if (waiter.isWaiting) waiter.refuse('closed');
  }

  #letIn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#inside < this.#max) {
      const next = this.#next();
      if (next === undefined) return;
      const early = this.#bucket?.take() ?? 0;
      if (early > 0) {
        this.#timer = setTimeout(() => this.#letIn(), early);
        return;
      }
      this.#head += 1;
      this.#inside += 1;
      next.enter();
    }
  }

  /** The first who still waits; who has given up is passed over. */
  #next(): Waiter | undefined {
    while (this.#queue[this.#head]?.isWaiting === false) this.#head += 1;
    if (this.#head > 1024 || this.#head >= this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return this.#queue[this.#head];
  }
}
