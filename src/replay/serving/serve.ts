import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_REQUEST_BYTES, readBody, type Serve, SOAP_PATH } from '../../local-server/local-server.js';
import { wsdlText } from '../../local-server/soap-endpoint.js';
import { hasParameter, targetOf } from '../../local-server/target.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import { type ForeignRequest, faultReply, type Reply, wsdlReply } from './reply.js';

/**
 * Makes what serves requests: POST to any path is a call, GET with `?wsdl` gives the WSDL with the server's own
 * address, and everything else gets 405.
 */
export function serveCalls(reply: (request: ForeignRequest) => Promise<Reply>): Serve {
  return async (request, response, { origin, signal }) => {
    const body = await readBody(request);
    const { method } = request;
    const { path, query } = targetOf(request.url ?? '');
    if (method === 'GET' && hasParameter(query, 'wsdl')) {
      give(request, response, wsdlReply(await wsdlText(origin + SOAP_PATH)));
    } else if (method !== 'POST') {
      response.writeHead(405, { allow: 'GET, POST' }).end();
    } else if (body === undefined) {
      give(request, response, { ...faultReply(`A request has at most ${MAX_REQUEST_BYTES} bytes.`), status: 413 });
    } else {
      const headers = flatHeaders(request.headers);
      give(request, response, await reply({ url: `${origin}${path}${query && '?'}${query}`, headers, body, signal }));
    }
  };
}

function give(request: IncomingMessage, response: ServerResponse, { status, headers, body, lost }: Reply): void {
  if (lost === undefined) response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  else if (status === 0) request.socket.destroy();
  else {
    // More is announced than comes.
    response.writeHead(status, { ...headers, 'content-length': body.length + 1 });
    response.write(body, () => request.socket.destroy());
  }
}
