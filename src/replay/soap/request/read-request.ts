import { SmsService } from '../../../../generated/service.js';
import { ValidationError } from '../../../errors/errors.js';
import { Problem } from '../../../errors/problem.js';
import { DEFAULT_LIMITS } from '../../../soap/decoder/limits.js';
import { documentOf } from '../../../soap/messages/content-type.js';
import type { Message } from '../../../soap/messages/operation.js';
import { RequestRefused, readRequest } from '../../../soap/messages/request.js';
import { toUtf8 } from '../../../xml/charset.js';

/** All operations, with the types of their messages. */
type Operations = typeof SmsService.operations;

/** The name of an operation in the WSDL. */
export type OperationName = keyof Operations;

/** What goes into an operation, by its name in the WSDL. */
export type InputOf<K extends OperationName> = Operations[K]['input'] extends Message<infer I> ? I : never;

/** What comes out of it. */
export type OutputOf<K extends OperationName> = Operations[K]['output'] extends Message<infer O> ? O : never;

/** A request as the contract understands it. */
export interface DecodedCall {
  readonly operation: OperationName;
  /** The input parts by name, the credentials among them. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Decodes a request of the service, from whatever client.
 *
 * @throws ValidationError when it is none
 */
export function decodeCall(body: Uint8Array, contentType?: string): DecodedCall {
  try {
    const { document, contentType: type } = documentOf(body, contentType);
    const { operation, input } = readRequest(SmsService, toUtf8(document, type.charset), DEFAULT_LIMITS);
    return { operation: operation as OperationName, input: input as DecodedCall['input'] };
  } catch (error) {
    if (error instanceof RequestRefused) throw new ValidationError('body', `is no request: ${error.fault.faultString}`);
    if (error instanceof Problem) throw new ValidationError('body', `is no request: ${error.message}`);
    throw error;
  }
}
