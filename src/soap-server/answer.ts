import { SoapFaultError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { type HttpResponse, type WholeRequest } from '../local-server/messages.js';
import { invalid, isObject } from '../options/check.js';
import { writeMessage } from '../soap/messages/envelope.js';
import type { Operation, Service } from '../soap/messages/operation.js';
import { type IncomingRequest, RequestRefused } from '../soap/messages/request.js';
import type { SoapHandler } from './handlers.js';
import { emptyResponse, faultResponse, requestOf, soapResponse } from './soap-messages.js';

/** The handlers of a service, by the names of its operations. */
export type HandlersByName = ReadonlyMap<string, SoapHandler<unknown, object>>;

/**
 * Checks the handlers of the caller.
 *
 * @throws ValidationError for an unknown operation, or a value that is not a function
 */
export function checkHandlers({ operations }: Service, handlers: unknown): HandlersByName {
  if (!isObject(handlers)) invalid('handlers', 'is not an object');
  const handlersByName = new Map<string, SoapHandler<unknown, object>>();
  for (const [name, handler] of Object.entries(handlers)) {
    if (!Object.hasOwn(operations, name)) invalid(`handlers.${name}`, 'is no operation of this service');
    if (handler === undefined) continue;
    if (typeof handler !== 'function') invalid(`handlers.${name}`, 'is not a function');
    handlersByName.set(name, handler);
  }
  return handlersByName;
}

/**
 * Responds to a request of a service.
 *
 * @param onRead - called when the request was read
 */
export async function answerSoap(
  service: Service,
  handlersByName: HandlersByName,
  request: WholeRequest,
  onRead: (received: IncomingRequest) => void,
): Promise<HttpResponse> {
  try {
    const received = requestOf(service, request);
    onRead(received);
    const envelope = await writtenOutput(service, handlersByName, received, request);
    return envelope === undefined ? emptyResponse() : soapResponse(200, envelope);
  } catch (error) {
    if (error instanceof RequestRefused) return faultResponse(error.fault);
    if (error instanceof SoapFaultError) return faultResponse(error);
    const why = error instanceof Error ? error.message : typeof error;
    return faultResponse({ faultCode: 'Server', faultString: why });
  }
}

async function writtenOutput(
  service: Service,
  handlersByName: HandlersByName,
  { operation: name, input }: IncomingRequest,
  { headers, signal = new AbortController().signal }: WholeRequest,
): Promise<string | undefined> {
  const operation = service.operations[name] as Operation<unknown, object>;
  const handler = handlersByName.get(name);
  if (handler === undefined) throw new Error(`${name} has no handler`);
  const output = await handler(input, { headers, signal });
  if (operation.isOneWay === true) return undefined;
  try {
    return writeMessage(service, operation, operation.output, output);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const place = error.path === '' ? '' : `${error.path} `;
    throw new Error(`the handler of ${name} gives no output: ${place}${error.message}`, { cause: error });
  }
}
