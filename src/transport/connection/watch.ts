import type { Duplex } from 'node:stream';
// Not the global ones, which tests with a stopped clock replace.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Certainty, Said } from '../transport.js';
import { ResponseEnd } from './response-end.js';

/**
 * The time that a refusal waits for more behind it: so many times so many milliseconds, between which all that has
 * arrived is read. After a standstill of the process one long wait would be over before that.
 */
const [MOMENTS, MOMENT_MS] = [10, 10];

const WATCHED = new WeakMap<Duplex, { latest: Watch }>();

/**
 * Watches the bytes of a connection as the response to the request that is written next.
 *
 * @param isKept - whether an earlier request has used the connection, as far as the caller knows
 * @param isWritten - whether the request was written completely
 * @param holds - whether the connection is reserved until the call ends, however long decompression takes
 */
export function watchResponse(
  socket: Duplex,
  isKept: boolean,
  isWritten: () => boolean,
  holds: boolean = false,
): Watch {
  const before = WATCHED.get(socket);
  const watch = new Watch(socket, isKept || before !== undefined, isWritten, holds);
  if (before !== undefined) {
    before.latest.leave();
    before.latest = watch;
    return watch;
  }
  const watched = { latest: watch };
  WATCHED.set(socket, watched);
  socket.on('data', (piece: Buffer) => watched.latest.take(piece));
  return watch;
}

/**
 * Waits for bytes after the latest response of a connection, and returns whether it may be used again; `undefined` if
 * it may be used immediately.
 */
export function untilFree(socket: Duplex): Promise<boolean> | undefined {
  return WATCHED.get(socket)?.latest.whenFree();
}

export class Watch implements Certainty {
  readonly #socket: Duplex;
  readonly #isKept: boolean;
  readonly #isWritten: () => boolean;
  readonly #end = new ResponseEnd();
  #isEarly = false;
  #isCut = false;
  #moment: Promise<void> | undefined;
  #endMoment: (() => void) | undefined;
  #isHeld: boolean;
  readonly #waiting: (() => void)[] = [];

  constructor(socket: Duplex, isKept: boolean, isWritten: () => boolean, holds: boolean) {
    this.#isHeld = holds;
    this.#socket = socket;
    this.#isKept = isKept;
    this.#isWritten = isWritten;
  }

  whenFree(): Promise<boolean> | undefined {
    if (this.#isHeld) return this.#whenOver().then(() => this.whenFree() ?? this.#isFree);
    if (this.#endMoment === undefined) return undefined;
    return this.#moment?.then(() => this.#isFree);
  }

  get #isFree(): boolean {
    return !this.#end.hasSurplus && !this.#socket.destroyed;
  }

  #whenOver(): Promise<void> {
    return new Promise((resolve) => {
      // The response is decoded before the next turn.
      this.#waiting.push(() => setImmediate(resolve));
    });
  }

  over(): void {
    this.#isHeld = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  take(piece: Buffer): void {
    const end = this.#end;
    const hadBegun = end.hasBegun;
    end.take(piece);
    if (!hadBegun && end.hasBegun) this.#isEarly = !this.#isWritten();
    if (end.hasSurplus) this.#endMoment?.();
  }

  finish(): void {
    this.#isCut = !this.#isWritten();
    if (this.#end.hasSurplus) this.#socket.destroy();
  }

  /**
   * Only a reused connection can contain an earlier response. A request that was not written completely was not
   * executed.
   */
  doubt(says: Said): string | undefined {
    if (says === 'refused' && this.#isCut) return undefined;
    if (this.#end.hasSurplus && (says === 'refused' || this.#isKept)) return 'the connection brought more than one';
    return this.#isEarly && this.#isKept ? 'it began before the request was written' : undefined;
  }

  settled(): Promise<void> {
    if (this.#end.hasSurplus || this.#socket.destroyed) return Promise.resolve();
    this.#moment ??= new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#socket.off('close', end);
        this.#endMoment = undefined;
        resolve();
      };
      let left = MOMENTS;
      const next = (): void => {
        left -= 1;
        if (left < 0) end();
        else timer = setTimeout(next, MOMENT_MS);
      };
      let timer: NodeJS.Timeout | undefined;
      next();
      this.#endMoment = end;
      this.#socket.once('close', end);
    });
    return this.#moment;
  }

  discard(): void {
    this.#socket.destroy();
  }

  leave(): void {
    this.#endMoment?.();
  }
}
