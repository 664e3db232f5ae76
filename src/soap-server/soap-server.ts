import { inProcessTransport } from '../local-server/in-process-transport.js';
import { LOCAL_SERVER_OPTIONS, startLocalServer } from '../local-server/local-server.js';
import {
  type ArrivedRequest,
  type HttpResponse,
  httpResponse,
  plainResponse,
  promptly,
  type Reaction,
} from '../local-server/messages.js';
import { MAX_REQUEST_BYTES } from '../local-server/router.js';
import { type SoapAddresses, soapAddresses, withAddress } from '../local-server/soap-endpoint.js';
import { hasParameter } from '../local-server/target.js';
import { type AsyncDisposal, asyncDisposal } from '../options/async-disposal.js';
import { checkFilled } from '../options/check.js';
import { type OptionsOf, optional, readOptions } from '../options/table.js';
import type { Service } from '../soap/messages/operation.js';
import type { Transport } from '../transport/transport.js';
import { answerSoap, checkHandlers } from './answer.js';
import type { ReceivedRequest, SoapHandlers } from './handlers.js';
import { refuseUnread } from './soap-messages.js';

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
    if (method !== 'GET') return plainResponse(405, 'POST is a request.', { allow: 'GET, POST' });
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
