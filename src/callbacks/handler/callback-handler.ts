import type { ServerResponse } from 'node:http';
import { type CloseOptions, readCloseOptions } from '../../calls/lifetime.js';
import { callHook } from '../../calls/telling/hook.js';
import { SIGNATURE_FIELDS } from '../../domain/notify-url/signature.js';
import { type AsyncDisposal, asyncDisposal } from '../../options/async-disposal.js';
import { checkMethods, checkOptional, checkString, invalid, isObject } from '../../options/check.js';
import { readOptions } from '../../options/table.js';
import { loadRedaction } from '../../redact/load-redaction.js';
import { type FetchRequest, fromFetch } from '../reading/from-fetch.js';
import { fromLambda, type LambdaEvent } from '../reading/from-lambda.js';
import { fromNode, type NodeRequest } from '../reading/from-node.js';
import { readCallback } from '../reading/read-callback.js';
import { memoryStore } from '../stores/memory-store.js';
import type { CallbackStore } from '../stores/store.js';
import { answerOf, type LambdaAnswer, toLambda, toResponse, writeAnswer } from './answer.js';
import { type CallbackHandlerOptions, HANDLER_OPTIONS, type HandlerValues } from './handler-options.js';
import { Inbox } from './inbox/inbox.js';
import { Reception } from './reception.js';
import { Ending } from './running/ending.js';
import { InHand } from './running/in-hand.js';
import { callbackReporter } from './running/notices.js';
import { type OnEvent, Program } from './running/on-event.js';

/** What is known of a request of the Fetch API besides it. */
export interface FetchFacts {
  /** The address of the socket's peer, which `allowedAddresses` needs. */
  readonly peer?: string | undefined;
}

/** Receives callbacks. Its functions may be handed over by themselves: `app.all('/callback', handler.node)`. */
export interface CallbackHandler extends AsyncDisposal {
  /**
   * Answers a request of the Fetch API: Hono, Next.js, Bun, Deno, module workers of Cloudflare with `nodejs_compat`.
   *
   * @throws ValidationError for what is no request, and where `allowedAddresses` are given and `peer` is not
   */
  readonly fetch: (request: FetchRequest, facts?: FetchFacts) => Promise<Response>;
  /**
   * Answers a request of `node:http`, Express, Connect or, with `reply.hijack()`, Fastify; also one whose body was
   * parsed before. It ends when the answer is written, and never rejects, whatever comes.
   *
   * @throws ValidationError for arguments that are no request and response
   */
  readonly node: (request: NodeRequest, response: ServerResponse) => Promise<void>;
  /**
   * Answers an event of AWS Lambda: of a function URL, API Gateway (both formats) or a load balancer.
   *
   * @throws ValidationError for what is no such event, and where `allowedAddresses` are given and the event does not
   *   tell the address of its caller
   */
  readonly lambda: (event: LambdaEvent) => Promise<LambdaAnswer>;
  /**
   * Answers 503 from now on, takes no further event out of the inbox, and resolves when what is in hand is over.
   *
   * @param options - `timeoutMs`: the time until what is in hand is aborted by its signal, and waited for no more;
   *   `abort`: at once. Default: as long as it takes
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/**
 * Makes the handler of the gateway's callbacks (specification section 6). It answers `OK` when every event of a call is
 * handled, or with `inbox` when it is stored; otherwise the service repeats the call. An event that comes again is
 * handled once.
 *
 * The gateway signs nothing: without `secret`, `allowedAddresses` and `notifyKey` anybody can call.
 *
 * @throws ValidationError when an option is missing or not usable
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
  const values = readOptions(options, HANDLER_OPTIONS);
  checkTogether(values);
  loadRedaction();
  const { allowedAddresses, limits } = values;
  const ending = new Ending();
  const { reception, inbox, inHand } = partsOf<Transaction>(values, ending);
  const needsPeer = (peer: string | undefined): void => {
    if (allowedAddresses !== undefined && peer === undefined) {
      invalid('peer', 'is missing: allowedAddresses cannot be checked without the address of the caller');
    }
  };
  const close = async (closing: CloseOptions = {}): Promise<void> => {
    const { abort, timeoutMs } = readCloseOptions(closing);
    reception.close();
    inbox?.close();
    await inHand.whenOver(abort ? 0 : timeoutMs);
    ending.abort();
  };
  return {
    async fetch(request, facts) {
      if (facts !== undefined && !isObject(facts)) invalid('facts', 'is no object');
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
        // Somebody else has broken the response: there is nobody left to be told.
        response.destroy();
      }
    },
    async lambda(event) {
      const arrived = fromLambda(event);
      needsPeer(arrived.peer);
      return toLambda(answerOf(await reception.receive(arrived)), hasListsAlone(event));
    },
    close,
    ...asyncDisposal(close),
  };
}

/** Refuses options that do not go together. */
function checkTogether({ allowedAddresses, trustedProxies, secret, notifyKey, logger }: HandlerValues): void {
  if (trustedProxies !== undefined && allowedAddresses === undefined) {
    invalid('trustedProxies', 'is of no use without allowedAddresses');
  }
  if (secret ?? allowedAddresses ?? notifyKey) return;
  const line = 'sms-service-client callback: no secret, allowedAddresses or notifyKey: anybody can call';
  callHook((text: string) => logger?.warn(text), line);
}

interface Parts<Transaction> {
  readonly reception: Reception<Transaction>;
  readonly inbox: Inbox<Transaction> | undefined;
  readonly inHand: InHand;
}

function partsOf<Transaction>(values: HandlerValues, ending: Ending): Parts<Transaction> {
  const { allowedAddresses, trustedProxies, secret, notifyKey, timeoutMs, logger, observe, now, onError } = values;
  const reporter = callbackReporter(observe, logger);
  // The types of the options say that both are of one kind of transaction.
  const store = (values.store ?? memoryStore()) as unknown as CallbackStore<Transaction>;
  const program = new Program(values.onEvent as OnEvent<Transaction>, onError, reporter);
  const inHand = new InHand();
  const common = { program, reporter, inHand, timeoutMs, ending };
  const inbox = values.inbox && new Inbox({ ...common, kept: inboxOf(store), values: values.inbox });
  const { kind, limits, filesFolder, onInvalid, ownParameters, recorder } = values;
  const own = [...ownParameters, ...Object.values(SIGNATURE_FIELDS), secret?.parameter ?? []].flat();
  const reception = new Reception<Transaction>({
    ...common,
    store,
    inbox,
    allowedAddresses,
    trustedProxies,
    secret,
    signatures: notifyKey && { keys: notifyKey, now },
    onInvalid,
    recorder,
    now,
    read: readCallback,
    reading: { kind, limits, filesFolder, ownParameters: new Set(own) },
  });
  return { reception, inbox, inHand };
}

function inboxOf<Transaction>({ inbox }: CallbackStore<Transaction>): NonNullable<CallbackStore<Transaction>['inbox']> {
  return inbox ?? invalid('inbox', 'needs a store that has one');
}

/** Tells whether a load balancer takes the headers of the answer in lists alone. */
function hasListsAlone({ headers, multiValueHeaders }: LambdaEvent): boolean {
  return (headers === undefined || headers === null) && multiValueHeaders !== undefined;
}
