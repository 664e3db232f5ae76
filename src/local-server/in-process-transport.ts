import { ConnectionError } from '../errors/errors.js';
import { flatHeaders } from '../transport/flat-headers.js';
import { arrival, brokenOff, checkLimits } from '../transport/in-memory.js';
import { isInBytes, requestInBytes } from '../transport/request-body.js';
import type { Transport } from '../transport/transport.js';
import { LOCAL_ADDRESS } from './local-server.js';
import type { HandleArrived } from './messages.js';
import { targetOf } from './messages.js';
import { MAX_REQUEST_BYTES } from './router.js';

const NO_ORIGIN = 'http://localhost';

/**
 * Creates a transport that calls a server without a socket. Only the path and the query of a request's url matter; the
 * host is ignored.
 *
 * A call aborted before it starts fails with the outcome `not-sent`. Every later error has the outcome `unknown`, as
 * over HTTP: a request is executed when it arrives, and only its response can be late or lost.
 */
export function inProcessTransport(handle: HandleArrived, what: string, closed?: AbortSignal): Transport {
  return {
    send: async (request) => {
      checkLimits(request);
      const read = isInBytes(request) ? request : await requestInBytes(request, MAX_REQUEST_BYTES);
      const { method, url, operation, headers, body = new Uint8Array() } = read;
      if (closed?.aborted) throw new ConnectionError(`${what} is closed`, 'not-sent', { operation });
      const origin = URL.canParse(url) ? new URL(url).origin : NO_ORIGIN;
      const reaction = await handle({ method, ...targetOf(url), headers, body, address: LOCAL_ADDRESS, origin });
      if (reaction.kind === 'dropped') throw lost(operation);
      const { status, headers: written, body: content } = reaction.response;
      const response = { status, headers: flatHeaders(written), body: content };
      if (reaction.kind === 'cut') return { ...response, body: brokenOff(content, lost(operation)) };
      await arrival(reaction.delayMs, read, reaction.ended);
      if (closed?.aborted) throw lost(operation);
      return response;
    },
  };
}

function lost(operation: string): ConnectionError {
  return new ConnectionError('the connection was lost before the response', 'unknown', { operation });
}
