import type { CallRequest } from '../calls/call.js';
import { ValidationError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { unreadable } from '../options/readable.js';
import type { TimeLimit } from '../transport/transport.js';
import type { DecodeSettings } from './decoder/limits.js';
import { loadResponses } from './load-responses.js';
import type { ServiceContext } from './messages/decode-response.js';
import { writeMessage } from './messages/envelope.js';
import type { Operation, Service } from './messages/operation.js';
import { TagScope } from './messages/tag-scope.js';
import { SoapCall } from './soap-call.js';

/** The operations of a service: encodes their requests, and gives with them how their responses are decoded. */
export class SoapBinding {
  readonly #shared: ServiceContext;

  /** @param secrets - all that is private of what is sent; left out where any text of it may be */
  constructor(service: Service<object>, limits: DecodeSettings, secrets?: readonly string[]) {
    this.#shared = { service, limits, tags: new TagScope(), secrets };
  }

  /**
   * A call whose response is wanted whole.
   *
   * @throws ValidationError when the input cannot be encoded
   */
  call<I, O>(operation: Operation<I, O>, input: I, timeLimit: TimeLimit | undefined): SoapCall<O> {
    return new SoapCall(this.#shared, operation, this.#request(operation, input, false), timeLimit);
  }

  /**
   * A call of whose response the items of one part are read as they arrive. Its time is for each wait, not for the
   * whole.
   *
   * @throws ValidationError when the input cannot be encoded
   */
  stream<I, O>(operation: Operation<I, O>, input: I): SoapCall<O> {
    return new SoapCall(this.#shared, operation, this.#request(operation, input, true), undefined);
  }

  #request<I>(
    operation: Operation<I, unknown>,
    input: I,
    streams: boolean,
  ): CallRequest & { readonly body: Uint8Array } {
    loadResponses();
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
    if (!(error instanceof Problem)) throw unreadable(error, input, 'the input', context);
    throw new ValidationError(error.path || 'the input', error.message, context);
  }
}
