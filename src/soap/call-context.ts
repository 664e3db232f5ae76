import type { SentHead, TransportResponse } from '../transport/transport.js';
import type { AnswerContext } from './answer.js';
import type { AnswerMemory } from './answer-memory.js';
import type { DecodeLimits } from './input.js';
import type { Operation, Service } from './operation.js';
import { textsOfHead, textsOfRequest } from './sent-secrets.js';

/** What a connection has for all its calls. */
export interface ConnectionContext {
  readonly service: Service<object>;
  readonly limits: DecodeLimits;
  readonly memory: AnswerMemory;
  readonly url: string;
}

/** What is needed to understand the response to one call. */
export class CallContext<O> implements AnswerContext<O> {
  readonly service: Service<object>;
  readonly operation: Operation<unknown, O>;
  readonly limits: DecodeLimits;
  readonly memory: AnswerMemory;
  readonly #body: Uint8Array;
  readonly #url: string;
  #sent: SentHead | undefined;

  /** @param body - the envelope that is sent */
  constructor({ service, limits, memory, url }: ConnectionContext, operation: Operation<unknown, O>, body: Uint8Array) {
    this.service = service;
    this.operation = operation;
    this.limits = limits;
    this.memory = memory;
    this.#body = body;
    this.#url = url;
  }

  received({ sent }: TransportResponse): void {
    this.#sent = sent;
  }

  /** What was sent, credentials first. */
  *secrets(): Iterable<string> {
    yield* textsOfHead(this.#sent ?? { url: this.#url, headers: {} });
    yield* textsOfRequest(this.#body);
  }
}
