import { LOCAL_SERVER_OPTIONS, type LocalServerOptions, startLocalServer } from '../local-server/local-server.js';
import { soapAddresses } from '../local-server/soap-endpoint.js';
import { asyncDisposal } from '../options/async-disposal.js';
import { type OptionsOf, readOptions } from '../options/table.js';
import { mailFace } from './mail/face.js';
import { type MailServer, type SandboxMail, startMailServer } from './mail/server.js';
import { SANDBOX_MAIL, type SandboxMailOptions } from './options/mail-options.js';
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
  /** The mail that it takes; `undefined` without the option `mail`. */
  readonly mail: SandboxMail | undefined;
  /**
   * Closes all connections, idle and busy ones, and waits until nothing is left; callbacks that have not been sent are
   * not sent any more. It can be called again.
   */
  close(): Promise<void>;
}

/** An embedded gateway that takes mail, too. */
export interface MailingSandbox extends RunningSandbox {
  readonly mail: SandboxMail;
}

/** Options of a gateway that listens: its own, the port, further names of this machine, and mail. */
export interface StartSandboxOptions extends SandboxOptions, LocalServerOptions, OptionsOf<typeof SANDBOX_MAIL> {}

/**
 * Starts an embedded gateway that takes mail, too: all else is as without it.
 *
 * @throws ValidationError when an option is not usable, or smtp-server is not installed; it rejects
 * @throws Error of `node:net` when a port cannot be had
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
 * With the option `mail` it takes SMS by mail, too (specification section 4.9), at `sandbox.mail.port` of 127.0.0.1
 * and without TLS; their operation is `mail`. A mail in the form is accepted, and what comes of it stands in its
 * report, wrong credentials, too (101): it is made where `raport=1` asks for one and the mail has a sender, and is
 * mailed before the mail is answered. Other mails are refused (554).
 *
 * @param options - those of `createSandbox`, the port, further names of this machine, and `mail`
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
export async function startSandbox(options?: StartSandboxOptions): Promise<RunningSandbox>;
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const table = { ...SANDBOX_OPTIONS, ...LOCAL_SERVER_OPTIONS, ...SANDBOX_MAIL };
  const { port: wanted, allowedHosts, mail: settings, ...own } = readOptions(options, table);
  const faces = settings === undefined ? [] : [mailFace(settings.address)];
  const core = createCore(own, faces);
  const { sandbox, handle } = core;
  const { port, origin, close: closeHttp } = await startLocalServer(wanted, handle, allowedHosts);
  let mailServer: MailServer | undefined;
  try {
    mailServer = settings === undefined ? undefined : await startMailServer(settings, core, own.variant);
  } catch (error) {
    await Promise.all([closeHttp(), sandbox.close()]);
    throw error;
  }
  const close = async (): Promise<void> => {
    // What listens ends first: no response leaves because the rest ends.
    await Promise.all([closeHttp(), mailServer?.close(), sandbox.close()]);
  };
  const reset: Sandbox['reset'] = async (given = {}) => {
    const done = sandbox.reset(given);
    if (given.username === undefined && given.token === undefined) mailServer?.clear();
    await done;
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
