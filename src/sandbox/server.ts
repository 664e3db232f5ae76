import { LOCAL_SERVER_OPTIONS, type LocalServerOptions, startLocalServer } from '../local-server/local-server.js';
import { soapAddresses } from '../local-server/soap-endpoint.js';
import { asyncDisposal } from '../options/async-disposal.js';
import { type OptionsOf, readOptions } from '../options/table.js';
import { mailInterface } from './mail/mail-interface.js';
import { type MailServer, type SandboxMail, startMailServer } from './mail/server.js';
import { SANDBOX_MAIL, type SandboxMailOptions } from './options/interface-options.js';
import { SANDBOX_OPTIONS, type SandboxOptions } from './options/sandbox-options.js';
import { createCore, type Sandbox } from './sandbox.js';

/** An embedded gateway with a server. */
export interface RunningSandbox extends Sandbox {
  /** The address of the SOAP endpoint: `http://127.0.0.1:<port>/soap`. */
  readonly url: string;
  /** The base address of the HTTP interface: `http://127.0.0.1:<port>/`. */
  readonly httpUrl: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
  readonly port: number;
  /** The mail server; `undefined` without the option `mail`. */
  readonly mail: SandboxMail | undefined;
  /**
   * Closes all connections, idle and active, and waits until they are closed. Unsent callbacks are dropped. It can be
   * called again.
   */
  close(): Promise<void>;
}

/** An embedded gateway that also receives mail. */
export interface MailingSandbox extends RunningSandbox {
  readonly mail: SandboxMail;
}

/**
 * Options of a gateway with a server: those of `createSandbox`, the port, more host names of this machine, and mail.
 */
export interface StartSandboxOptions extends SandboxOptions, LocalServerOptions, OptionsOf<typeof SANDBOX_MAIL> {}

/**
 * Starts an embedded gateway that also receives mail. Everything else is the same as without `mail`.
 *
 * @throws ValidationError if an option is invalid, or smtp-server is not installed; it rejects
 * @throws Error of `node:net` if a port is not available
 *
 * @example
 * ```ts
 * const sandbox = await startSandbox({ mail: {} });
 * console.log(sandbox.mail.address, sandbox.mail.host, sandbox.mail.port);
 * await sandbox.close();
 * ```
 */
export async function startSandbox(
  options: StartSandboxOptions & { readonly mail: SandboxMailOptions },
): Promise<MailingSandbox>;
/**
 * Starts an embedded gateway for tests and demonstrations. It listens on `127.0.0.1` only.
 *
 * POST to `/soap` or `/` is SOAP 1.1. GET with `?wsdl` returns the WSDL with the actual address. GET `/` returns a
 * short description. The endpoints of the HTTP interface are `/sms.do`, `/mms.do`, `/vms.do`, `/profile`, `/user.do`,
 * `/sender.do` and `/hlr.do`; they require a token of an account. Other methods get 405. Other paths get 404 with the
 * list of paths. A request may have at most 16 MiB (413) and must not be compressed (415). Requests of a page of
 * another origin are refused.
 *
 * Without the option `accounts` it has one account: username `demo`, password `demo-password`, token `demo-token`, 100
 * points, sender `Test`.
 *
 * With the option `mail` it also receives SMS by mail (specification section 4.9) at port `sandbox.mail.port` of
 * 127.0.0.1, without TLS. Their operation is `mail`. A mail in the right form is accepted, and its report contains the
 * result, also for wrong credentials (101). A report is added to `sandbox.mail.reports` if the mail has `raport=1` and a
 * sender. Other mails are refused (554).
 *
 * @param options - those of `createSandbox`, the port, more host names of this machine, and `mail`
 * @throws ValidationError if an option is invalid; this and all other errors reject
 * @throws Error of `node:net` if the port is not available
 *
 * @example
 * ```ts
 * const sandbox = await startSandbox({ accounts: [{ username, password, tokens: ['t0ken'], points: 100 }] });
 * console.log(sandbox.url, sandbox.httpUrl);
 * await sandbox.close();
 * ```
 */
export async function startSandbox(options?: StartSandboxOptions): Promise<RunningSandbox>;
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const table = { ...SANDBOX_OPTIONS, ...LOCAL_SERVER_OPTIONS, ...SANDBOX_MAIL };
  const { port: wanted, allowedHosts, mail: settings, ...sandboxOptions } = readOptions(options, table);
  const interfaces = settings === undefined ? [] : [mailInterface(settings.address)];
  const core = createCore(sandboxOptions, interfaces);
  const { sandbox, handle } = core;
  const { port, origin, close: closeHttp } = await startLocalServer(wanted, handle, allowedHosts);
  let mailServer: MailServer | undefined;
  try {
    mailServer = settings === undefined ? undefined : await startMailServer(settings, core, sandboxOptions.variant);
  } catch (error) {
    await Promise.all([closeHttp(), sandbox.close()]);
    throw error;
  }
  const close = async (): Promise<void> => {
    // Close the servers first: closing the sandbox would send delayed responses.
    await Promise.all([closeHttp(), mailServer?.close(), sandbox.close()]);
  };
  const reset: Sandbox['reset'] = () => {
    mailServer?.clear();
    return sandbox.reset();
  };
  return {
    ...sandbox,
    reset,
    ...soapAddresses(origin),
    httpUrl: `${origin}/`,
    port,
    mail: mailServer?.mail,
    close,
    ...asyncDisposal(close),
  };
}
