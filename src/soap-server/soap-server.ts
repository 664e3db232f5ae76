import { SoapFaultError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { inProcessTransport } from '../local-server/in-process-transport.js';
import { LOCAL_SERVER_OPTIONS, startLocalServer } from '../local-server/local-server.js';
import {
  type ArrivedRequest,
  type CompleteRequest,
  type HttpResponse,
  hasParameter,
  httpResponse,
  plainResponse,
  promptly,
  type Reaction,
} from '../local-server/messages.js';
import { MAX_REQUEST_BYTES } from '../local-server/router.js';
import { type SoapAddresses, soapAddresses, withAddress } from '../local-server/soap-endpoint.js';
import { type AsyncDisposal, asyncDisposal } from '../options/async-disposal.js';
import { checkFilled, invalid, isObject } from '../options/check.js';
import { type OptionsOf, optional, readOptions } from '../options/table.js';
import { writeMessage } from '../soap/messages/envelope.js';
import type { Operation, Service } from '../soap/messages/operation.js';
import { type IncomingRequest, RequestRefused } from '../soap/messages/request.js';
import type { Transport } from '../transport/transport.js';
import type { ReceivedRequest, SoapHandler, SoapHandlers } from './handlers.js';
import { emptyResponse, faultResponse, refuseUnread, requestOf, soapResponse } from './soap-messages.js';

const SOAP_SERVER_OPTIONS = {
  /** The text of the service's WSDL, for clients that ask for it at `?wsdl`. Default: they get 404. */
  wsdl: optional(checkFilled),
  ...LOCAL_SERVER_OPTIONS,
};

/** Options of {@link startSoapServer}. */
export interface SoapServerOptions extends OptionsOf<typeof SOAP_SERVER_OPTIONS> {}

/** The most requests that a server remembers. */
const MAX_REMEMBERED = 10_000;

/** A server of a service, which listens on 127.0.0.1. */
export interface SoapServer<Operations> extends SoapAddresses, AsyncDisposal {
  readonly port: number;
  /** The requests that were read, in their order; of more than 10,000 the last ones. */
  readonly requests: readonly ReceivedRequest<Operations>[];
  /** Makes a transport that leads into the server without a socket. */
  transport(): Transport;
  /** Closes all connections, and waits until nothing is left. It can be called again. */
  close(): Promise<void>;
}

/**
 * Starts a server for a generated service on `127.0.0.1`, for tests and experiments. POST to any path is a request; GET
 * with `?wsdl` returns the WSDL if the options contain one.
 *
 * An invalid request gets the Fault that SOAP 1.1 defines. If a handler throws a `SoapFaultError`, that is the
 * response; any other error, or a missing handler, is a Fault with the code `Server`.
 *
 * @param service - the constant of the generated `service.ts`
 * @param handlers - the functions that handle the operations
 * @throws ValidationError (as a rejection) if an argument is invalid
 * @throws Error of `node:net` if the port is not available
 *
 * @example
 * ```ts
 * import { int, operation, service } from 'sms-service-client/soap';
 * import { startSoapServer } from 'sms-service-client/soap-server';
 *
 * // As the generator writes it.
 * const add = operation<{ a: number; b: number }, { sum?: number | null | undefined }>({
 *   name: 'add',
 *   namespace: 'urn:calculator',
 *   soapAction: '',
 *   input: { a: int, b: int },
 *   output: { sum: int },
 * });
 * const Calculator = service({ name: 'Calculator', namespaces: { ns1: 'urn:calculator' }, operations: { add } });
 *
 * const server = await startSoapServer(Calculator, { add: ({ a, b }) => ({ sum: a + b }) });
 * console.log(server.url, server.requests);
 * await server.close();
 * ```
 */
export async function startSoapServer<Operations extends object>(
  service: Service<Operations>,
  handlers: SoapHandlers<Operations>,
  options: SoapServerOptions = {},
): Promise<SoapServer<Operations>> {
  const { wsdl, port: wanted, allowedHosts } = readOptions(options, SOAP_SERVER_OPTIONS);
  const known = service as unknown as Service;
  const handlersByName = checkHandlers(known, handlers);
  const requests: ReceivedRequest<Operations>[] = [];
  const closed = new AbortController();
  const answer = async (request: ArrivedRequest): Promise<HttpResponse> => {
    const { body, method, origin, query, path } = request;
    if (body === undefined) return plainResponse(413, `A request has at most ${MAX_REQUEST_BYTES} bytes.`);
    if (method === 'POST') {
      const refusal = refuseUnread({ ...request, body });
      if (refusal !== undefined) return refusal;
      return answerSoap(known, handlersByName, { ...request, body }, (received) => {
        if (requests.length >= MAX_REMEMBERED) requests.shift();
        requests.push(received as ReceivedRequest<Operations>);
      });
    }
    if (method !== 'GET') return plainResponse(405, 'Use POST.', { allow: 'GET, POST' });
    if (wsdl === undefined || !hasParameter(query, 'wsdl')) return plainResponse(404, 'POST SOAP 1.1 requests here.');
    return httpResponse(200, 'text/xml; charset=utf-8', withAddress(wsdl, origin + path));
  };
  const handle = async (request: ArrivedRequest): Promise<Reaction> => promptly(await answer(request));
  const server = await startLocalServer(wanted, handle, allowedHosts);
  const close = async (): Promise<void> => {
    closed.abort();
    await server.close();
  };
  return {
    ...soapAddresses(server.origin),
    port: server.port,
    requests,
    transport: () => inProcessTransport(handle, 'the server', closed.signal),
    close,
    ...asyncDisposal(close),
  };
}

type HandlersByName = ReadonlyMap<string, SoapHandler<unknown, object>>;

/**
 * Checks the handlers of the caller.
 *
 * @throws ValidationError for an unknown operation, or a value that is not a function
 */
function checkHandlers({ operations }: Service, handlers: unknown): HandlersByName {
  if (!isObject(handlers)) invalid('handlers', 'must be an object');
  const handlersByName = new Map<string, SoapHandler<unknown, object>>();
  for (const [name, handler] of Object.entries(handlers)) {
    if (!Object.hasOwn(operations, name)) invalid(`handlers.${name}`, 'is not an operation of this service');
    if (handler === undefined) continue;
    if (typeof handler !== 'function') invalid(`handlers.${name}`, 'must be a function');
    handlersByName.set(name, handler);
  }
  return handlersByName;
}

/**
 * Responds to a request of a service.
 *
 * @param onRead - called when the request was read
 */
async function answerSoap(
  service: Service,
  handlersByName: HandlersByName,
  request: CompleteRequest,
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
  { headers, signal = new AbortController().signal }: CompleteRequest,
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
    throw new Error(`the handler of ${name} returned invalid output: ${place}${error.message}`, { cause: error });
  }
}
