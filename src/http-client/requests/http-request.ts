import type { CallRequest } from '../../calls/call.js';
import { FORM, writeForm } from '../../http-message/form.js';
import { type OutgoingFile, writeMultipart } from '../../http-message/multipart/write-multipart.js';
import { md5 } from '../../redact/md5.js';
import { EVERYWHERE } from '../description/endpoints.js';
import type { Answer } from '../description/parts/answer.js';
import type { Endpoint } from '../description/parts/endpoint.js';
import type { Field, ParameterTable, ParameterValues } from '../description/parts/parameter.js';
import { writeParameters } from '../description/parts/read-parameters.js';

/** The form of the answers that are asked for. */
type AnswerFormat = 'json' | 'text';

/** The place of the token in a request. */
type TokenPlace = 'header' | 'form';

/** The parts of requests that are the same for all calls of a client. */
export interface RequestForm {
  readonly format: AnswerFormat;
  readonly tokenIn: TokenPlace;
  /** The form in which passwords travel. */
  readonly passwordHash: 'md5' | 'none';
}

/** Writes the fields of a request, without the token. */
export function fieldsOf<P extends ParameterTable>(
  endpoint: Endpoint<P, Answer>,
  values: ParameterValues<P>,
  { format, passwordHash }: RequestForm,
): readonly Field[] {
  const { path, selector, parameters, answer } = endpoint;
  const fields = writeParameters(parameters, values, passwordHash === 'md5' ? md5 : undefined);
  if (selector?.value !== undefined) fields.push([selector.name, selector.value]);
  // Of the others only sms.do is known to take it.
  if (path === 'sms.do') fields.push([EVERYWHERE.encoding, 'utf-8']);
  if (format === 'json' && answer.text !== '') fields.push([EVERYWHERE.format, 'json']);
  return fields;
}

/** Writes a request, its fields in a form, with a file where there is one, or in the query of a GET. */
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
