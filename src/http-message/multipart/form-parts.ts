import type { Dicer } from '@fastify/busboy';
import { at, Problem } from '../../errors/problem.js';
import { parseContentType } from '../content-type.js';
import { readDisposition } from './part-disposition.js';

/** The most bytes and lines that the head of one part may have; the parser leaves out what is far above. */
export const [HEAD_BYTES, HEAD_LINES] = [16_384, 100] as const;

const BOUNDARY_LENGTH = 70;
const NO_ASCII = /[^\x20-\x7e]/;

/** The heads of a part by their names in lower case, their bytes as one character each. */
export type PartHeads = Readonly<Record<string, readonly string[] | undefined>>;

/** The head of a part of a form. */
export interface PartHead {
  /** The name of the field. */
  readonly field: string;
  readonly fileName: string | undefined;
  readonly mediaType: string;
  readonly charset: string | undefined;
}

/** A part as it arrives. */
export interface PartReader {
  /** @param bytes - part of memory that is used again */
  add(bytes: Uint8Array): void;
  end(): void;
}

export function isBoundary(boundary: string): boolean {
  return boundary !== '' && boundary.length <= BOUNDARY_LENGTH && !NO_ASCII.test(boundary);
}

interface HeadParser {
  readonly buffer: string;
  _parseHeader(): void;
}

export class FormParts {
  readonly #parser: Dicer;
  readonly #open: (heads: PartHeads) => PartReader;
  #hasHeads = true;
  #error: unknown;
  #isOver = false;

  /** @param open - called with the head of each part; what it throws is thrown by {@link write} */
  constructor(Parser: typeof Dicer, boundary: string, open: (heads: PartHeads) => PartReader) {
    this.#parser = new Parser({ boundary, maxHeaderPairs: 2 * HEAD_LINES });
    this.#open = open;
    this.#listen();
  }

  /** True when the last delimiter was read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Reads a piece. The text after the last delimiter is ignored. @throws the problem */
  write(piece: Uint8Array): void {
    if (this.#isOver) return;
    this.#parser.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
    if (this.#error !== undefined) throw this.#error;
  }

  #listen(): void {
    const { _hparser: heads } = this.#parser as unknown as { readonly _hparser: HeadParser };
    const parse = heads._parseHeader;
    heads._parseHeader = () => {
      this.#guard(() => checkLines(heads.buffer));
      parse.call(heads);
    };
    this.#parser.on('part', (part) => {
      this.#guard(() => this.#checkHeads());
      this.#hasHeads = false;
      let reader: PartReader | undefined;
      part.on('header', (heads) => {
        this.#hasHeads = true;
        this.#guard(() => {
          reader = this.#open(heads as unknown as PartHeads);
        });
      });
      // In place of the stream that keeps pieces: they are parts of memory that the parser uses again.
      part.push = (bytes: Uint8Array | null): boolean => {
        if (bytes !== null) this.#guard(() => reader?.add(bytes));
        else {
          this.#guard(() => reader?.end());
          part.emit('end');
        }
        return true;
      };
    });
    this.#parser.on('finish', () => {
      this.#guard(() => this.#checkHeads());
      this.#isOver = true;
    });
    this.#parser.on('error', (error: unknown) => {
      this.#error ??= error;
    });
  }

  #guard(read: () => void): void {
    if (this.#error !== undefined) return;
    try {
      read();
    } catch (error) {
      this.#error = error;
    }
  }

  #checkHeads(): void {
    if (!this.#hasHeads) throw new Problem('a part of the form has no head');
  }
}

const LINE = /^[^\r\n:]+:[^\r\n]*$/;
const FOLDED = /^[ \t][^\r\n]*$/;

/** Refuses a head with a line that cannot be read: behind it the parser reads none, and says nothing of them. */
function checkLines(head: string): void {
  const isRead = head
    .split('\r\n')
    .every((line, index) => line === '' || LINE.test(line) || (index > 0 && FOLDED.test(line)));
  if (!isRead) throw new Problem('a part of the form has a line in its head that cannot be read');
}

export function isTooLarge(heads: PartHeads): boolean {
  const lines = Object.entries(heads).flatMap(([name, values = []]) =>
    values.map((value) => name.length + value.length),
  );
  const bytes = lines.reduce((sum, length) => sum + length, 0);
  return lines.length > HEAD_LINES || bytes > HEAD_BYTES;
}

export function readPartHead(heads: PartHeads): PartHead {
  const { field, fileName } = readDisposition(onlyOf(heads, 'content-disposition'));
  const { mediaType, charset } = parseContentType(onlyOf(heads, 'content-type'));
  try {
    checkEncoding(onlyOf(heads, 'content-transfer-encoding'));
  } catch (error) {
    throw at(field, error);
  }
  return { field, fileName, mediaType, charset };
}

function onlyOf(heads: PartHeads, name: string): string {
  const [value = '', ...more] = heads[name] ?? [];
  if (more.length > 0) throw new Problem(`a part of the form has ${name} twice`);
  return value;
}

const ENCODINGS: ReadonlySet<string> = new Set(['', '7bit', '8bit', 'binary']);

/** Forms have their values as they are (RFC 7578 section 4.7). */
function checkEncoding(encoding: string): void {
  if (!ENCODINGS.has(encoding.trim().toLowerCase())) throw new Problem('is in an encoding that forms have not');
}
