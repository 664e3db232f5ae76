import { LOCAL_SERVER_OPTIONS, type LocalServerOptions, startLocalServer } from '../local-server/local-server.js';
import { soapAddresses } from '../local-server/soap-endpoint.js';
import { readOptions } from '../options/table.js';
import { SANDBOX_OPTIONS, type SandboxOptions } from './options/sandbox-options.js';
import { createCore, type Sandbox } from './sandbox.js';

/** An embedded gateway that listens. */
export interface RunningSandbox extends Sandbox {
  /** The address of the SOAP endpoint: `http://127.0.0.1:<port>/soap`. */
  readonly url: string;
  /** The address of the HTTP interface, below which are its endpoints: `http://127.0.0.1:<port>/`. */
  readonly httpUrl: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
  readonly port: number;
  /**
   * Closes all connections, idle and busy ones, and waits until nothing is left; callbacks that have not been sent are
   * not sent any more. It can be called again.
   */
  close(): Promise<void>;
}

/**
 * Starts an embedded gateway on `127.0.0.1`, never on another address, for tests and demonstrations.
 *
 * POST to `/soap`, or to `/`, is SOAP 1.1; GET of them with `?wsdl` is the WSDL with the real address in it; GET `/`
 * explains what this is. The endpoints of the HTTP interface are `/sms.do`, `/mms.do`, `/vms.do`, `/profile`,
 * `/user.do`, `/sender.do` and `/hlr.do`; they take a token of an account. Other methods get 405, other paths 404,
 * which names the paths that there are. A request may have 16 MiB (413) and must not be compressed (415).
 *
 * Without accounts in the options it has one: username `demo`, password `demo-password`, token `demo-token`, 100
 * points, sender `Test`.
 *
 * Requests of a page of another origin are refused.
 *
 * @param options - those of `createSandbox`, the port and further names of this machine
 * @throws ValidationError when an option is not usable; it rejects, as with every other error
 * @throws Error of `node:net` when the port cannot be had
 *
 * @example
 * ```ts
 * const sandbox = await startSandbox({ accounts: [{ username, password, tokens: ['t0ken'], points: 100 }] });
 * console.log(sandbox.url, sandbox.httpUrl);
 * await sandbox.close();
 * ```
 */
export async function startSandbox(options: SandboxOptions & LocalServerOptions = {}): Promise<RunningSandbox> {
  const { port: wanted, allowedHosts, ...own } = readOptions(options, { ...SANDBOX_OPTIONS, ...LOCAL_SERVER_OPTIONS });
  const { sandbox, handle } = createCore(own);
  const { port, origin, close: stop } = await startLocalServer(wanted, handle, allowedHosts);
  const close = async (): Promise<void> => {
    await Promise.all([sandbox.callbacks.close(), stop()]);
  };
  return { ...sandbox, ...soapAddresses(origin), httpUrl: `${origin}/`, port, close };
}
