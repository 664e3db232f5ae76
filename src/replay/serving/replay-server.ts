import { LOCAL_SERVER_OPTIONS, startLocalServer } from '../../local-server/local-server.js';
import { soapAddresses } from '../../local-server/soap-endpoint.js';
import { type AsyncDisposal, asyncDisposal } from '../../options/async-disposal.js';
import { type OptionsOf, readOptions } from '../../options/table.js';
import type { Contracts } from '../contract/contracts.js';
import { type CassetteInput, openToPlay } from './open-cassette.js';
import { serveCalls } from './serve.js';

/** Options of `startReplayServer`. */
export interface ReplayServerOptions extends OptionsOf<typeof LOCAL_SERVER_OPTIONS> {}

/** A server that replays a cassette. */
export interface ReplayServer extends AsyncDisposal {
  /** The address of the SOAP endpoint: `http://127.0.0.1:<port>/soap`. */
  readonly url: string;
  /** The base address of the HTTP interface: `http://127.0.0.1:<port>/`. */
  readonly httpUrl: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
  readonly port: number;
  /**
   * Closes all connections, and the cassette and track if the server opened them. May be called several times.
   *
   * @throws ReplayMissError like the `close()` of the cassette or track
   */
  close(): Promise<void>;
}

const NOT_RECORDED = { why: 'a replay server cannot record', advice: 'To record it, use startRecordingProxy().' };

/** Starts a server that replays a cassette. @throws ValidationError if an argument is invalid */
export async function serveCassette(
  contracts: Contracts,
  cassette: CassetteInput,
  options: ReplayServerOptions,
): Promise<ReplayServer> {
  const { port, allowedHosts } = readOptions(options, LOCAL_SERVER_OPTIONS);
  const { tape, close } = openToPlay(contracts, cassette);
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
