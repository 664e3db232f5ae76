import { invalid } from '../../../options/check.js';
import { type Decoded, type Decoder, decoderOf } from './decoders.js';
import { HEAD, markOf, unmarkedUtf16 } from './encodings.js';
import { firstHighLine, isPlainlyUtf8, likelyEncodings } from './guess.js';

const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * The text of a file, piece by piece, without its byte order mark.
 *
 * @param encoding - unless given: UTF-8, or what a byte order mark says
 * @throws ValidationError with the line as its path, for what is not in this encoding
 */
export async function* texts(
  chunks: AsyncIterable<Uint8Array | string>,
  encoding?: string,
): AsyncGenerator<string, void, undefined> {
  const file = new FileText(encoding);
  let isFirst = true;
  const first = (text: string): string => (isFirst ? text.replace(BYTE_ORDER_MARK, '') : text);
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? file.text(chunk) : file.bytes(chunk);
    if (text === '') continue;
    yield first(text);
    isFirst = false;
  }
  const rest = file.end();
  if (rest !== '') yield first(rest);
}

/** Makes text of the bytes of a file; it knows in which line it is. */
class FileText {
  readonly #given: string | undefined;
  #encoding: string;
  /** `undefined` until the first bytes have told the encoding. */
  #decoder: Decoder | undefined;
  #head: Uint8Array = new Uint8Array();
  #line = 1;
  #isLookedAt: boolean;

  constructor(encoding: string | undefined) {
    this.#given = encoding;
    this.#encoding = encoding ?? 'utf-8';
    this.#isLookedAt = encoding === undefined || encoding.startsWith('utf-');
  }

  bytes(chunk: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#decode(this.#decoder, chunk);
    this.#head = Buffer.concat([this.#head, chunk]);
    return this.#head.length < HEAD ? '' : this.#begin();
  }

  /** Takes a piece that is text already. */
  text(chunk: string): string {
    if (this.#given !== undefined && this.#given !== 'utf-8')
      invalid('encoding', 'is of bytes, and the file gives text');
    const before = this.end();
    this.#count(chunk);
    return before + chunk;
  }

  end(): string {
    const begun = this.#decoder === undefined ? this.#begin() : '';
    const decoded = this.#decoder?.end();
    return decoded === undefined ? begun : begun + this.#checked(decoded);
  }

  #begin(): string {
    const head = this.#head;
    this.#head = new Uint8Array();
    const start = head.subarray(0, HEAD);
    const mark = markOf(start);
    const given = this.#given;
    if (mark === 'utf-32') invalid('line 1', 'is UTF-32; the file has to be saved as UTF-8');
    if (given !== undefined && mark !== undefined && mark !== given) {
      invalid('line 1', `begins with the byte order mark of ${mark}, and is not ${given}`);
    }
    const unmarked = given === undefined && mark === undefined ? unmarkedUtf16(start) : undefined;
    if (unmarked !== undefined) {
      invalid('line 1', `is UTF-16 without a byte order mark; the option encoding reads it: ${unmarked}`);
    }
    this.#encoding = given ?? mark ?? 'utf-8';
    this.#decoder = decoderOf(this.#encoding);
    return this.#decode(this.#decoder, head);
  }

  #decode(decoder: Decoder, bytes: Uint8Array): string {
    if (!this.#isLookedAt) this.#look(bytes);
    return this.#checked(decoder.decode(bytes));
  }

  /** Refuses UTF-8 that would be read as something else: nothing of it would be wrong, but every letter another one. */
  #look(bytes: Uint8Array): void {
    const line = firstHighLine(bytes);
    if (line === undefined) return;
    this.#isLookedAt = true;
    if (!isPlainlyUtf8(line)) return;
    this.#count(Buffer.from(bytes.subarray(0, line.byteOffset - bytes.byteOffset)).toString('latin1'));
    invalid(`line ${this.#line}`, `is UTF-8 by its letters, and not ${this.#encoding}: leave the option encoding out`);
  }

  #checked({ text, fault }: Decoded): string {
    this.#count(text);
    if (fault === undefined) return text;
    const name = this.#encoding.toUpperCase().replace('WINDOWS', 'Windows');
    const likely = this.#given === 'utf-8' ? [] : likelyEncodings(fault).filter((other) => other !== this.#encoding);
    const hint = likely.length === 0 ? '' : `; it may be ${likely.join(' or ')}: the option encoding reads that`;
    return invalid(`line ${this.#line}`, `is not ${name}${hint}`);
  }

  #count(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }
}
