import type { Outcome } from '../errors/errors.js';
import { isOfAnotherRequest, ofAnotherRequest } from '../errors/foreign-response.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { safeAddress } from './events/events.js';
import { ATTEMPT_TRACING, type AttemptTracing, isTraced, traced } from './events/tracing.js';
import { believed, disbelieved, outcomeOf } from './interceptors/failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from './interceptors/interceptor.js';
import { setResponse } from './response/error-response.js';
import { checkedResponse, foreignFailure } from './response-body.js';

export interface EarlierAttempt {
  readonly url: string;
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

export interface AttemptCount {
  attempts: number;
}

const NONE: readonly EarlierAttempt[] = [];

export class Pipeline {
  readonly needsNoWait: TransportRequest['needsNoWait'];
  readonly #transport: Transport;
  readonly #interceptors: readonly Interceptor[];

  constructor(transport: Transport, interceptors: readonly Interceptor[]) {
    this.#transport = transport;
    if (transport.needsNoWait !== undefined) this.needsNoWait = (request) => needsNoWait(transport, request);
    this.#interceptors = interceptors;
  }

  /** @throws SmsServiceError */
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
        // A new list, because a decoder may hold the old one.
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

function tracedAttempt<R>(made: Attempt<R>, sent: TransportRequest, resends: number): Promise<AttemptResult<R>> {
  const { operation, callId, label, method, url, attempt = 1 } = sent;
  const context: AttemptTracing = { operation, callId, label, method, address: safeAddress(url), attempt, resends };
  return traced(ATTEMPT_TRACING, context, async () => {
    const decoded = await made(sent);
    context.status = decoded.status;
    return decoded;
  });
}

async function needsNoWait(transport: Transport, request: TransportRequest): Promise<boolean> {
  try {
    return (await transport.needsNoWait?.(request)) === true;
  } catch {
    return false;
  }
}
