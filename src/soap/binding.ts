import type { AttemptResult } from '../calls/attempts/interceptor.js';
import { type CompleteResponse, completeResponse, isWhole, watchedArrival } from '../calls/attempts/response.js';
import type { CallRequest } from '../calls/call.js';
import { ValidationError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { textsOfHead } from '../http-message/head-secrets.js';
import { unreadable } from '../options/readable.js';
import type { SentHead, TimeLimit, TransportRequest, TransportResponse } from '../transport/transport.js';
import { byTurns } from '../xml/reading-time.js';
import { TagScope } from '../xml/tag.js';
import type { DecodeSettings } from './decoder/limits.js';
import {
  type DecodeContext,
  decodeResponse,
  decodeSteps,
  isLong,
  type ServiceContext,
} from './messages/decode-response.js';
import { writeMessage } from './messages/envelope.js';
import type { Operation, Service } from './messages/operation.js';
import { textsOfRequest } from './sent-secrets.js';
import type { ItemStream } from './stream/item-batch.js';
import { readResponseItems } from './stream/response-stream.js';

export class SoapBinding {
  readonly #shared: ServiceContext;

  /** @param secrets - all private values in the requests; if omitted, any text of a request may be private */
  constructor(service: Service<object>, limits: DecodeSettings, secrets?: readonly string[]) {
    this.#shared = { service, limits, tags: new TagScope(), secrets };
  }

  call<I, O>(operation: Operation<I, O>, input: I, timeLimit: TimeLimit | undefined): SoapCall<O> {
    return new SoapCall(this.#shared, operation, this.#request(operation, input, false), timeLimit);
  }

  /** Creates a call that reads the items of one output part as they arrive. Its timeout applies to each wait. */
  stream<I, O>(operation: Operation<I, O>, input: I): SoapCall<O> {
    return new SoapCall(this.#shared, operation, this.#request(operation, input, true), undefined);
  }

  #request<I>(
    operation: Operation<I, unknown>,
    input: I,
    streams: boolean,
  ): CallRequest & { readonly body: Uint8Array } {
    return {
      method: 'POST',
      target: '',
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        accept: 'text/xml, multipart/related',
        soapaction: `"${operation.soapAction}"`,
      },
      body: encode(this.#shared.service, operation, input),
      streams,
    };
  }
}

function encode<I>(service: Service<object>, operation: Operation<I, unknown>, input: I): Uint8Array {
  try {
    return Buffer.from(writeMessage(service, operation, operation.input, input), 'utf8');
  } catch (error) {
    const context = { operation: operation.name };
    if (!(error instanceof Problem)) throw unreadable(error, 'the input', context);
    throw new ValidationError(error.path || 'the input', error.message, context);
  }
}

export class SoapCall<O> implements DecodeContext<O> {
  readonly shared: ServiceContext;
  readonly operation: Operation<unknown, O>;
  readonly request: CallRequest & { readonly body: Uint8Array };
  readonly timeLimit: TimeLimit | undefined;
  #sent: SentHead | undefined;
  #isRead = false;

  constructor(
    shared: ServiceContext,
    operation: Operation<unknown, O>,
    request: CallRequest & { readonly body: Uint8Array },
    timeLimit: TimeLimit | undefined,
  ) {
    this.shared = shared;
    this.operation = operation;
    this.request = request;
    this.timeLimit = timeLimit;
  }

  get isChange(): boolean {
    return !this.#isRead;
  }

  /** Decodes a complete response. Synchronous if the body is already complete and short, which avoids a promise. */
  decode(response: TransportResponse, request: TransportRequest): AttemptResult<O> | Promise<AttemptResult<O>> {
    this.#sent = response.sent ?? request;
    this.#isRead = request.idempotent;
    return isWhole(response) && !isLong(response)
      ? decodedOf(response, decodeResponse(response, this))
      : this.#decodeLater(response);
  }

  async #decodeLater(response: TransportResponse): Promise<AttemptResult<O>> {
    const complete = await completeResponse(response, this.operation.name);
    return decodedOf(
      complete,
      isLong(complete) ? await byTurns(decodeSteps(complete, this)) : decodeResponse(complete, this),
    );
  }

  async decodeItems<R>(
    response: TransportResponse,
    request: TransportRequest,
    stream: ItemStream<O, R>,
  ): Promise<AttemptResult<AsyncIterable<readonly R[]>>> {
    this.#sent = response.sent ?? request;
    this.#isRead = request.idempotent;
    const { status, body } = response;
    // A response with another status contains no items. Decode it now, while the call can still be retried.
    if (status < 200 || status > 299) {
      await byTurns(decodeSteps(await completeResponse(response, this.operation.name), this));
    }
    if (body instanceof Uint8Array) {
      return { value: readResponseItems(response, this, stream), status, bytes: body.length };
    }
    const arrival = watchedArrival(body);
    return {
      value: readResponseItems({ ...response, body: arrival.body }, this, stream),
      status,
      over: arrival.over,
      get bytes() {
        return arrival.bytes;
      },
    };
  }

  *secrets(): Iterable<string> {
    if (this.#sent !== undefined) yield* textsOfHead(this.#sent);
    yield* this.shared.secrets ?? textsOfRequest(this.request.body);
  }
}

function decodedOf<O>({ status, body }: CompleteResponse, value: O): AttemptResult<O> {
  return { value, status, bytes: body.length };
}
