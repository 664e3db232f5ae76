import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CallRequest } from '../../calls/call.js';
import { systemCode } from '../../errors/service-error.js';
import { FORM, writeForm } from '../../http-message/form.js';
import { type OutgoingFile, writeMultipart } from '../../http-message/multipart/write-multipart.js';
import { md5 } from '../../redact/derived-secrets.js';
import { bodyError } from '../../transport/request-body.js';
import type { RequestBodySource } from '../../transport/transport.js';
import { EVERYWHERE } from '../description/endpoints.js';
import type { Answer, Endpoint, Field, ParameterTable, ParameterValues } from '../description/parts/endpoint.js';
import type { FileGiven, FileToUpload } from '../description/parts/kinds.js';
import { writeParameters } from '../description/parts/read-parameters.js';

type AnswerFormat = 'json' | 'text';

type TokenPlace = 'header' | 'form';

interface RequestForm {
  readonly format: AnswerFormat;
  readonly tokenIn: TokenPlace;
  readonly passwordHash: 'md5' | 'none';
}

export function fieldsOf<P extends ParameterTable>(
  endpoint: Endpoint<P, Answer>,
  values: ParameterValues<P>,
  { format, passwordHash }: RequestForm,
): readonly Field[] {
  const { path, selector, parameters, answer } = endpoint;
  const fields = writeParameters(parameters, values, passwordHash === 'md5' ? md5 : undefined);
  if (selector?.value !== undefined) fields.push([selector.name, selector.value]);
  // Only sms.do is known to accept it.
  if (path === 'sms.do') fields.push([EVERYWHERE.encoding, 'utf-8']);
  if (format === 'json' && answer.text !== '') fields.push([EVERYWHERE.format, 'json']);
  return fields;
}

export function httpRequest(
  { path, method }: Pick<Endpoint, 'path' | 'method'>,
  fields: readonly Field[],
  token: string,
  { tokenIn }: RequestForm,
  file: OutgoingFile | undefined,
): CallRequest {
  const all: readonly Field[] = tokenIn === 'form' ? [...fields, [EVERYWHERE.token, token]] : fields;
  const accept = 'application/json, text/plain';
  const headers = tokenIn === 'header' ? { accept, authorization: `Bearer ${token}` } : { accept };
  if (file !== undefined) {
    const { contentType, body } = writeMultipart(all, file);
    return { method, target: path, headers: { ...headers, 'content-type': contentType }, body };
  }
  if (method === 'POST') {
    return { method, target: path, headers: { ...headers, 'content-type': FORM }, body: writeForm(all) };
  }
  const query = Buffer.from(writeForm(all)).toString('latin1');
  return { method, target: query === '' ? path : `${path}?${query}`, headers };
}

/** The field of an uploaded file (section 4.3). */
const FIELD = 'file';

const WAVE = /\.wave?$/i;

/**
 * Finds the file to upload, if there is one. It is read while the request is sent, each time from its beginning.
 *
 * @throws RequestBodyError if the file does not exist; nothing was sent
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
  throw bodyError({ what: 'is not a file' }, 'not-sent', operation);
}
