import type { Duplex } from 'node:stream';
// Not the global functions, which fake timers replace.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Certainty, RequestFate } from '../transport.js';

/**
 * How often, and how many milliseconds, a refusal waits for further bytes. The event loop reads between the waits; a
 * single long wait could end before that after a standstill of the process.
 */
const [WAITS, WAIT_MS] = [10, 10];

const WATCHED = new WeakMap<Duplex, { latest: Watch }>();

/**
 * Watches the bytes of a connection as the response to the request that is written next.
 *
 * @param isReused - whether an earlier request has used the connection, as far as the caller knows
 * @param isWritten - whether the request was written completely
 * @param holds - whether the connection is reserved until the call ends, however long decompression takes
 */
export function watchResponse(
  socket: Duplex,
  isReused: boolean,
  isWritten: () => boolean,
  holds: boolean = false,
): Watch {
  const before = WATCHED.get(socket);
  const watch = new Watch(socket, isReused || before !== undefined, isWritten, holds);
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
  readonly #isReused: boolean;
  readonly #isWritten: () => boolean;
  readonly #end = new ResponseEnd();
  #isEarly = false;
  #isCut = false;
  #settling: Promise<void> | undefined;
  #endSettling: (() => void) | undefined;
  #isHeld: boolean;
  readonly #waiting: (() => void)[] = [];

  constructor(socket: Duplex, isReused: boolean, isWritten: () => boolean, holds: boolean) {
    this.#isHeld = holds;
    this.#socket = socket;
    this.#isReused = isReused;
    this.#isWritten = isWritten;
  }

  whenFree(): Promise<boolean> | undefined {
    if (this.#isHeld) return this.#whenOver().then(() => this.whenFree() ?? this.#isFree);
    if (this.#endSettling === undefined) return undefined;
    return this.#settling?.then(() => this.#isFree);
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
    if (end.hasSurplus) this.#endSettling?.();
  }

  finish(): void {
    this.#isCut = !this.#isWritten();
    if (this.#end.hasSurplus) this.#socket.destroy();
  }

  /**
   * Only a reused connection can contain an earlier response. A request that was not written completely was not
   * executed.
   */
  doubt(fate: RequestFate): string | undefined {
    if (fate === 'refused' && this.#isCut) return undefined;
    if (this.#end.hasSurplus && (fate === 'refused' || this.#isReused))
      return 'the connection delivered more than one response';
    return this.#isEarly && this.#isReused ? 'it began before the request was sent' : undefined;
  }

  settled(): Promise<void> {
    if (this.#end.hasSurplus || this.#socket.destroyed) return Promise.resolve();
    this.#settling ??= new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#socket.off('close', end);
        this.#endSettling = undefined;
        resolve();
      };
      let remaining = WAITS;
      const next = (): void => {
        remaining -= 1;
        if (remaining < 0) end();
        else timer = setTimeout(next, WAIT_MS);
      };
      let timer: NodeJS.Timeout | undefined;
      next();
      this.#endSettling = end;
      this.#socket.once('close', end);
    });
    return this.#settling;
  }

  discard(): void {
    this.#socket.destroy();
  }

  leave(): void {
    this.#endSettling?.();
  }
}

const MAX_LINE = 262_144;

const [CR, LF] = [0x0d, 0x0a];
const SMALL = 0x20;
const [C, L, AT_L] = [0x63, 0x6c, 'content-'.length];
const [T, E, AT_E] = [0x74, 0x65, 'transfer-'.length];

type Part = 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' | 'rest' | 'over';

/**
 * Finds the end of an HTTP/1.1 response in the bytes of its connection (RFC 9112 section 6.3), and whether more bytes
 * follow. A parser reports that only if it cannot read them, and ignores a second response.
 *
 * It does not validate: for invalid responses, and those that end with their connection, it finds no end.
 */
export class ResponseEnd {
  #part: Part = 'head';
  #line = '';
  #left = 0;
  #status = 0;
  #length = Number.NaN;
  #coding: string | undefined;
  #hasBegun = false;
  #hasSurplus = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get hasSurplus(): boolean {
    return this.#hasSurplus;
  }

  take(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      if (this.#part === 'rest') return;
      if (this.#part === 'over') {
        this.#hasSurplus ||= piece.subarray(at).some((byte) => byte !== CR && byte !== LF);
        return;
      }
      at = this.#part === 'body' || this.#part === 'chunk' ? this.#pass(piece, at) : this.#readLine(piece, at);
    }
  }

  #pass(piece: Buffer, at: number): number {
    const passed = Math.min(this.#left, piece.length - at);
    this.#left -= passed;
    if (this.#left === 0) this.#part = this.#part === 'body' ? 'over' : 'chunk end';
    return at + passed;
  }

  #readLine(piece: Buffer, at: number): number {
    const end = piece.indexOf(LF, at);
    if (end !== -1 && this.#isOtherHeader(piece, at)) return end + 1;
    this.#line += piece.toString('latin1', at, end === -1 ? piece.length : end);
    if (end === -1) {
      if (this.#line.length > MAX_LINE) this.#part = 'rest';
      else if (this.#line !== '\r') this.#hasBegun = true;
      return piece.length;
    }
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    this.#takeLine(line);
    return end + 1;
  }

  #isOtherHeader(piece: Buffer, at: number): boolean {
    if (this.#part !== 'head' || this.#status === 0 || this.#line !== '') return false;
    const first = piece[at];
    if (first === CR || first === LF) return false;
    const letter = smallAt(piece, at);
    return letter === C ? smallAt(piece, at + AT_L) !== L : letter !== T || smallAt(piece, at + AT_E) !== E;
  }

  #takeLine(line: string): void {
    if (this.#part === 'head') {
      if (line !== '') this.#takeHeadLine(line);
      // Line ends before a response are passed over.
      else if (this.#status !== 0) this.#endHead();
    } else if (this.#part === 'chunk size') {
      const size = /^[\da-f]+/i.exec(line)?.[0];
      this.#left = Number.parseInt(size ?? '', 16);
      this.#part = size === undefined ? 'rest' : this.#left === 0 ? 'trailers' : 'chunk';
    } else if (this.#part === 'chunk end') this.#part = 'chunk size';
    else if (line === '') this.#part = 'over';
  }

  #takeHeadLine(line: string): void {
    this.#hasBegun = true;
    if (this.#status === 0) {
      this.#status = Number(/^HTTP\/1\.\d +(\d{3})/.exec(line)?.[1]);
      if (Number.isNaN(this.#status)) this.#part = 'rest';
      return;
    }
    const [, name, value = ''] = /^(content-length|transfer-encoding)[ \t]*:(.*)$/i.exec(line) ?? [];
    if (name === undefined) return;
    if (name.length === 'content-length'.length) this.#length = Number(value);
    else this.#coding = value.trim().toLowerCase();
  }

  #endHead(): void {
    const status = this.#status;
    if (status >= 100 && status < 200 && status !== 101) {
      this.#status = 0;
      this.#hasBegun = false;
    } else if (status === 204 || status === 304) this.#part = 'over';
    else if (status === 101) this.#part = 'rest';
    else if (this.#coding !== undefined) this.#part = this.#coding.endsWith('chunked') ? 'chunk size' : 'rest';
    else if (Number.isNaN(this.#length)) this.#part = 'rest';
    else {
      this.#left = this.#length;
      this.#part = 'body';
    }
  }
}

function smallAt(piece: Buffer, at: number): number {
  return (piece[at] ?? 0) | SMALL;
}
