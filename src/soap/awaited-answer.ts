import { DecodeError } from '../errors/errors.js';
import type { SecretSource } from '../errors/redact.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import {
  type AnswerContext,
  answerSteps,
  isLong,
  isWhole,
  readAnswer,
  transportFailure,
  type WholeAnswer,
  wholeAnswer,
} from './answer.js';
import { byTurns } from './steps.js';

/** The answer to one call: decoded once, however many wrappers around the transport ask what it says. */
export class AwaitedAnswer<O> {
  readonly #context: AnswerContext<O>;
  readonly #accept: ((output: O, source: SecretSource) => void) | undefined;
  #judged: { readonly response: TransportResponse; readonly output: O } | undefined;

  constructor(context: AnswerContext<O>, accept: ((output: O, source: SecretSource) => void) | undefined) {
    this.#context = context;
    this.#accept = accept;
  }

  /** Not asynchronous where it need not be: a call has enough to wait for. */
  readonly judge = (response: TransportResponse): TransportResponse | Promise<TransportResponse> => {
    if (this.#judged !== undefined && this.#judged.response === response) return response;
    const checked = checkedResponse(response, this.#context);
    if (!isWhole(checked)) return this.#readWhole(checked);
    return isLong(checked) ? this.#readByTurns(checked) : this.#read(checked, readAnswer(checked, this.#context));
  };

  /** Sends the request and waits for the answer that the transport gives back in the end. */
  async to(request: TransportRequest, transport: Transport): Promise<O> {
    try {
      const response = await transport.send(request);
      const judged = this.judge(response);
      // An answer that was short is given back at once: waiting for nothing takes time, too.
      if (judged !== response) await judged;
      return (this.#judged as { readonly output: O }).output;
    } catch (error) {
      throw transportFailure(error, request.operation);
    }
  }

  async #readWhole(response: TransportResponse): Promise<TransportResponse> {
    return this.#readByTurns(await wholeAnswer(response, this.#context));
  }

  async #readByTurns(response: WholeAnswer): Promise<TransportResponse> {
    return this.#read(response, await byTurns(answerSteps(response, this.#context)));
  }

  #read(response: WholeAnswer, output: O): TransportResponse {
    this.#accept?.(output, this.#context);
    this.#judged = { response, output };
    return response;
  }
}

/** Judges an answer that streams by its status: what is said with another one than 2xx is no list of items. */
export function streamJudge<O>(context: AnswerContext<O>): (response: TransportResponse) => Promise<TransportResponse> {
  return async (response) => {
    const { status } = checkedResponse(response, context);
    if (status >= 200 && status <= 299) return response;
    await byTurns(answerSteps(await wholeAnswer(response, context), context));
    return response;
  };
}

/** The headers that are read. */
const HEADERS = ['content-type', 'retry-after'] as const;

/** Makes sure of what even a transport made by others gives back. */
function checkedResponse<O>(response: TransportResponse, context: AnswerContext<O>): TransportResponse {
  const operation = context.operation.name;
  const { status, headers, body } = response ?? {};
  const isBody =
    body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null || !isBody) {
    throw new DecodeError('the transport gave back no response with status, headers and body', { operation });
  }
  for (const name of HEADERS) {
    const value: unknown = headers[name];
    if (value !== undefined && typeof value !== 'string') {
      throw new DecodeError(`the transport gave back a header ${name} that is no text`, { operation });
    }
  }
  context.received?.(response);
  return response;
}
