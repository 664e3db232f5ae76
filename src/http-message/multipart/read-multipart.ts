import type { Dicer } from '@fastify/busboy';
import { at, Problem } from '../../errors/problem.js';
import { textIn } from '../charset.js';
import { parseContentType } from '../content-type.js';
import { ByteCollector } from './byte-collector.js';
import { FormParts, isBoundary, isTooLarge, type PartHead, readPartHead } from './form-parts.js';
import { MULTIPART_FORM } from './write-multipart.js';

export interface IncomingFile {
  /** The name of the file; empty if it has none. */
  readonly name: string;
  /** Its media type, in lower case. Default: `application/octet-stream`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export type MultipartFields = readonly (readonly [name: string, value: string | IncomingFile])[];

/**
 * Reads a form with files that is completely in memory.
 *
 * @throws Problem if the body is not such a form or is cut off, has more than 10,000 fields, or a text is invalid in
 *   its charset (default: UTF-8)
 */
export type FormReader = (body: Uint8Array) => MultipartFields;

/**
 * Loads the reader of forms with files; `undefined` if a body of this type is not such a form.
 *
 * @param contentType - of the body, with its boundary
 */
export async function formReaderFor(contentType: string | undefined): Promise<FormReader | undefined> {
  if (!isMultipartForm(contentType)) return undefined;
  const { Dicer: Parser } = await import('@fastify/busboy');
  return (body) => readMultipart(body, contentType, Parser);
}

function isMultipartForm(contentType: string | undefined): boolean {
  return parseContentType(contentType).mediaType === MULTIPART_FORM;
}

const MAX_FIELDS = 10_000;

function readMultipart(body: Uint8Array, contentType: string | undefined, Parser: typeof Dicer): MultipartFields {
  const { boundary = '' } = parseContentType(contentType);
  if (!isBoundary(boundary)) throw new Problem('the form has no boundary');
  const fields: (readonly [string, string | IncomingFile])[] = [];
  const form = new FormParts(Parser, boundary, (heads) => {
    if (fields.length === MAX_FIELDS) throw new Problem(`the form has more than ${MAX_FIELDS} fields`);
    if (isTooLarge(heads)) throw new Problem('a part of the form has a head that is too large');
    const head = readPartHead(heads);
    const value = new ByteCollector();
    return {
      add: (bytes) => value.add(bytes),
      end: () => void fields.push(fieldOf(head, value.take())),
    };
  });
  form.write(body);
  if (!form.isOver) throw new Problem('the form does not match its boundary, or is incomplete');
  return fields;
}

function fieldOf({ field, fileName, mediaType, charset }: PartHead, bytes: Uint8Array): MultipartFields[number] {
  if (fileName !== undefined) {
    return [field, { name: fileName, type: mediaType === '' ? 'application/octet-stream' : mediaType, bytes }];
  }
  try {
    return [field, textIn(bytes, charset)];
  } catch (error) {
    throw at(field, error);
  }
}
