import type { Dicer } from '@fastify/busboy';
import { at, Problem } from '../../errors/problem.js';
import { textIn } from '../charset.js';
import { parseContentType } from '../content-type.js';

/** The most bytes and lines that the head of one part may have; the parser leaves out what is far above. */
export const [HEAD_BYTES, HEAD_LINES] = [16_384, 100] as const;

const BOUNDARY_LENGTH = 70;
const NO_ASCII = /[^\x20-\x7e]/;

/** The heads of a part by their names in lower case, their bytes as one character each. */
export type PartHeads = Readonly<Record<string, readonly string[] | undefined>>;

export interface PartHead {
  readonly field: string;
  readonly fileName: string | undefined;
  readonly mediaType: string;
  readonly charset: string | undefined;
}

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
  if (!ENCODINGS.has(encoding.trim().toLowerCase())) throw new Problem('has an unsupported Content-Transfer-Encoding');
}

interface PartDisposition {
  readonly field: string;
  readonly fileName: string | undefined;
}

const FORM_DATA = /^[ \t]*form-data(?=[ \t]*(?:;|$))/i;
const PARAMETER = /[ \t]*;[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gy;

/**
 * Reads the header `Content-Disposition` of a part.
 *
 * @param header - its bytes as one character each
 * @throws Problem when it is not that of a field, names one thing twice, or a name is not UTF-8: never U+FFFD
 */
function readDisposition(header: string): PartDisposition {
  const [type] = FORM_DATA.exec(header) ?? [];
  if (type === undefined) throw new Problem('a field of the form has no name');
  const rest = header.slice(type.length);
  const parameters = new Map<string, string>();
  let end = 0;
  for (const [match, name = '', inQuotes, bare = ''] of rest.matchAll(PARAMETER)) {
    end += match.length;
    const parameter = name.toLowerCase();
    if (parameters.has(parameter)) throw new Problem('a part of the form has a duplicate parameter');
    parameters.set(parameter, inQuotes === undefined ? bare : unescaped(inQuotes));
  }
  if (!['', ';'].includes(rest.slice(end).trim())) throw new Problem('the head of a part cannot be read');
  const [field, plain, extended] = ['name', 'filename', 'filename*'].map((name) => parameters.get(name));
  if (field === undefined) throw new Problem('a field of the form has no name');
  const fileName = extended === undefined ? plain && utf8(plain) : extendedValue(extended);
  return { field: utf8(field), fileName };
}

const ESCAPE = /%22|%0D|%0A|\\(["\\])/gi;

/** Undoes the escapes of browsers and of RFC 822 in quotes. */
function unescaped(text: string): string {
  return text.replace(ESCAPE, (escape, character?: string) => character ?? decodeURIComponent(escape));
}

function utf8(binary: string): string {
  return textIn(Buffer.from(binary, 'latin1'));
}

const EXTENDED = /^([\w-]+)'[\w-]*'((?:[^%]|%[\da-f]{2})*)$/i;

/** Reads a value with its charset (RFC 8187): `UTF-8''z%C5%82`. */
function extendedValue(text: string): string {
  const [, charset, value = ''] = EXTENDED.exec(text) ?? [];
  if (charset === undefined) throw new Problem('the name of a file cannot be read');
  const binary = value.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return textIn(Buffer.from(binary, 'latin1'), charset);
}
