import { type HandleArrived, promptly, type Reaction } from '../../local-server/messages.js';
import { MAX_REQUEST_BYTES } from '../../local-server/router.js';
import { SOAP_PATH } from '../../local-server/soap-endpoint.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import type { RequestInBytes } from '../../transport/request-body.js';
import type { TransportResponse } from '../../transport/transport.js';
import type { Contracts } from '../contract/contracts.js';
import { type Reply, replyTo } from './reply.js';

/**
 * Creates a request handler. Requests with the methods of the contracts are calls, if the path can belong to one. A GET
 * may ask for the description of the service, which contains the server's address. All other requests get 405.
 *
 * @param send - sends or replays a call
 */
export function serveCalls(
  contracts: Contracts,
  send: (request: RequestInBytes) => Promise<TransportResponse>,
): HandleArrived {
  const allow = [...new Set(['GET', ...contracts.methods])].join(', ');
  return async ({ method, path, query, headers, body, origin, signal }) => {
    const description = method === 'GET' ? contracts.description(query) : undefined;
    if (description !== undefined) return reactionOf(await description.write(origin + SOAP_PATH));
    const url = `${origin}${path}${query && '?'}${query}`;
    if (!contracts.has(method) || !contracts.mayBeCall(method, url)) {
      return promptly({ status: 405, headers: { allow }, body: NOTHING });
    }
    const served = { method, url, headers: flatHeaders(headers), body: body ?? NOTHING, signal };
    if (body === undefined) {
      const refusal = contracts.of(served).errorResponse(`A request has at most ${MAX_REQUEST_BYTES} bytes.`);
      return reactionOf({ ...refusal, status: 413 });
    }
    return reactionOf(await replyTo(contracts, served, send));
  };
}

const NOTHING = new Uint8Array();

function reactionOf({ status, headers, body, lost }: Reply): Reaction {
  if (lost !== undefined && status === 0) return { kind: 'dropped' };
  // For a lost connection the announced length is larger than the body.
  const length = body.length + (lost === undefined ? 0 : 1);
  const response = { status, headers: { ...headers, 'content-length': String(length) }, body };
  return lost === undefined ? promptly(response) : { kind: 'cut', response };
}
