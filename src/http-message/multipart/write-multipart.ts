import { randomUUID } from 'node:crypto';
import { Problem } from '../../errors/problem.js';
import { checkField, type FormFields } from '../form.js';

export const MULTIPART_FORM = 'multipart/form-data';

interface ByteSource {
  readonly length?: number | undefined;
  open(): AsyncIterable<Uint8Array>;
}

export interface OutgoingFile {
  readonly field: string;
  readonly name: string;
  /** Default: `application/octet-stream`. */
  readonly type?: string | undefined;
  readonly source: ByteSource;
}

export interface MultipartBody {
  readonly contentType: string;
  readonly body: ByteSource;
}

/**
 * Writes a form with a file (RFC 7578), in UTF-8. The file is read from its beginning each time the body is sent. The
 * length of the body is known if that of the file is.
 *
 * @param boundary - the text between the fields. Default: a random one
 * @throws Problem if a field or the name of the file contains a lone surrogate
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
  if (!MEDIA_TYPE.test(type)) throw new Problem('the type of the file is not a media type');
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
