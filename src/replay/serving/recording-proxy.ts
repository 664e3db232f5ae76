import { checkTransport } from '../../calls/call-options.js';
import { isSmsServiceError, type SmsServiceError, ValidationError } from '../../errors/errors.js';
import { systemCode } from '../../errors/service-error.js';
import { LOCAL_SERVER_OPTIONS, startLocalServer } from '../../local-server/local-server.js';
import { targetOf } from '../../local-server/messages.js';
import { soapAddresses } from '../../local-server/soap-endpoint.js';
import { asyncDisposal } from '../../options/async-disposal.js';
import { checkUrl, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required } from '../../options/table.js';
import { httpTransport } from '../../transport/http/http.js';
import type { RequestInBytes } from '../../transport/request-body.js';
import type { TransportResponse } from '../../transport/transport.js';
import type { Cassette } from '../cassette/cassette.js';
import type { Track } from '../cassette/track-run.js';
import type { Contracts } from '../contract/contracts.js';
import { openCassette } from './open-cassette.js';
import type { ReplayServer } from './replay-server.js';
import { serveCalls } from './serve.js';

const OPTIONS = {
  /** The address of the gateway: its SOAP endpoint, or the base of its other endpoints. */
  to: required(checkUrl),
  /** The base address of the HTTP interface. Default: `to`. */
  httpTo: optional(checkUrl),
  /**
   * The path of the cassette, which is recorded from scratch. Or an open cassette or track: its own mode and transport
   * apply, and it is not closed by the proxy.
   */
  cassette: required((cassette: string | URL | Cassette | Track, path) => cassette ?? invalid(path, 'is missing')),
  /** The transport to the gateway. It is not closed with the proxy. Default: `httpTransport()`. */
  transport: optional(checkTransport),
  ...LOCAL_SERVER_OPTIONS,
};

/** Options of `startRecordingProxy`. */
export interface RecordingProxyOptions extends OptionsOf<typeof OPTIONS> {}

/** A server that forwards requests and records them. */
export interface RecordingProxy extends ReplayServer {
  /** The number of requests that were forwarded and not recorded, because they are not calls of the service. */
  readonly passedThrough: number;
}

/** Starts a server that forwards calls and records them. @throws ValidationError if an option is invalid */
export async function recordThroughProxy(
  contracts: Contracts,
  options: RecordingProxyOptions,
): Promise<RecordingProxy> {
  const { to: url, httpTo = url, cassette, transport, port, allowedHosts } = readOptions(options, OPTIONS);
  const carrier = transport ?? httpTransport();
  const { tape, close } = openCassette(contracts, cassette, { mode: 'record', transport: carrier });
  let passedThrough = 0;
  const forward = async (asked: RequestInBytes): Promise<TransportResponse> => {
    try {
      return await tape.send(asked);
    } catch (error) {
      // The request is not a call of the service. The cassette throws this error before it sends anything.
      if (!(error instanceof ValidationError) || error.path === 'label') throw error;
      passedThrough += 1;
      return carrier.send(asked);
    }
  };
  const send = async (request: RequestInBytes): Promise<TransportResponse> => {
    try {
      return await forward({ ...request, url: addressFor(contracts, request, url, httpTo) });
    } catch (error) {
      if (isUnreachable(error)) return badGateway(contracts, request, error);
      throw error;
    }
  };
  const server = await startLocalServer(port, serveCalls(contracts, send), allowedHosts);
  const end = async (): Promise<void> => {
    await server.close();
    await close();
    if (transport === undefined) await carrier.close?.();
  };
  return {
    ...soapAddresses(server.origin),
    httpUrl: `${server.origin}/`,
    port: server.port,
    get passedThrough() {
      return passedThrough;
    },
    close: end,
    ...asyncDisposal(end),
  };
}

function isUnreachable(error: unknown): error is SmsServiceError {
  return (
    isSmsServiceError(error) && error.outcome === 'not-sent' && (error.code === 'CONNECTION' || error.code === 'TLS')
  );
}

function badGateway(contracts: Contracts, request: RequestInBytes, { cause }: SmsServiceError): TransportResponse {
  const code = systemCode(cause);
  const why = code === undefined ? '' : ` (${code})`;
  const response = contracts
    .of({ ...request, body: '' })
    .errorResponse(`the gateway was not reached${why}; nothing was sent`, 'away');
  return { ...response, status: 502 };
}

function addressFor(contracts: Contracts, request: RequestInBytes, to: string, httpTo: string): string {
  // The head of a request is sufficient to find its contract.
  const { isAtOneAddress, methods } = contracts.of({ ...request, body: '' });
  if (isAtOneAddress && methods.includes(request.method)) return to;
  const { path, query } = targetOf(request.url);
  return `${httpTo.replace(/\/$/, '')}${path}${query && '?'}${query}`;
}
