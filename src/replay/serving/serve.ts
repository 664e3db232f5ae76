import { type HandleArrived, type HttpResponse, promptly, type Reaction } from '../../local-server/messages.js';
import { ANY_PATH, MAX_REQUEST_BYTES, type Route, router } from '../../local-server/router.js';
import { SOAP_PATH, wsdlText } from '../../local-server/soap-endpoint.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import { type ForeignRequest, faultReply, type Reply, wsdlReply } from './reply.js';

/**
 * Makes what reacts to requests: POST to any path is a call, GET with `?wsdl` gives the WSDL with the server's own
 * address, and everything else gets 405.
 */
export function serveCalls(reply: (request: ForeignRequest) => Promise<Reply>): HandleArrived {
  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: ANY_PATH,
      query: 'wsdl',
      handle: async ({ origin }) => reactionOf(wsdlReply(await wsdlText(origin + SOAP_PATH))),
    },
    {
      method: 'POST',
      path: ANY_PATH,
      handle: async ({ origin, path, query, headers, body, signal }) =>
        reactionOf(
          await reply({ url: `${origin}${path}${query && '?'}${query}`, headers: flatHeaders(headers), body, signal }),
        ),
    },
  ];
  return router(routes, {
    methodNotAllowed: () => ({ status: 405, headers: { allow: 'GET, POST' }, body: new Uint8Array() }),
    tooLarge: () => ({ ...whole(faultReply(`A request has at most ${MAX_REQUEST_BYTES} bytes.`)), status: 413 }),
  });
}

function reactionOf(reply: Reply): Reaction {
  const { status, headers, body, lost } = reply;
  if (lost === undefined) return promptly(whole(reply));
  if (status === 0) return { kind: 'dropped' };
  // More is announced than comes.
  return {
    kind: 'cut',
    response: { status, headers: { ...headers, 'content-length': String(body.length + 1) }, body },
  };
}

function whole({ status, headers, body }: Reply): HttpResponse {
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body };
}
