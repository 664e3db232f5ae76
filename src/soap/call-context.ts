import { textsOfHead } from '../http-message/head-secrets.js';
import type { SentHead, TimeLimit, TransportResponse } from '../transport/transport.js';
import type { DecodeSettings } from './decoder/limits.js';
import type { DecodeContext } from './messages/decode-response.js';
import type { Operation, Service } from './messages/operation.js';
import type { TagScope } from './messages/tag-scope.js';
import { textsOfRequest } from './sent-secrets.js';

/** What a connection has for all its calls. */
export interface ConnectionContext {
  readonly service: Service<object>;
  readonly limits: DecodeSettings;
  readonly tags: TagScope;
  readonly url: string;
}

/** What is needed to understand the response to one call. */
export class CallContext<O> implements DecodeContext<O> {
  readonly service: Service<object>;
  readonly operation: Operation<unknown, O>;
  readonly limits: DecodeSettings;
  readonly tags: TagScope;
  readonly timeLimit: TimeLimit | undefined;
  readonly #body: Uint8Array;
  readonly #url: string;
  #sent: SentHead | undefined;

  /**
   * @param body - the envelope that is sent
   * @param timeLimit - the caller's, for the whole call
   */
  constructor(
    { service, limits, tags, url }: ConnectionContext,
    operation: Operation<unknown, O>,
    body: Uint8Array,
    timeLimit: TimeLimit | undefined,
  ) {
    this.service = service;
    this.operation = operation;
    this.limits = limits;
    this.tags = tags;
    this.timeLimit = timeLimit;
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
