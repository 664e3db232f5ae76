import type { ServerResponse } from 'node:http';
import { callHook } from '../../calls/events/reporter.js';
import { type CloseOptions, readCloseOptions } from '../../calls/lifetime.js';
import { type AsyncDisposal, asyncDisposal } from '../../options/async-disposal.js';
import { checkMethods, checkOptional, checkString, invalid, isObject } from '../../options/check.js';
import { readOptions } from '../../options/table.js';
import { type FetchRequest, fromFetch } from '../reading/from-fetch.js';
import { fromLambda, type LambdaEvent } from '../reading/from-lambda.js';
import { fromNode, type NodeRequest } from '../reading/from-node.js';
import { memoryStore } from '../stores/memory-store.js';
import type { CallbackStore } from '../stores/store.js';
import { answerOf, type LambdaAnswer, toLambda, toResponse, writeAnswer } from './answer.js';
import type { HandlerContext } from './context.js';
import { type CallbackHandlerOptions, HANDLER_OPTIONS, type HandlerValues } from './handler-options.js';
import { Inbox } from './inbox.js';
import { Reception } from './reception.js';
import { ActiveTasks } from './running/active-tasks.js';
import { Ending } from './running/deadline.js';
import { callbackReporter } from './running/notices.js';
import { type OnEvent, Program } from './running/on-event.js';

/** Facts that a request of the Fetch API does not contain. */
export interface FetchFacts {
  /** The address of the socket's peer, which `allowedAddresses` needs. */
  readonly peer?: string | undefined;
}

/** Receives callbacks. Its functions do not depend on `this`: `app.all('/callback', handler.node)`. */
export interface CallbackHandler extends AsyncDisposal {
  /**
   * Handles a request of the Fetch API: Hono, Next.js, Bun, Deno, and module workers of Cloudflare with
   * `nodejs_compat`.
   *
   * @throws ValidationError if the argument is not a request, or `allowedAddresses` is set and `peer` is missing
   */
  readonly fetch: (request: FetchRequest, facts?: FetchFacts) => Promise<Response>;
  /**
   * Handles a request of `node:http`, Express, Connect or, with `reply.hijack()`, Fastify. The body may have been
   * parsed already. Resolves when the response was written, and does not reject for any request.
   *
   * @throws ValidationError if the arguments are not a request and a response
   */
  readonly node: (request: NodeRequest, response: ServerResponse) => Promise<void>;
  /**
   * Handles an event of AWS Lambda: a function URL, API Gateway (both formats) or a load balancer.
   *
   * @throws ValidationError if the argument is not such an event, or `allowedAddresses` is set and the event does not
   *   contain the address of the caller
   */
  readonly lambda: (event: LambdaEvent) => Promise<LambdaAnswer>;
  /**
   * Responds with 503 from now on, takes no further event from the inbox, and resolves when running work has ended.
   *
   * @param options - `timeoutMs`: how long to wait before running work is aborted by its signal; `abort`: abort
   *   immediately. Default: no limit
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/**
 * Creates the handler for callbacks of the gateway (specification section 6). It responds with `OK` when every event of
 * a call was handled or, with `inbox`, stored. Otherwise the service repeats the call. A repeated event is handled
 * once.
 *
 * The gateway does not sign its calls: without `secret`, `allowedAddresses` and `notifyKey`, anyone can send callbacks.
 *
 * @throws ValidationError if an option is missing or invalid
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { callbackHandler } from 'sms-service-client/callbacks';
 *
 * const handler = callbackHandler({
 *   secret: { query: 'key', value: process.env.CALLBACK_SECRET ?? '' },
 *   async onEvent(event) {
 *     if (event.type === 'sms-report') console.log(event.messageId, event.statusName);
 *     if (event.type === 'incoming-sms') console.log('an answer of', event.text.length, 'characters');
 *   },
 * });
 * createServer(handler.node).listen(8080);
 * ```
 */
export function callbackHandler<Transaction = undefined>(
  options: CallbackHandlerOptions<Transaction>,
): CallbackHandler {
  const context = contextOf<Transaction>(readOptions(options, HANDLER_OPTIONS));
  const { allowedAddresses, limits, store, tasks, ending } = context;
  const inbox = context.inbox && new Inbox(context, inboxOf(store), context.inbox);
  const reception = new Reception(context, inbox);
  const needsPeer = (peer: string | undefined): void => {
    if (allowedAddresses !== undefined && peer === undefined) {
      invalid('peer', 'is missing: allowedAddresses cannot be checked without the address of the caller');
    }
  };
  const close = async (closing: CloseOptions = {}): Promise<void> => {
    const { abort, timeoutMs } = readCloseOptions(closing);
    reception.close();
    inbox?.close();
    await tasks.whenDone(abort ? 0 : timeoutMs);
    ending.abort();
  };
  return {
    async fetch(request, facts) {
      if (facts !== undefined && !isObject(facts)) invalid('facts', 'must be an object');
      const peer = checkOptional(facts?.peer ?? undefined, checkString, 'facts.peer');
      const arrived = fromFetch(request, peer);
      needsPeer(peer);
      return toResponse(answerOf(await reception.receive(arrived)));
    },
    async node(request, response) {
      const arrived = fromNode(request);
      checkMethods(response, ['writeHead', 'end'], 'response');
      try {
        writeAnswer(request, response, answerOf(await reception.receive(arrived)), limits.bodyBytes);
      } catch {
        // The response was broken by other code, so that nothing can be sent.
        response.destroy();
      }
    },
    async lambda(event) {
      const arrived = fromLambda(event);
      needsPeer(arrived.peer);
      return toLambda(answerOf(await reception.receive(arrived)), hasOnlyLists(event));
    },
    close,
    ...asyncDisposal(close),
  };
}

function checkTogether({ allowedAddresses, trustedProxies, secret, notifyKey, logger }: HandlerValues): void {
  if (trustedProxies !== undefined && allowedAddresses === undefined) {
    invalid('trustedProxies', 'requires allowedAddresses');
  }
  if (secret ?? allowedAddresses ?? notifyKey) return;
  const line =
    'sms-service-client callback: no secret, allowedAddresses or notifyKey, so that anyone can send callbacks';
  callHook((text: string) => logger?.warn(text), line);
}

function contextOf<Transaction>(values: HandlerValues): HandlerContext<Transaction> {
  checkTogether(values);
  const { onEvent, onError, observe, logger } = values;
  const reporter = callbackReporter(observe, logger);
  return {
    ...values,
    // The types of the options ensure that both have the same kind of transaction.
    store: (values.store ?? memoryStore()) as unknown as CallbackStore<Transaction>,
    program: new Program(onEvent as OnEvent<Transaction>, onError, reporter),
    reporter,
    tasks: new ActiveTasks(),
    ending: new Ending(),
  };
}

function inboxOf<Transaction>({ inbox }: CallbackStore<Transaction>): NonNullable<CallbackStore<Transaction>['inbox']> {
  return inbox ?? invalid('inbox', 'requires a store with an inbox');
}

function hasOnlyLists({ headers, multiValueHeaders }: LambdaEvent): boolean {
  return (headers === undefined || headers === null) && multiValueHeaders !== undefined;
}
