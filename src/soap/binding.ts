import type { CallRequest } from '../calls/call.js';
import { ValidationError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { unreadable } from '../options/readable.js';
import type { TimeLimit } from '../transport/transport.js';
import type { DecodeSettings } from './decoder/limits.js';
import type { ServiceContext } from './messages/decode-response.js';
import { writeMessage } from './messages/envelope.js';
import type { Operation, Service } from './messages/operation.js';
import { TagScope } from './messages/tag-scope.js';
import { SoapCall } from './soap-call.js';

/** Encodes the requests of a service and decodes their responses. */
export class SoapBinding {
  readonly #shared: ServiceContext;

  /** @param secrets - all private values in the requests; if omitted, any text of a request may be private */
  constructor(service: Service<object>, limits: DecodeSettings, secrets?: readonly string[]) {
    this.#shared = { service, limits, tags: new TagScope(), secrets };
  }

  /**
   * Creates a call whose response is read completely before it is decoded.
   *
   * @throws ValidationError if the input cannot be encoded
   */
  call<I, O>(operation: Operation<I, O>, input: I, timeLimit: TimeLimit | undefined): SoapCall<O> {
    return new SoapCall(this.#shared, operation, this.#request(operation, input, false), timeLimit);
  }

  /**
   * Creates a call that reads the items of one output part as they arrive. Its timeout applies to each wait, not to the
   * complete call.
   *
   * @throws ValidationError if the input cannot be encoded
   */
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
    if (!(error instanceof Problem)) throw unreadable(error, input, 'the input', context);
    throw new ValidationError(error.path || 'the input', error.message, context);
  }
}
