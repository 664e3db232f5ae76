import { SmsService } from '../../../../generated/service.js';
import { ValidationError } from '../../../errors/errors.js';
import { Problem } from '../../../errors/problem.js';
import { targetOf } from '../../../local-server/messages.js';
import { DEFAULT_LIMITS } from '../../../soap/decoder/limits.js';
import { documentOf } from '../../../soap/messages/attachments.js';
import { RequestRefused, readRequest as readEnvelope } from '../../../soap/messages/request.js';
import { toUtf8 } from '../../../xml/charset.js';
import type { HttpRequest, ReadRequest } from '../../contract/contract.js';
import { fieldCredentials } from '../../contract/head-credentials.js';
import { leavesOf } from '../../contract/values.js';
import type { OperationName } from './operations.js';

/** An envelope, decoded by the WSDL. */
export interface DecodedEnvelope {
  readonly operation: OperationName;
  /** The input parts by name, including the credentials. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Decodes the request envelope of any client.
 *
 * @param body - for a text, its declared charset is ignored
 * @throws ValidationError if it is invalid
 */
export function decodeEnvelope(body: Uint8Array | string, contentType?: string): DecodedEnvelope {
  const [bytes, header] = typeof body === 'string' ? [Buffer.from(body, 'utf8'), undefined] : [body, contentType];
  try {
    const { document, contentType: type } = documentOf(bytes, header);
    const { operation, input } = readEnvelope(SmsService, toUtf8(document, type.charset), DEFAULT_LIMITS);
    return { operation: operation as OperationName, input: input as DecodedEnvelope['input'] };
  } catch (error) {
    if (error instanceof RequestRefused) throw new ValidationError('body', `is no request: ${error.fault.faultString}`);
    if (error instanceof Problem) throw new ValidationError('body', `is no request: ${error.message}`);
    throw error;
  }
}

/** Decodes a request. @throws ValidationError if it is invalid */
export function readRequest({ method, url, headers, body }: HttpRequest): ReadRequest {
  if (method !== 'POST') throw new ValidationError('method', `is no request: ${method} instead of POST`);
  const { operation, input } = decodeEnvelope(body, headers['content-type']);
  const { client, ...parts } = input;
  const credentials = [...leavesOf(client, 'client')].map(({ path, name, value }) => ({
    path,
    value: String(value),
    isSecret: name === 'password',
    identifiesAccount: true as const,
  }));
  const { query } = targetOf(url);
  return { operation, input: parts, credentials: [...credentials, ...fieldCredentials(new URLSearchParams(query))] };
}

/** Returns the operation that a request names: in its recorded text, or in its headers. */
export function operationNamed({ headers, body }: HttpRequest): string | undefined {
  if (typeof body === 'string') return /<(?:[\w.-]+:)?(soap_\w+)/.exec(body)?.[1];
  return /#(\w+)"?$/.exec(headers['soapaction'] ?? '')?.[1];
}
