import { type HandleArrived, promptly, type Reaction } from '../../local-server/messages.js';
import { MAX_REQUEST_BYTES } from '../../local-server/router.js';
import { SOAP_PATH, wsdlText } from '../../local-server/soap-endpoint.js';
import { hasParameter } from '../../local-server/target.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import { type ForeignRequest, faultReply, type Reply, wsdlReply } from './reply.js';

/**
 * Makes what serves requests: POST to any path is a call, GET with `?wsdl` gives the WSDL with the server's own
 * address, and everything else gets 405.
 */
export function serveCalls(reply: (request: ForeignRequest) => Promise<Reply>): HandleArrived {
  return async ({ method, path, query, headers, body, origin, signal }) => {
    if (method === 'GET' && hasParameter(query, 'wsdl')) {
      return reactionOf(wsdlReply(await wsdlText(origin + SOAP_PATH)));
    }
    if (method !== 'POST') return promptly({ status: 405, headers: { allow: 'GET, POST' }, body: new Uint8Array() });
    if (body === undefined) {
      return reactionOf({ ...faultReply(`A request has at most ${MAX_REQUEST_BYTES} bytes.`), status: 413 });
    }
    const url = `${origin}${path}${query && '?'}${query}`;
    return reactionOf(await reply({ url, headers: flatHeaders(headers), body, signal }));
  };
}

function reactionOf({ status, headers, body, lost }: Reply): Reaction {
  if (lost !== undefined && status === 0) return { kind: 'dropped' };
  // Where the connection is lost, more is announced than comes.
  const length = body.length + (lost === undefined ? 0 : 1);
  const response = { status, headers: { ...headers, 'content-length': String(length) }, body };
  return lost === undefined ? promptly(response) : { kind: 'cut', response };
}
