import { ValidationError } from '../../errors/errors.js';
import { type LocalServerOptions, startLocalServer } from '../../local-server/local-server.js';
import { soapAddresses } from '../../local-server/soap-endpoint.js';
import { targetOf } from '../../local-server/target.js';
import { checkMethods, checkUrl, invalid } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { httpTransport } from '../../transport/http/http.js';
import type { Transport, TransportResponse } from '../../transport/transport.js';
import type { Cassette } from '../cassette/cassette.js';
import type { RequestInBytes } from '../cassette/request-in-bytes.js';
import type { Contracts } from '../contract/contracts.js';
import { openCassette } from './open-cassette.js';
import type { ReplayServer } from './replay-server.js';
import { serveCalls } from './serve.js';

/** Options of `startRecordingProxy`. */
export interface RecordingProxyOptions extends LocalServerOptions {
  /** The address of the gateway. */
  readonly to: string;
  /**
   * The path of the cassette, which is recorded from scratch, or one that is open: its own mode and transport decide,
   * and it is not closed here.
   */
  readonly cassette: string | Cassette;
  /** Carries requests to the gateway; it is not closed with the proxy. Default: `httpTransport()`. */
  readonly transport?: Transport | undefined;
}

/** A server that hands requests on, and records them. */
export interface RecordingProxy extends ReplayServer {
  /** How many requests were handed on without being recorded, because they are no calls of the service. */
  readonly passedThrough: number;
}

const KNOWN: KnownNames<RecordingProxyOptions> = {
  to: true,
  cassette: true,
  transport: true,
  port: true,
  allowedHosts: true,
};

/** Starts a server that hands calls on and records them. @throws ValidationError when an option is not usable */
export async function recordThroughProxy(
  contracts: Contracts,
  options: RecordingProxyOptions,
): Promise<RecordingProxy> {
  const { to, cassette, transport, port = 0, allowedHosts } = readOptions(options, KNOWN);
  const url = checkUrl(to, 'to');
  if (transport !== undefined) checkMethods(transport, ['send'], 'transport');
  if (cassette === undefined) return invalid('cassette', 'is missing');
  const carrier = transport ?? httpTransport();
  const { tape, close } = openCassette(contracts, cassette, { mode: 'record', transport: carrier });
  let passedThrough = 0;
  const send = async (request: RequestInBytes): Promise<TransportResponse> => {
    const asked = { ...request, url: addressFor(contracts, request, url) };
    try {
      return await tape.send(asked);
    } catch (error) {
      // The cassette says so before it does anything.
      if (!(error instanceof ValidationError)) throw error;
      passedThrough += 1;
      return carrier.send(asked);
    }
  };
  const server = await startLocalServer(port, serveCalls(contracts, send), allowedHosts);
  return {
    ...soapAddresses(server.origin),
    port: server.port,
    get passedThrough() {
      return passedThrough;
    },
    close: async () => {
      await server.close();
      await close();
      if (transport === undefined) await carrier.close?.();
    },
  };
}

/** Where the gateway takes a request that came here: at its one address, or as far below that as it was below this. */
function addressFor(contracts: Contracts, request: RequestInBytes, to: string): string {
  // The head of a request tells whose it is.
  if (contracts.of({ ...request, body: '' }).isAtOneAddress) return to;
  const { path, query } = targetOf(request.url);
  return `${to.replace(/\/$/, '')}${path}${query && '?'}${query}`;
}
