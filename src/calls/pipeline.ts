import { ofAnotherRequest } from '../transport/certainty.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { checkedResponse, foreignFailure } from './foreign-transport.js';
import { believed, disbelieved } from './interceptors/believed.js';
import type { Attempt, Decoded, Interceptor } from './interceptors/interceptor.js';
import { setResponse } from './response/error-response.js';

/** Makes of a response what the call is for. @throws the typed error that the response stands for */
export type Decode<R> = (response: TransportResponse) => Decoded<R> | Promise<Decoded<R>>;

/** The way of every call: through the interceptors, the first one outermost, to the transport, and back. */
export class Pipeline {
  readonly #transport: Transport;
  readonly #interceptors: readonly Interceptor[];

  constructor(transport: Transport, interceptors: readonly Interceptor[]) {
    this.#transport = transport;
    this.#interceptors = interceptors;
  }

  /** @throws SmsServiceError and nothing else */
  async run<R>(request: TransportRequest, decode: Decode<R>): Promise<R> {
    let attempt: Attempt<R> = (sent) => attemptOnce(this.#transport, sent, decode);
    for (let index = this.#interceptors.length - 1; index >= 0; index--) {
      attempt = (this.#interceptors[index] as Interceptor)(attempt);
    }
    try {
      return (await attempt(request)).value;
    } catch (error) {
      const { operation } = request;
      throw (await disbelieved(error, operation)) ?? foreignFailure(error, operation);
    }
  }
}

async function attemptOnce<R>(transport: Transport, request: TransportRequest, decode: Decode<R>): Promise<Decoded<R>> {
  const response = checkedResponse(await transport.send(request), request.operation);
  try {
    const decoded = await decode(response);
    const why = response.certainty?.doubt('done');
    if (why !== undefined) throw ofAnotherRequest(why, request);
    return decoded;
  } catch (error) {
    throw setResponse(believed(error, request, response), response);
  }
}
