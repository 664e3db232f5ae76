import { type LocalServerOptions, startLocalServer } from '../../local-server/local-server.js';
import { soapAddresses } from '../../local-server/soap-endpoint.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import type { Cassette } from '../cassette/cassette.js';
import { openToPlay } from './open-cassette.js';
import { replyTo } from './reply.js';
import { serveCalls } from './serve.js';

/** Options of {@link startReplayServer}. */
export interface ReplayServerOptions extends LocalServerOptions {}

/** A server that plays a cassette. */
export interface ReplayServer {
  /** The address of the SOAP endpoint: `http://127.0.0.1:<port>/soap`. */
  readonly url: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
  readonly port: number;
  /**
   * Closes all connections, and the cassette where it was opened by its path. It can be called again.
   *
   * @throws ReplayMissError as the cassette's own `close()` does
   */
  close(): Promise<void>;
}

const KNOWN: KnownNames<ReplayServerOptions> = { port: true, allowedHosts: true };

/**
 * Starts a server on `127.0.0.1`, never on another address, that plays a cassette for programs in any language.
 *
 * POST to any path is a call; a miss is answered with a Fault that explains it, and a connection that was lost when it
 * was recorded is lost again. GET with `?wsdl` gives the WSDL with the server's address. Nothing is recorded here,
 * whatever the cassette's mode; {@link startRecordingProxy} does that.
 *
 * @param cassette - its path, or one that is open: it plays by its own options, and is not closed here
 * @throws ValidationError when an argument is not usable; it rejects, as with every other error
 * @throws Error of `node:net` when the port cannot be had
 */
export async function startReplayServer(
  cassette: string | Cassette,
  options: ReplayServerOptions = {},
): Promise<ReplayServer> {
  const { port = 0, allowedHosts } = readOptions(options, KNOWN);
  const { tape, close } = openToPlay(cassette);
  const server = await startLocalServer(
    port,
    serveCalls((request) => replyTo(request, (asked) => tape.play(asked, 'a replay server records nothing'))),
    allowedHosts,
  );
  return {
    ...soapAddresses(server.origin),
    port: server.port,
    close: async () => {
      await server.close();
      await close();
    },
  };
}
