import type { Dicer } from '@fastify/busboy';
import { at, Problem } from '../../errors/problem.js';
import { textIn } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { readDisposition } from '../../http-message/part-disposition.js';
import { ByteCollector } from './byte-collector.js';
import { checkField, misfit } from './form-fields.js';
import type { IncomingFiles } from './incoming-files.js';
import type { CallbackLimits } from './limits.js';
import { RefusedRequest } from './refused-request.js';

/** The most bytes and lines that the head of one part may have; the parser leaves out what is far above. */
const [HEAD_BYTES, HEAD_LINES] = [16_384, 100] as const;

/** The most characters of what stands between the parts (RFC 2046 section 5.1.1). */
const BOUNDARY_LENGTH = 70;
const NO_ASCII = /[^\x20-\x7e]/;

/** The heads of a part by their names in lower case, their bytes as one character each. */
type PartHeads = Readonly<Record<string, readonly string[] | undefined>>;

/** A part as it arrives. */
interface PartReader {
  add(bytes: Uint8Array): void;
  end(): void;
}

/** What a form with files is read into. */
export interface FormTarget {
  /** The fields before it, and those that are read. */
  readonly fields: (readonly [name: string, value: string])[];
  readonly files: IncomingFiles;
  readonly limits: CallbackLimits;
}

/**
 * Reads a form with files (RFC 7578) while it arrives. Every part with the name of a file is one, whatever its field.
 *
 * @throws RefusedRequest where it is cut off, or has more than the limits allow
 * @throws CallbackError for what cannot be read
 * @throws an error of the file system
 */
export async function readMultipartBody(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  target: FormTarget,
): Promise<void> {
  if (boundary === '' || boundary.length > BOUNDARY_LENGTH || NO_ASCII.test(boundary)) {
    throw new RefusedRequest(400, 'the form names no boundary that can be');
  }
  const parser = await openParser(boundary);
  const form = new FormParts(target);
  form.listenTo(parser);
  let isEmpty = true;
  for await (const piece of body) {
    isEmpty &&= piece.length === 0;
    // What stands behind the last delimiter belongs to nobody.
    if (form.isOver) continue;
    parser.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
    form.check();
    await target.files.flush();
  }
  if (!form.isOver && !isEmpty)
    throw new RefusedRequest(400, 'the form is cut off, or not written as its boundary says');
}

/** The parser is loaded when the first form with files comes. */
async function openParser(boundary: string): Promise<Dicer> {
  const { Dicer: Parser } = await import('@fastify/busboy');
  return new Parser({ boundary, maxHeaderPairs: 2 * HEAD_LINES });
}

/** Reads what the parser finds. It works while it is written to, so that nothing of its own is kept. */
class FormParts {
  readonly #target: FormTarget;
  #hasHeads = true;
  #error: unknown;
  #isOver = false;

  constructor(target: FormTarget) {
    this.#target = target;
  }

  /** True when the last delimiter was read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  listenTo(parser: Dicer): void {
    parser.on('part', (part) => {
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
    parser.on('finish', () => {
      this.#guard(() => this.#checkHeads());
      this.#isOver = true;
    });
    parser.on('error', (error: unknown) => {
      this.#error ??= error;
    });
  }

  /** @throws what has gone wrong */
  check(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  /** What is thrown inside of the parser would leave it by other ways. After the first error nothing is read. */
  #guard(read: () => void): void {
    if (this.#error !== undefined) return;
    try {
      read();
    } catch (error) {
      this.#error = misfit(error);
    }
  }

  /** Nothing tells of a part whose heads do not end. */
  #checkHeads(): void {
    if (!this.#hasHeads) throw new Problem('a part of the form has no head');
  }

  #open(heads: PartHeads): PartReader {
    const { fields, files, limits } = this.#target;
    checkSize(heads);
    const { field, fileName } = readDisposition(onlyOf(heads, 'content-disposition'));
    const { mediaType, charset } = parseContentType(onlyOf(heads, 'content-type'));
    try {
      checkEncoding(onlyOf(heads, 'content-transfer-encoding'));
    } catch (error) {
      throw at(field, error);
    }
    if (fileName !== undefined) {
      files.begin({ name: fileName, type: mediaType === '' ? 'application/octet-stream' : mediaType });
      return files;
    }
    const start = Buffer.byteLength(field);
    const value = new ByteCollector();
    const check = (): void => checkField(fields.length + 1, start + value.length, limits);
    check();
    return {
      add: (bytes) => {
        value.add(bytes);
        check();
      },
      end: () => {
        try {
          fields.push([field, textIn(value.take(), charset)]);
        } catch (error) {
          throw at(field, error);
        }
      },
    };
  }
}

function checkSize(heads: PartHeads): void {
  const lines = Object.entries(heads).flatMap(([name, values = []]) =>
    values.map((value) => name.length + value.length),
  );
  const bytes = lines.reduce((sum, length) => sum + length, 0);
  if (lines.length > HEAD_LINES || bytes > HEAD_BYTES) {
    throw new RefusedRequest(
      413,
      `a part of the form has a head of more than ${HEAD_LINES} lines or ${HEAD_BYTES} bytes`,
    );
  }
}

/** A head that may stand there once; empty where it is missing. */
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
