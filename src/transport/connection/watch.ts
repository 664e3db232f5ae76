import type { Duplex } from 'node:stream';
// Not the global one: it is replaced where a test stops the clock, and a call must go on.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Certainty, Said } from '../certainty.js';
import { ResponseEnd } from './response-end.js';

/**
 * The time that a refusal waits for more behind it: so many times so many milliseconds, between which all that has
 * arrived is read. After a standstill of the process one long wait would be over before that.
 */
const [MOMENTS, MOMENT_MS] = [10, 10];

/** The connections that are watched, each with the response that it brought last. */
const WATCHED = new WeakMap<Duplex, { latest: Watch }>();

/**
 * Watches what a connection brings from now on, as the response to a request that is about to be written to it.
 *
 * @param isKept - whether an earlier request has used the connection, as far as the caller knows
 * @param isWritten - whether the request has been written to its last byte
 * @param holds - whether the connection goes to nobody else until the call is over, however long unpacking takes
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
 * While it is waited for what may come behind the latest response of a connection: the end of that wait, and whether
 * the connection may be used again. `undefined` where it may be at once.
 */
export function untilFree(socket: Duplex): Promise<boolean> | undefined {
  return WATCHED.get(socket)?.latest.whenFree();
}

/** Watches the bytes that come on a connection since a request was about to be written to it. */
export class Watch implements Certainty {
  readonly #socket: Duplex;
  readonly #isKept: boolean;
  readonly #isWritten: () => boolean;
  readonly #end = new ResponseEnd();
  /** True where the response began before the request had been written. */
  #isEarly = false;
  /** True where the request was never written whole. */
  #isCut = false;
  #moment: Promise<void> | undefined;
  #endMoment: (() => void) | undefined;
  /** True while the call still has to find out what the response says. */
  #isHeld: boolean;
  /** Called when it has found out. */
  readonly #waiting: (() => void)[] = [];

  constructor(socket: Duplex, isKept: boolean, isWritten: () => boolean, holds: boolean) {
    this.#isHeld = holds;
    this.#socket = socket;
    this.#isKept = isKept;
    this.#isWritten = isWritten;
  }

  /** See {@link untilFree}. */
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

  /** The call is over, one way or the other. */
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

  /** The response has been read to its end: a connection on which there is more is closed. */
  finish(): void {
    this.#isCut = !this.#isWritten();
    if (this.#end.hasSurplus) this.#socket.destroy();
  }

  /**
   * An earlier response can be left over only on a kept connection; a request that was never written whole was not
   * carried out, whoever is refused.
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

  /** The connection goes to another request. */
  leave(): void {
    this.#endMoment?.();
  }
}
