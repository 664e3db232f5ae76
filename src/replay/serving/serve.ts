import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_REQUEST_BYTES, readBody, type Serve, SOAP_PATH } from '../../local-server/local-server.js';
import { targetOf } from '../../local-server/target.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { Contracts } from '../contract/contracts.js';
import { type Reply, replyTo } from './reply.js';

/**
 * Makes what serves requests: those of the methods of the contracts, to any path, are calls; a GET may ask for the
 * description of the service, with the server's own address; everything else gets 405.
 *
 * @param send - sends or plays a call
 */
export function serveCalls(
  contracts: Contracts,
  send: (request: TransportRequest) => Promise<TransportResponse>,
): Serve {
  const allow = [...new Set(['GET', ...contracts.methods])].join(', ');
  return async (request, response, { origin, signal }) => {
    const body = await readBody(request);
    const { method = '' } = request;
    const { path, query } = targetOf(request.url ?? '');
    const description = method === 'GET' ? contracts.description(query) : undefined;
    if (description !== undefined) {
      give(request, response, await description.write(origin + SOAP_PATH));
      return;
    }
    if (!contracts.has(method)) {
      response.writeHead(405, { allow }).end();
      return;
    }
    const url = `${origin}${path}${query && '?'}${query}`;
    const served = { method, url, headers: flatHeaders(request.headers), body: body ?? NOTHING, signal };
    if (body === undefined) {
      const refusal = contracts.of(served).errorResponse(`A request has at most ${MAX_REQUEST_BYTES} bytes.`);
      give(request, response, { ...refusal, status: 413 });
      return;
    }
    give(request, response, await replyTo(contracts, served, send));
  };
}

const NOTHING = new Uint8Array();

function give(request: IncomingMessage, response: ServerResponse, { status, headers, body, lost }: Reply): void {
  if (lost === undefined) response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  else if (status === 0) request.socket.destroy();
  else {
    // More is announced than comes.
    response.writeHead(status, { ...headers, 'content-length': body.length + 1 });
    response.write(body, () => request.socket.destroy());
  }
}
