import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkWhole } from '../errors/check.js';
import { flatHeaders } from '../transport/flat-headers.js';
import { pause } from '../transport/wait.js';
import { firstHalf, type HttpResponse } from './http/http-message.js';
import { LOCAL_ADDRESS } from './http/in-process.js';
import { type Handle, MAX_REQUEST_BYTES, tooLarge } from './http/router.js';
import { targetOf } from './http/target.js';
import { SANDBOX_OPTIONS, type SandboxOptions } from './options/options.js';
import { SOAP_PATH } from './routes.js';
import { createCore, type Sandbox } from './sandbox.js';

const MAX_PORT = 65_535;

/** An embedded gateway that listens. */
export interface RunningSandbox extends Sandbox {
  /** The address of the SOAP endpoint: `http://127.0.0.1:<port>/soap`. */
  readonly url: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
  readonly port: number;
  /** Closes all connections, idle and busy ones, and waits until nothing is left. It can be called again. */
  close(): Promise<void>;
}

/**
 * Starts an embedded gateway on `127.0.0.1`, never on another address, for tests and demonstrations.
 *
 * POST to any path is SOAP 1.1; GET of any path with `?wsdl` is the WSDL with the real address in it; GET `/` explains
 * what this is; everything else gets 405. A request may have 16 MiB (413) and must not be compressed (415).
 *
 * Without accounts in the options it has one: username `demo`, password `demo-password`, 100 points, sender `Test`.
 *
 * @param options - those of `createSandbox`, and the port (default 0: a free one)
 * @throws ValidationError when an option is not usable; it rejects, as with every other error
 * @throws Error of `node:net` when the port cannot be had
 */
export async function startSandbox(
  options: SandboxOptions & { readonly port?: number | undefined } = {},
): Promise<RunningSandbox> {
  const { sandbox, handle } = createCore(options, { ...SANDBOX_OPTIONS, port: true });
  const { port: given = 0 } = options;
  const wanted = checkWhole(given, 'port', 0, MAX_PORT);
  const server = http.createServer();
  server.listen(wanted, LOCAL_ADDRESS);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://${LOCAL_ADDRESS}:${port}`;
  const url = origin + SOAP_PATH;
  const closing = new AbortController();
  server.on('request', (request, response) => {
    serve(request, response, { handle, origin, closing: closing.signal }).catch(() => {
      // The client went away, or something in here failed: either way there is nothing more to say on this connection.
      response.destroy();
    });
  });

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const ended = once(server, 'close');
    closing.abort();
    server.close();
    server.closeAllConnections();
    await ended;
  };
  return {
    ...sandbox,
    url,
    wsdlUrl: `${url}?wsdl`,
    port,
    close: () => (closed ??= close()),
  };
}

/** What a server has for each of its requests. */
interface Serving {
  readonly handle: Handle;
  readonly origin: string;
  /** Aborted when the server is closed: a response behind another one on its connection does not hear of its end. */
  readonly closing: AbortSignal;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, origin, closing }: Serving,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const body = await readBody(request);
  if (body === undefined) return finish(response, tooLarge());

  const reaction = await handle({
    method: request.method ?? '',
    ...targetOf(request.url ?? ''),
    headers: flatHeaders(request.headers),
    body,
    address: request.socket.remoteAddress ?? '',
    origin,
  });
  if (reaction.kind === 'dropped') request.socket.destroy();
  else if (reaction.kind === 'cut') cut(response, reaction.response);
  else if (await pause(reaction.delayMs, { signal: gone.signal, closing })) finish(response, reaction.response);
}

/**
 * The body, `undefined` when it is too large; it is read to its end even so, because only then will a client listen.
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

/** Announces the whole response and breaks off in the middle. */
function cut(response: ServerResponse, whole: HttpResponse): void {
  response.writeHead(whole.status, whole.headers).write(firstHalf(whole), () => response.destroy());
}
