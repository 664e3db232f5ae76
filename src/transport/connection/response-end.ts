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
