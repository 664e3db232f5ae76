import type { CallRequest } from '../calls/call.js';
import { wholeResponse } from '../calls/foreign-transport.js';
import type { Decode } from '../calls/pipeline.js';
import { type Arrival, watchedArrival } from '../calls/watched-body.js';
import { ValidationError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { unreadable } from '../options/readable.js';
import type { SecretSource } from '../redact/redact.js';
import type { TimeLimit } from '../transport/transport.js';
import { byTurns } from '../xml/reading-time.js';
import { CallContext, type ConnectionContext } from './call-context.js';
import type { DecodeSettings } from './decoder/limits.js';
import { decodeResponse, decodeSteps, isLong } from './messages/decode-response.js';
import { writeMessage } from './messages/envelope.js';
import type { Operation, Service } from './messages/operation.js';
import { TagScope } from './messages/tag-scope.js';
import { type ItemStream, readResponseItems } from './stream/response-stream.js';

/** A request of SOAP, and how its response is decoded. */
export interface SoapCall<R> {
  readonly request: CallRequest;
  readonly decode: Decode<R>;
}

/** Which items of a response are wanted, and what its other parts mean. */
export interface WantedItems<O, R> extends Omit<ItemStream<O, R>, 'accept'> {
  /** Told all other parts when the response has been read to its end; what it throws ends the stream. */
  accept(output: O, source: SecretSource): void;
}

/** The operations of a service at an address: encodes their requests and decodes their responses. */
export class SoapBinding {
  readonly #context: ConnectionContext;

  constructor(service: Service<object>, limits: DecodeSettings, url: string) {
    this.#context = { service, limits, tags: new TagScope(), url };
  }

  /**
   * A call whose response is wanted whole.
   *
   * @param accept - what it throws about a response is what became of the call, as a Fault would be
   * @throws ValidationError when the input cannot be encoded
   */
  call<I, O>(
    operation: Operation<I, O>,
    input: I,
    timeLimit: TimeLimit | undefined,
    accept?: (output: O, source: SecretSource) => void,
  ): SoapCall<O> {
    const request = this.#request(operation, input, false);
    const context = new CallContext(this.#context, operation, request.body, timeLimit);
    return {
      request,
      decode: async (response) => {
        context.received(response);
        const whole = await wholeResponse(response, operation.name);
        const value = isLong(whole) ? await byTurns(decodeSteps(whole, context)) : decodeResponse(whole, context);
        accept?.(value, context);
        return { value, status: whole.status, bytes: whole.body.length };
      },
    };
  }

  /**
   * A call of whose response the items of one part are read as they arrive, given in batches of what has come.
   *
   * @throws ValidationError when the input cannot be encoded
   */
  stream<I, O, R>(
    operation: Operation<I, O>,
    input: I,
    { part, wants, convert, accept }: WantedItems<O, R>,
  ): SoapCall<AsyncIterable<readonly R[]>> {
    const request = this.#request(operation, input, true);
    // The time of a stream is for each wait, not for the whole.
    const context = new CallContext(this.#context, operation, request.body, undefined);
    const stream: ItemStream<O, R> = { part, wants, convert, accept: (output) => accept(output, context) };
    return {
      request,
      decode: async (response) => {
        context.received(response);
        const { status, body } = response;
        // What is said with another status is no list of items, and is thrown now, while the call may be repeated.
        if (status < 200 || status > 299) {
          await byTurns(decodeSteps(await wholeResponse(response, operation.name), context));
        }
        if (body instanceof Uint8Array) {
          return { value: readResponseItems(response, context, stream), status, bytes: body.length };
        }
        const arrival: Arrival = watchedArrival(body);
        const value = readResponseItems({ ...response, body: arrival.body }, context, stream);
        return {
          value,
          status,
          over: arrival.over,
          get bytes() {
            return arrival.bytes;
          },
        };
      },
    };
  }

  #request<I>(
    operation: Operation<I, unknown>,
    input: I,
    streams: boolean,
  ): CallRequest & { readonly body: Uint8Array } {
    return {
      method: 'POST',
      url: this.#context.url,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        accept: 'text/xml, multipart/related',
        soapaction: `"${operation.soapAction}"`,
      },
      body: encode(this.#context.service, operation, input),
      streams,
    };
  }
}

function encode<I>(service: Service<object>, operation: Operation<I, unknown>, input: I): Uint8Array {
  try {
    return Buffer.from(writeMessage(service, operation, operation.input, input), 'utf8');
  } catch (error) {
    const context = { operation: operation.name };
    if (!(error instanceof Problem)) throw unreadable(error, input, 'the input', context);
    throw new ValidationError(error.path, error.message, context);
  }
}
