import { LOCAL_SERVER_OPTIONS, type LocalServerOptions, startLocalServer } from '../../local-server/local-server.js';
import { soapAddresses } from '../../local-server/soap-endpoint.js';
import { readOptions } from '../../options/table.js';
import type { Cassette } from '../cassette/cassette.js';
import type { Contracts } from '../contract/contracts.js';
import { openToPlay } from './open-cassette.js';
import { serveCalls } from './serve.js';

/** Options of `startReplayServer`. */
export interface ReplayServerOptions extends LocalServerOptions {}

/** A server that plays a cassette. */
export interface ReplayServer {
  /** The address of the SOAP endpoint: `http://127.0.0.1:<port>/soap`. */
  readonly url: string;
  /** The address below which the endpoints of the HTTP interface are: `http://127.0.0.1:<port>/`. */
  readonly httpUrl: string;
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

const NOT_RECORDED = { why: 'a replay server records nothing', advice: 'to record it: startRecordingProxy()' };

/** Starts a server that plays a cassette. @throws ValidationError when an argument is not usable */
export async function serveCassette(
  contracts: Contracts,
  cassette: string | URL | Cassette,
  options: ReplayServerOptions,
): Promise<ReplayServer> {
  const { port, allowedHosts } = readOptions(options, LOCAL_SERVER_OPTIONS);
  const { tape, close } = openToPlay(contracts, cassette);
  const server = await startLocalServer(
    port,
    serveCalls(contracts, (asked) => tape.play(asked, NOT_RECORDED)),
    allowedHosts,
  );
  return {
    ...soapAddresses(server.origin),
    httpUrl: `${server.origin}/`,
    port: server.port,
    close: async () => {
      await server.close();
      await close();
    },
  };
}
