import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemCode } from '../../errors/system-code.js';
import type { OutgoingFile } from '../../http-message/multipart/write-multipart.js';
import { bodyError } from '../../transport/request-body.js';
import type { RequestBodySource } from '../../transport/transport.js';
import type { FileGiven, FileToUpload } from '../description/parts/file.js';

/** The field of an uploaded file (section 4.3). */
const FIELD = 'file';

const WAVE = /\.wave?$/i;

/**
 * Finds the file that is uploaded, where there is one: it is read while the request is sent, from its beginning each
 * time.
 *
 * @throws RequestBodyError when there is no such file; nothing was sent
 */
export async function fileToSend(
  { file }: { readonly file?: FileGiven | undefined },
  operation: string,
): Promise<OutgoingFile | undefined> {
  if (file === undefined || typeof file === 'string') return undefined;
  const name = 'path' in file ? basename(file.path) : file.name;
  return {
    field: FIELD,
    name,
    type: WAVE.test(name) ? 'audio/wav' : undefined,
    source: await sourceOf(file, operation),
  };
}

async function sourceOf(file: FileToUpload, operation: string): Promise<RequestBodySource> {
  if ('stream' in file) return { open: file.stream };
  if ('bytes' in file) {
    const { bytes } = file;
    return {
      length: bytes.length,
      async *open() {
        yield bytes;
      },
    };
  }
  const { path } = file;
  return { length: await sizeOf(path, operation), open: () => createReadStream(path) };
}

async function sizeOf(path: string, operation: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw bodyError({ what: `is a file that cannot be read (${systemCode(error)})` }, 'not-sent', operation);
  }
  throw bodyError({ what: 'is no file' }, 'not-sent', operation);
}
