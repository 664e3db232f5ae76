import { SmsService } from '../../../generated/service.js';
import { Problem } from '../../errors/problem.js';
import { checkString, invalid, isObject } from '../../options/check.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import { type Fault, writeFault } from '../../soap/messages/fault.js';
import type { Operation } from '../../soap/messages/operation.js';
import { decodeEnvelope, type InputOf, type OperationName, type OutputOf } from './request.js';

/** A request of a client, by operation. */
export type SentRequest = {
  [K in OperationName]: { readonly operation: K; readonly input: InputOf<K> };
}[OperationName];

/**
 * Returns the response of a gateway, for tests with their own server: nock, MSW, `MockAgent` or any other.
 *
 * @param operation - its name in the WSDL
 * @param output - the parts by their names on the wire; missing parts are absent in the response
 * @throws ValidationError if a part has the wrong type; it names the part
 *
 * @example
 * ```ts
 * const xml = responseXml('soap_CheckPoints', { result: 0, description: 'OK', points: 12.5 });
 * ```
 */
export function responseXml<K extends OperationName>(operation: K, output: Partial<OutputOf<K>>): string {
  if (!Object.hasOwn(SmsService.operations, operation)) invalid('operation', 'is none of this service');
  const known = SmsService.operations[operation] as unknown as Operation<unknown, Partial<OutputOf<K>>>;
  try {
    return writeMessage(SmsService, known, known.output, output);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return invalid(error.path, error.message, { operation });
  }
}

/**
 * Returns a Fault, as sent by a gateway with status 500.
 *
 * @throws ValidationError if the code or the text is invalid; it names the part
 *
 * @example
 * ```ts
 * const xml = faultXml({ faultCode: 'Server', faultString: 'out of order' });
 * ```
 */
export function faultXml(fault: Fault): string {
  if (!isObject(fault)) invalid('fault', 'must be an object');
  checkString(fault.faultCode, 'fault.faultCode');
  checkString(fault.faultString, 'fault.faultString');
  return writeFault(fault);
}

/**
 * Reads a request of a client.
 *
 * @param body - the envelope: bytes, or a text
 * @throws ValidationError if it is not a request of this service
 *
 * @example
 * ```ts
 * import http from 'node:http';
 * import { text } from 'node:stream/consumers';
 *
 * http.createServer(async (request, response) => {
 *   const { operation } = requestOf(await text(request));
 *   response.end(`<!-- ${operation} -->`);
 * });
 * ```
 */
export function requestOf(body: Uint8Array | string): SentRequest {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) invalid('body', 'is neither bytes nor a text');
  return decodeEnvelope(body) as unknown as SentRequest;
}
