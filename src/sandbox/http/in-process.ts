import { checkPositive, optional } from '../../errors/check.js';
import { AbortedError, ConnectionError, TimeoutError } from '../../errors/errors.js';
import type { Transport, TransportResponse } from '../../transport/transport.js';
import { pause } from '../../transport/wait.js';
import { firstHalf, type HttpResponse } from './http-message.js';
import type { Handle } from './router.js';
import { targetOf } from './target.js';

/** Where requests of this process come from, as over a socket of `startSandbox`. */
export const LOCAL_ADDRESS = '127.0.0.1';

/** What the gateway is called where the url of a request is none. */
const NO_ORIGIN = 'http://localhost';

/**
 * Makes a transport that leads into the gateway without a socket. Of a request's url the path and the query count, as
 * over HTTP; any host will do.
 *
 * A call that is aborted before it begins is `not-sent`; after that every error is `unknown`, as over HTTP: a request
 * is carried out as soon as it arrives, and only the response can be late or lost.
 */
export function inProcessTransport(handle: Handle): Transport {
  return {
    send: async ({ method, url, operation, headers, body = new Uint8Array(), signal, timeoutMs }) => {
      optional(timeoutMs, checkPositive, 'timeoutMs', operation);
      const aborted = (what: string, outcome: 'not-sent' | 'unknown'): AbortedError =>
        new AbortedError(`aborted by the caller; ${what}`, outcome, { operation, cause: signal?.reason });
      if (signal?.aborted) throw aborted('nothing was sent', 'not-sent');

      const origin = URL.canParse(url) ? new URL(url).origin : NO_ORIGIN;
      const reaction = await handle({ method, ...targetOf(url), headers, body, address: LOCAL_ADDRESS, origin });
      if (reaction.kind === 'dropped') throw lost(operation);
      if (reaction.kind === 'cut') return cutResponse(reaction.response, operation);
      const { response, delayMs } = reaction;
      const limitMs = timeoutMs ?? Number.POSITIVE_INFINITY;
      if (!(await pause(Math.min(delayMs, limitMs), { signal }))) {
        throw aborted('the request may have been carried out', 'unknown');
      }
      if (delayMs >= limitMs) {
        const what = `the call took longer than ${limitMs} ms; the request may have been carried out`;
        throw new TimeoutError(what, limitMs, 'unknown', { operation });
      }
      return response;
    },
  };
}

function lost(operation: string): ConnectionError {
  return new ConnectionError('the connection was lost before the response', 'unknown', { operation });
}

function cutResponse(response: HttpResponse, operation: string): TransportResponse {
  return {
    status: response.status,
    headers: response.headers,
    body: {
      async *[Symbol.asyncIterator]() {
        yield firstHalf(response);
        throw lost(operation);
      },
    },
  };
}
