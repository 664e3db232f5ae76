import { ValidationError } from '../../errors/errors.js';
import { type LocalServerOptions, startLocalServer } from '../../local-server/local-server.js';
import { soapAddresses } from '../../local-server/soap-endpoint.js';
import { checkMethods, checkUrl, invalid } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { httpTransport } from '../../transport/http/http.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { Cassette } from '../cassette/cassette.js';
import { openCassette } from './open-cassette.js';
import type { ReplayServer } from './replay-server.js';
import { replyTo } from './reply.js';
import { serveCalls } from './serve.js';

/** Options of {@link startRecordingProxy}. */
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
  readonly notRecorded: number;
}

const KNOWN: KnownNames<RecordingProxyOptions> = {
  to: true,
  cassette: true,
  transport: true,
  port: true,
  allowedHosts: true,
};

/**
 * Starts a server on `127.0.0.1`, never on another address, that hands the calls of other programs on to a gateway and
 * records them. The programs are given its `url` instead of the gateway's; GET with `?wsdl` gives the WSDL with it.
 *
 * Headers are handed on but for those of one connection, each cookie by itself, and so are requests that are no calls
 * of the service. A page of another origin is refused. What is recorded, and what is not, is as with `cassette`.
 *
 * @throws ValidationError when an option is not usable; it rejects, as with every other error
 * @throws Error of `node:net` when the port cannot be had
 */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { to, cassette, transport, port = 0, allowedHosts } = readOptions(options, KNOWN);
  const url = checkUrl(to, 'to');
  if (transport !== undefined) checkMethods(transport, ['send'], 'transport');
  if (cassette === undefined) return invalid('cassette', 'is missing');
  const carrier = transport ?? httpTransport();
  const { tape, close } = openCassette(cassette, { mode: 'record', transport: carrier });
  let notRecorded = 0;
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    const asked = { ...request, url };
    try {
      return await tape.send(asked);
    } catch (error) {
      // The cassette says so before it does anything.
      if (!(error instanceof ValidationError)) throw error;
      notRecorded += 1;
      return carrier.send(asked);
    }
  };
  const server = await startLocalServer(
    port,
    serveCalls((request) => replyTo(request, send)),
    allowedHosts,
  );
  return {
    ...soapAddresses(server.origin),
    port: server.port,
    get notRecorded() {
      return notRecorded;
    },
    close: async () => {
      await server.close();
      await close();
      if (transport === undefined) await carrier.close?.();
    },
  };
}
