import { randomUUID } from 'node:crypto';
import { at, Problem } from '../errors/problem.js';
import { textIn } from './charset.js';
import { parseContentType } from './content-type.js';
import { checkField, type FormFields } from './form.js';
import { headerOf, multipartPieces, type Part, partOf } from './multipart.js';
import { readDisposition } from './part-disposition.js';

/** The media type of a form with files. */
export const MULTIPART_FORM = 'multipart/form-data';

/** Bytes that are read while they are sent, and opened anew for each time (`RequestBodySource`). */
interface ByteSource {
  /** In bytes, where it is known. */
  readonly length?: number | undefined;
  open(): AsyncIterable<Uint8Array>;
}

/** A file to be sent in a form. */
export interface OutgoingFile {
  /** The name of its field. */
  readonly field: string;
  /** The name that the file goes by. */
  readonly name: string;
  /** Default: `application/octet-stream`. */
  readonly type?: string | undefined;
  readonly source: ByteSource;
}

/** A body, and the header that tells how it is read. */
export interface MultipartBody {
  readonly contentType: string;
  readonly body: ByteSource;
}

/**
 * Writes a form with a file (RFC 7578), in UTF-8. The file is read while the body is, from its beginning each time; the
 * length of the body is known where that of the file is.
 *
 * @param boundary - what stands between the fields. Default: a random one
 * @throws Problem when a field or the name of the file has half a character: never U+FFFD
 */
export function writeMultipart(
  fields: FormFields,
  { field, name, type = 'application/octet-stream', source }: OutgoingFile,
  boundary: string = `form-${randomUUID()}`,
): MultipartBody {
  let before = '';
  for (const [fieldName, value] of fields) {
    checkField(fieldName, value);
    before += `--${boundary}\r\n${disposition(fieldName)}\r\n\r\n${value}\r\n`;
  }
  checkField(field, name);
  if (!MEDIA_TYPE.test(type)) throw new Problem('the type of the file is no media type');
  before += `--${boundary}\r\n${disposition(field)}; filename="${quoted(name)}"\r\ncontent-type: ${type}\r\n\r\n`;
  const [head, tail] = [Buffer.from(before, 'utf8'), Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8')];
  const { length } = source;
  return {
    contentType: `${MULTIPART_FORM}; boundary=${boundary}`,
    body: {
      length: length === undefined ? undefined : head.length + length + tail.length,
      async *open() {
        yield head;
        yield* source.open();
        yield tail;
      },
    },
  };
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

function disposition(name: string): string {
  return `content-disposition: form-data; name="${quoted(name)}"`;
}

/** What would end a name in quotes, as browsers escape it. */
const ESCAPES: Readonly<Record<string, string>> = { '"': '%22', '\r': '%0D', '\n': '%0A' };

function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (character) => ESCAPES[character] ?? character);
}

/** A file that came in a form. */
export interface IncomingFile {
  /** The name that the file goes by; empty where it has none. */
  readonly name: string;
  /** Its media type, in lower case; `application/octet-stream` where it says none. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The fields of a form in their order, texts and files. */
export type MultipartFields = readonly (readonly [name: string, value: string | IncomingFile])[];

/** The most fields of a form that are read. */
const MAX_FIELDS = 10_000;

/**
 * Reads a form with files. All of it is in memory: what is too large is refused before.
 *
 * @param contentType - of the body, with its boundary
 * @throws Problem when the body is no such form or is cut off, has more than 10,000 fields, or a text is not of its
 *   charset, which is UTF-8 where the field names no other: never U+FFFD
 */
export function readMultipart(body: Uint8Array, contentType: string): MultipartFields {
  const { mediaType, boundary = '' } = parseContentType(contentType);
  if (mediaType !== MULTIPART_FORM || boundary === '') throw new Problem('the form names no boundary');
  const fields: (readonly [string, string | IncomingFile])[] = [];
  for (const piece of multipartPieces(body, boundary)) {
    // What stands behind the last delimiter belongs to nobody.
    if (piece.startsWith('--')) return fields;
    const part = partOf(piece);
    if (part === undefined) break;
    if (fields.length === MAX_FIELDS) throw new Problem(`the form has more than ${MAX_FIELDS} fields`);
    fields.push(fieldOf(part));
  }
  throw new Problem('the form is not written as its boundary says, or is cut off');
}

function fieldOf({ headers, bytes }: Part): readonly [string, string | IncomingFile] {
  const { field, fileName } = readDisposition(headerOf(headers, 'content-disposition') ?? '');
  const { mediaType: type, charset } = parseContentType(headerOf(headers, 'content-type'));
  try {
    if (fileName === undefined) return [field, textIn(bytes, charset)];
    return [field, { name: fileName, type: type === '' ? 'application/octet-stream' : type, bytes }];
  } catch (error) {
    throw at(field, error);
  }
}
