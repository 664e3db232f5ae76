import type { Outcome } from '../errors/errors.js';
import { isOfAnotherRequest, ofAnotherRequest } from '../transport/certainty.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { checkedResponse, foreignFailure } from './foreign-transport.js';
import { believed, disbelieved } from './interceptors/believed.js';
import { safeAddress } from './interceptors/events.js';
import { outcomeOf } from './interceptors/failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from './interceptors/interceptor.js';
import { setResponse } from './response/error-response.js';
import { ATTEMPT_TRACING, type AttemptTracing, isTraced, traced } from './telling/tracing.js';

/** An attempt of a call that has failed. */
export interface EarlierAttempt {
  /** The address that its request was sent to. */
  readonly url: string;
  /** The effect that the request may have had at the gateway. */
  readonly outcome: Outcome;
}

/**
 * Makes of a response what the call is for.
 *
 * @param request - of the attempt that the response answers, as it was given to the transport
 * @param earlier - the attempts of the same call that have failed before, at all addresses, in their order
 * @throws the typed error that the response stands for
 */
export type Decode<R> = (
  response: TransportResponse,
  request: TransportRequest,
  earlier: readonly EarlierAttempt[],
) => AttemptResult<R> | Promise<AttemptResult<R>>;

/** Counts the attempts of a call. */
export interface AttemptCount {
  attempts: number;
}

const NONE: readonly EarlierAttempt[] = [];

/** The way of every call: through the interceptors, the first one outermost, to the transport, and back. */
export class Pipeline {
  /** Told by the transport, where it can tell. */
  readonly needsNoWait: TransportRequest['needsNoWait'];
  readonly #transport: Transport;
  readonly #interceptors: readonly Interceptor[];

  constructor(transport: Transport, interceptors: readonly Interceptor[]) {
    this.#transport = transport;
    if (transport.needsNoWait !== undefined) this.needsNoWait = (request) => needsNoWait(transport, request);
    this.#interceptors = interceptors;
  }

  /** @throws SmsServiceError and nothing else */
  async run<R>(request: TransportRequest, decode: Decode<R>, count?: AttemptCount): Promise<R> {
    let earlier = NONE;
    const made: Attempt<R> = async (sent) => {
      try {
        const response = checkedResponse(await this.#transport.send(sent), sent.operation);
        try {
          const decoded = await decode(response, sent, earlier);
          const why = response.certainty?.doubt('done');
          if (why !== undefined) throw ofAnotherRequest(why, sent);
          return decoded;
        } catch (error) {
          if (isOfAnotherRequest(error)) response.certainty?.discard?.();
          throw setResponse(believed(error, sent, response), response);
        }
      } catch (error) {
        // A new list: the old one may be in the hands of a decoder.
        earlier = [...earlier, { url: sent.url, outcome: outcomeOf(error) }];
        throw error;
      }
    };
    let attempt: Attempt<R> = (sent) => {
      if (count !== undefined) count.attempts += 1;
      return isTraced(ATTEMPT_TRACING) ? tracedAttempt(made, sent, earlier.length) : made(sent);
    };
    for (let index = this.#interceptors.length - 1; index >= 0; index--) {
      attempt = (this.#interceptors[index] as Interceptor)(attempt);
    }
    try {
      return (await attempt(request)).value;
    } catch (error) {
      const { operation } = request;
      throw (await disbelieved(error, operation)) ?? foreignFailure(error, operation, request.signal);
    }
  }
}

/** Makes an attempt and lets others see it. */
function tracedAttempt<R>(made: Attempt<R>, sent: TransportRequest, resends: number): Promise<AttemptResult<R>> {
  const { operation, callId, label, method, url, attempt = 1 } = sent;
  const context: AttemptTracing = { operation, callId, label, method, address: safeAddress(url), attempt, resends };
  return traced(ATTEMPT_TRACING, context, async () => {
    const decoded = await made(sent);
    context.status = decoded.status;
    return decoded;
  });
}

/** Whoever cannot tell lets the request wait: what is wrong with it is told when it is sent. */
async function needsNoWait(transport: Transport, request: TransportRequest): Promise<boolean> {
  try {
    return (await transport.needsNoWait?.(request)) === true;
  } catch {
    return false;
  }
}
