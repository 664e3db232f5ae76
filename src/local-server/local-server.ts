import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { checkString, checkWhole, entriesOf, invalid } from '../options/check.js';
import { type OptionsOf, withDefault } from '../options/table.js';
import { hostOf, type NotAdmitted, notAdmitted } from './admission.js';
import type { HandleArrived } from './messages.js';
import { OwnNames } from './own-names.js';
import { serve } from './serve.js';

/** The only address on which the servers of this library listen. */
export const LOCAL_ADDRESS = '127.0.0.1';

const MAX_PORT = 65_535;

/** Options of every server that listens on {@link LOCAL_ADDRESS}. */
export const LOCAL_SERVER_OPTIONS = {
  /** The port. Default: 0, which selects a free port. */
  port: withDefault(0, (port: unknown, path: string) => checkWhole(port, path, 0, MAX_PORT)),
  /**
   * Additional names of this machine, without a port: `['gateway.example']`. A request whose `Host` or `Origin` names
   * another host is rejected (421 or 403), because a page of that host may have sent it. Always accepted are
   * `localhost`, the addresses and the host name of this machine, and names without a dot or with a local domain
   * (`.internal`, `.local`, `.test` and similar) that resolve to this machine, such as those of Docker Compose.
   * Default: none.
   */
  allowedHosts: withDefault([], checkHosts),
};

/** Options of every server that listens on {@link LOCAL_ADDRESS}. */
export interface LocalServerOptions extends OptionsOf<typeof LOCAL_SERVER_OPTIONS> {}

/** A server that listens on {@link LOCAL_ADDRESS}. */
export interface LocalServer {
  readonly port: number;
  /** Scheme, host and port: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Closes all connections, idle and busy, and waits until they are closed. Can be called repeatedly. */
  close(): Promise<void>;
}

/**
 * Starts a server. Requests that pages of other origins sent are rejected before `handle` is called.
 *
 * @param port - 0 selects a free port
 * @param allowedHosts - additional names of this machine
 * @throws Error of `node:net` if the server cannot listen on the port
 */
export async function startLocalServer(
  port: number,
  handle: HandleArrived,
  allowedHosts: readonly string[] = [],
): Promise<LocalServer> {
  const own = new OwnNames(allowedHosts);
  const server = http.createServer();
  server.listen(port, LOCAL_ADDRESS);
  await once(server, 'listening');
  const { port: used } = server.address() as AddressInfo;
  const origin = `http://${LOCAL_ADDRESS}:${used}`;
  const waiting = new Set<AbortController>();
  server.on('request', (request, response) => {
    const gone = new AbortController();
    waiting.add(gone);
    response.once('close', () => {
      waiting.delete(gone);
      gone.abort();
    });
    const taken = (refusal: NotAdmitted | undefined): Promise<void> | undefined =>
      refusal === undefined ? serve(request, response, handle, origin, gone.signal) : refuse(response, refusal);
    const refusal = notAdmitted(request, own);
    const served = refusal instanceof Promise ? refusal.then(taken) : taken(refusal);
    served?.catch(() => {
      // The client disconnected or the handler failed: no response can be sent on this connection.
      response.destroy();
    });
  });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const ended = once(server, 'close');
    // A response queued behind another one on its connection is not notified when the connection closes.
    for (const gone of waiting) gone.abort();
    server.close();
    server.closeAllConnections();
    await ended;
  };
  return { port: used, origin, close: () => (closed ??= close()) };
}

function checkHosts(hosts: readonly string[], path: string): readonly string[] {
  return entriesOf(hosts, path).map(([each, name]) =>
    isIP(checkString(name, each)) !== 0 || hostOf(name) === name ? name : invalid(each, 'is no host name'),
  );
}

function refuse(response: ServerResponse, { status, text }: NotAdmitted): undefined {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
