import { at } from '../../errors/problem.js';
import { textIn } from '../../http-message/charset.js';
import { ByteCollector } from '../../http-message/multipart/byte-collector.js';
import {
  FormParts,
  HEAD_BYTES,
  HEAD_LINES,
  isBoundary,
  isTooLarge,
  type PartHeads,
  type PartReader,
  readPartHead,
} from '../../http-message/multipart/form-parts.js';
import { type BodyBounds, readChunks } from './counted-body.js';
import { checkField, misfit } from './form-fields.js';
import type { IncomingFiles } from './incoming-files.js';
import { type CallbackLimits, RefusedRequest } from './limits.js';

export interface FormTarget {
  readonly fields: (readonly [name: string, value: string])[];
  readonly files: IncomingFiles;
  readonly limits: CallbackLimits;
}

/**
 * Reads a form with files (RFC 7578) while it arrives. Every part with a file name is a file.
 *
 * @throws RefusedRequest if the form is cut off, or exceeds the limits
 * @throws CallbackError if a part cannot be read
 * @throws an error of the file system
 */
export async function readMultipartBody(
  body: AsyncIterable<Uint8Array>,
  bounds: BodyBounds,
  boundary: string,
  target: FormTarget,
): Promise<void> {
  if (!isBoundary(boundary)) throw new RefusedRequest(400, 'the boundary of the form is missing or invalid');
  // The parser is loaded when the first form with files comes.
  const { Dicer } = await import('@fastify/busboy');
  const form = new FormParts(Dicer, boundary, (heads) => openPart(heads, target));
  let isEmpty = true;
  await readChunks(body, bounds, async (chunk) => {
    isEmpty &&= chunk.length === 0;
    try {
      form.write(chunk);
    } catch (error) {
      throw misfit(error);
    }
    await target.files.flush();
  });
  if (!form.isOver && !isEmpty) throw new RefusedRequest(400, 'the form is cut off, or does not match its boundary');
}

function openPart(heads: PartHeads, { fields, files, limits }: FormTarget): PartReader {
  if (isTooLarge(heads)) {
    throw new RefusedRequest(
      413,
      `a part of the form has a head of more than ${HEAD_LINES} lines or ${HEAD_BYTES} bytes`,
    );
  }
  const { field, fileName, mediaType, charset } = readPartHead(heads);
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
