import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { checkString, checkWhole, entriesOf, invalid } from '../options/check.js';
import { type OptionsOf, withDefault } from '../options/table.js';
import { hostOf, type NotAdmitted, notAdmitted } from './admission.js';
import type { HandleArrived } from './messages.js';
import { OwnNames } from './own-names.js';
import { serve } from './serve.js';

/** The address on which servers of this library listen, and on no other. */
export const LOCAL_ADDRESS = '127.0.0.1';

const MAX_PORT = 65_535;

/** Options of every server that listens on {@link LOCAL_ADDRESS}. */
export const LOCAL_SERVER_OPTIONS = {
  /** The port. Default: 0, for a free one. */
  port: withDefault(0, (port: unknown, path: string) => checkWhole(port, path, 0, MAX_PORT)),
  /**
   * Further names of this machine, without a port: `['gateway.example']`. A request whose `Host` or `Origin` names
   * another host is refused (421, 403), because a page of that one may have sent it. Default: none besides `localhost`,
   * the addresses and the host name of this machine, and names without a dot or of a local domain (`.internal`,
   * `.local`, `.test` and the like) that resolve to it, as those of Docker Compose do.
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
  /** Closes all connections, idle and busy ones, and waits until nothing is left. It can be called again. */
  close(): Promise<void>;
}

/**
 * Starts a server. What a page of another origin asks for is refused before it gets to `handle`.
 *
 * @param port - 0 for a free one
 * @param allowedHosts - further names of this machine
 * @throws Error of `node:net` when the port cannot be had
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
      // The client went away, or something in here failed: either way there is nothing more to say on this connection.
      response.destroy();
    });
  });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const ended = once(server, 'close');
    // A response that stands behind another one on its connection does not hear of its end.
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
