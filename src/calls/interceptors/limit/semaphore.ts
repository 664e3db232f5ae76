import { AbortedError, TimeoutError } from '../../../errors/errors.js';
import type { TransportRequest } from '../../../transport/transport.js';
import { onWaitEnd, timerMs, type WaitEnd } from '../../../transport/wait.js';
import { beforeAnyAddress } from '../failed-attempt.js';
import { Queue } from './queue.js';
import type { TokenBucket } from './token-bucket.js';

/** A request that waits for its turn. */
interface Waiter {
  enter(): void;
  giveUp(end: WaitEnd): void;
}

/** Lets requests in, the first one first. */
export class Semaphore {
  readonly #max: number;
  readonly #bucket: TokenBucket | undefined;
  readonly #waiting = new Queue<Waiter>();
  #inside = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(max: number, bucket: TokenBucket | undefined) {
    this.#max = max;
    this.#bucket = bucket;
  }

  /** Lets a request in at once. @returns false when it has to wait */
  enter(): boolean {
    if (this.#isClosed || this.#inside >= this.#max || this.#waiting.first !== undefined) return false;
    if (this.#bucket !== undefined && this.#bucket.take() > 0) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  /** Waits for the turn of a request. */
  wait(request: TransportRequest): Promise<void> {
    const { signal, timeoutMs } = request;
    return new Promise((resolve, reject) => {
      if (this.#isClosed || signal?.aborted) {
        reject(noTurn(this.#isClosed ? 'closed' : 'aborted', request));
        return;
      }
      const entry = this.#waiting.add({
        enter: () => {
          this.#waiting.leave(entry);
          stop();
          resolve();
        },
        giveUp: (end) => {
          this.#waiting.leave(entry);
          stop();
          reject(noTurn(end, request));
        },
      });
      const stop = onWaitEnd({ signal, timeoutMs }, (end) => {
        entry.value.giveUp(end);
        this.#letIn();
      });
      this.#letIn();
    });
  }

  /** Refuses all who wait, and all who come. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (let next = this.#waiting.first; next !== undefined; next = this.#waiting.first) next.giveUp('closed');
  }

  /** Lets in who may begin now, and comes back when the next one may. */
  #letIn(): void {
    clearTimeout(this.#timer);
    while (this.#inside < this.#max) {
      const next = this.#waiting.first;
      if (next === undefined) return;
      const early = this.#bucket?.take() ?? 0;
      if (early > 0) {
        this.#timer = setTimeout(() => this.#letIn(), timerMs(early));
        return;
      }
      this.#inside += 1;
      next.enter();
    }
  }
}

/** Why the turn of a request never came. */
function noTurn(end: WaitEnd, { operation, signal, timeoutMs = 0 }: TransportRequest): Error {
  if (end === 'timeout') {
    const what = `waiting for its turn took longer than ${timeoutMs} ms; nothing was sent`;
    return beforeAnyAddress(new TimeoutError(what, timeoutMs, 'not-sent', { operation }));
  }
  const [who, cause] = end === 'closed' ? ['the client was closed'] : ['aborted by the caller', signal?.reason];
  return new AbortedError(`${who} before its turn came; nothing was sent`, 'not-sent', { operation, cause });
}
