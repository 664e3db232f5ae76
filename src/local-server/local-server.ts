import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { checkString, checkWhole, entriesOf, invalid } from '../options/check.js';
import { type OptionsOf, withDefault } from '../options/table.js';
import { flatHeaders } from '../transport/flat-headers.js';
import { pause } from '../transport/time-limits.js';
import { LocalNames } from './local-names.js';
import type { HandleArrived, HttpResponse } from './messages.js';
import { targetOf } from './messages.js';
import { MAX_REQUEST_BYTES } from './router.js';

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
  const localNames = new LocalNames(allowedHosts);
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
    const taken = (refusal: Rejection | undefined): Promise<void> | undefined =>
      refusal === undefined ? serve(request, response, handle, origin, gone.signal) : refuse(response, refusal);
    const refusal = rejectionOf(request, localNames);
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
    isIP(checkString(name, each)) !== 0 || hostOf(name) === name
      ? name
      : invalid(each, 'must be a host name without a port'),
  );
}

function refuse(response: ServerResponse, { status, text }: Rejection): undefined {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

export interface Rejection {
  readonly status: 400 | 403 | 421;
  readonly text: string;
}

/** A host and a port as in headers and URLs (RFC 9110 section 7.2), without user information. */
const AUTHORITY = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,255}))(?::\d{1,5})?$/i;
const ORIGIN = /^https?:\/\/([^/?#]*)$/i;
const CROSS_SITE = /\bcross-site\b/i;
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

const SEVERAL_HOSTS: Rejection = {
  status: 400,
  text: 'Invalid or several hosts. Send one host, the same in Host and in the request target.',
};
const OTHER_HOST: Rejection = {
  status: 421,
  text: 'Host is not a name or an address of this machine. Add it to the option allowedHosts.',
};
const OTHER_ORIGIN: Rejection = { status: 403, text: 'Requests from web pages of another origin are refused.' };

function hostOf(authority: string): string | undefined {
  const match = AUTHORITY.exec(authority);
  return match?.[1] ?? match?.[2];
}

/**
 * Rejects requests that a page of another origin sent, also if its name resolves to this machine (DNS rebinding).
 * `Host` or `Origin` of such a request names a host other than this machine. Links and images of such a page have no
 * `Origin`, but browsers mark them as `cross-site`. A request without any of these headers (HTTP/1.0) does not come
 * from a browser.
 *
 * @returns `undefined` for an accepted request; a promise only if a name has to be looked up
 */
export function rejectionOf(
  { headersDistinct, url = '' }: Pick<IncomingMessage, 'headersDistinct' | 'url'>,
  localNames: LocalNames,
): Rejection | undefined | Promise<Rejection | undefined> {
  const { host: hosts = [], origin: origins = [], 'sec-fetch-site': sites = [] } = headersDistinct;
  const isAbsolute = !url.startsWith('/') && url !== '*';
  const requested = [...hosts, ...(isAbsolute ? [ABSOLUTE.exec(url)?.[1] ?? ''] : [])].map(hostOf);
  if (hosts.length > 1 || requested.includes(undefined)) return SEVERAL_HOSTS;
  const from = origins.map((origin) => hostOf(ORIGIN.exec(origin)?.[1] ?? ''));
  if (from.includes(undefined)) return OTHER_ORIGIN;
  if (from.length === 0 && sites.some((site) => CROSS_SITE.test(site))) return OTHER_ORIGIN;
  const checks = [
    ...requested.map((name) => [localNames.has(name as string), OTHER_HOST] as const),
    ...from.map((name) => [localNames.has(name as string), OTHER_ORIGIN] as const),
  ];
  const refused = checks.find(([isLocal]) => isLocal === false);
  if (refused !== undefined) return refused[1];
  return checks.every(([isLocal]) => isLocal === true) ? undefined : firstRefused(checks);
}

async function firstRefused(
  checks: readonly (readonly [boolean | Promise<boolean>, Rejection])[],
): Promise<Rejection | undefined> {
  for (const [isLocal, refusal] of checks) if (!(await isLocal)) return refusal;
  return undefined;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  handle: HandleArrived,
  origin: string,
  signal: AbortSignal,
): Promise<void> {
  const body = await readBody(request);
  const reaction = await handle({
    method: request.method ?? '',
    ...targetOf(request.url ?? ''),
    headers: flatHeaders(request.headers),
    body,
    address: request.socket.remoteAddress ?? '',
    origin,
    signal,
  });
  if (reaction.kind === 'dropped') request.socket.destroy();
  else if (reaction.kind === 'cut') cut(response, reaction.response);
  else {
    await pause(reaction.delayMs, { signal, closing: reaction.ended });
    if (!signal.aborted) finish(response, reaction.response);
  }
}

/**
 * Returns the body of a request, or `undefined` if it is too large. A body that is too large is still read to its end,
 * because clients read the response only after sending the body.
 */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size <= MAX_REQUEST_BYTES) pieces.push(piece);
    else pieces.length = 0;
  }
  return size > MAX_REQUEST_BYTES ? undefined : Buffer.concat(pieces, size);
}

function finish(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers).end(body);
}

function cut(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers).write(body, () => response.destroy());
}
