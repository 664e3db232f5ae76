import { LOCAL_SERVER_OPTIONS, startLocalServer } from '../../local-server/local-server.js';
import { soapAddresses } from '../../local-server/soap-endpoint.js';
import { type AsyncDisposal, asyncDisposal } from '../../options/async-disposal.js';
import { type OptionsOf, readOptions } from '../../options/table.js';
import type { Contracts } from '../contract/contracts.js';
import { type GivenCassette, openToPlay, TRACK_OPTION } from './open-cassette.js';
import { serveCalls } from './serve.js';

const OPTIONS = { ...TRACK_OPTION, ...LOCAL_SERVER_OPTIONS };

/** Options of `startReplayServer`. */
export interface ReplayServerOptions extends OptionsOf<typeof OPTIONS> {}

/** A server that plays a cassette. */
export interface ReplayServer extends AsyncDisposal {
  /** The address of the SOAP endpoint: `http://127.0.0.1:<port>/soap`. */
  readonly url: string;
  /** The address below which the endpoints of the HTTP interface are: `http://127.0.0.1:<port>/`. */
  readonly httpUrl: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
  readonly port: number;
  /**
   * Closes all connections, and the cassette and the track where they were opened here. It can be called again.
   *
   * @throws ReplayMissError as their own `close()` does
   */
  close(): Promise<void>;
}

const NOT_RECORDED = { why: 'a replay server cannot record', advice: 'To record it, use startRecordingProxy().' };

/** Starts a server that plays a cassette. @throws ValidationError when an argument is not usable */
export async function serveCassette(
  contracts: Contracts,
  cassette: GivenCassette,
  options: ReplayServerOptions,
): Promise<ReplayServer> {
  const { port, allowedHosts, track } = readOptions(options, OPTIONS);
  const { tape, close } = openToPlay(contracts, cassette, track);
  const server = await startLocalServer(
    port,
    serveCalls(contracts, (asked) => tape.play(asked, NOT_RECORDED)),
    allowedHosts,
  );
  const end = async (): Promise<void> => {
    await server.close();
    await close();
  };
  return {
    ...soapAddresses(server.origin),
    httpUrl: `${server.origin}/`,
    port: server.port,
    close: end,
    ...asyncDisposal(end),
  };
}
