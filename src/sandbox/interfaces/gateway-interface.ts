import { CODES } from '../../domain/codes.js';
import {
  type ArrivedRequest,
  cutInHalf,
  type HandleArrived,
  type HttpResponse,
  plainResponse,
  promptly,
  type Reaction,
} from '../../local-server/messages.js';
import { type Route, router } from '../../local-server/router.js';
import { type FailurePlan, failurePlan, type InjectedFailure, type InjectedFault } from '../failures/failure-plan.js';
import type { Gateway, GatewayCredentials } from '../gateway/gateway.js';
import type { AuthorizedCall } from '../gateway/operations/call.js';
import { descriptionOf, Refusal, type RejectedNumber } from '../gateway/refusal/refusal.js';
import type { Scope } from '../gateway/store/account.js';
import type { RequestLog } from '../log/kept-list.js';
import type { GivenRateLimit, LatencyOf } from '../options/load-options.js';

/** The interface that received a message: SOAP, HTTP or mail (specification sections 4.10, 4.1 to 4.3, and 4.9). */
export type SandboxInterface = 'soap' | 'http' | 'mail';

/** An interface of the gateway over HTTP, for example SOAP. */
export interface GatewayInterface {
  /** Default: none. */
  readonly name?: SandboxInterface;
  /** The names of its operations, for injected failures and call counts. */
  readonly operations: readonly string[];
  readonly hasFaults?: boolean;
  canShow?(text: string): boolean;
  help(origin: string): string;
  /** Returns its routes. @param answer - executes a call */
  routes(gateway: Gateway, answer: Answer): readonly Route[];
}

/** A call of an operation, parsed from a request. */
export interface InterfaceCall {
  /** One of the operations of the interface. */
  readonly operation: string;
  readonly credentials: GatewayCredentials;
  /** The address of the sender. */
  readonly address: string;
  /** Executes the operation. @throws Refusal */
  carryOut(call: AuthorizedCall): HttpResponse;
  /** The area of the gateway. A token without this area is refused. Default: allowed for every token. */
  readonly scope?: Scope;
  /** Creates the response of a refusal. @param numbers - the rejected numbers; omitted for injected failures */
  refuse(code: number, description: string, numbers?: readonly RejectedNumber[]): HttpResponse;
  /** Creates a Fault response. Only for interfaces with Faults. */
  fault?(fault: InjectedFault): HttpResponse;
}

/** Executes a call: authorizes and counts it, and applies an injected failure. */
export type Answer = (call: InterfaceCall) => Reaction;

/** A gateway with its interfaces, without a server. */
export interface Core {
  readonly handle: HandleArrived;
  readonly failures: FailurePlan;
  /** Executes calls of interfaces other than HTTP. */
  readonly answer: Answer;
}

/** Limits and delays of requests. */
export interface Load {
  /** Default: no limit. */
  readonly rateLimit?: GivenRateLimit | undefined;
  /** Default: none. */
  readonly latencyOf?: LatencyOf;
  /**
   * Aborted when the gateway is reset or closed. After that, calls are not logged and delayed responses are sent at
   * once. Default: never.
   */
  readonly ended?: AbortSignal;
}

/**
 * Connects interfaces to a gateway.
 *
 * @param log - the log of received calls
 */
export function makeCore(
  gateway: Gateway,
  interfaces: readonly GatewayInterface[],
  log: RequestLog,
  { rateLimit, latencyOf = () => 0, ended }: Load = {},
): Core {
  const failures = failurePlan(interfaces);
  const windows = rateLimit === undefined ? undefined : new RateWindows(rateLimit);
  const carriedOut = (call: InterfaceCall): HttpResponse => {
    const authorized = gateway.authorize(call.credentials, call.address, call.operation);
    if (authorized === undefined) return refused(call, CODES.wrongCredentials);
    const waitMs = windows?.take(authorized.account, authorized.nowMs);
    if (waitMs !== undefined) return tooMany(call, rateLimit?.answer, waitMs);
    if (call.scope !== undefined && authorized.scopes?.includes(call.scope) === false) {
      return refused(call, CODES.noAccess);
    }
    try {
      return call.carryOut(authorized);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return call.refuse(error.result, error.message, error.numbers);
    }
  };
  const reactionTo = (call: InterfaceCall, failure: InjectedFailure): Reaction => {
    if ('delayMs' in failure) return { kind: 'response', response: carriedOut(call), delayMs: failure.delayMs };
    if ('drop' in failure) {
      if (failure.drop === 'before') return { kind: 'dropped' };
      const response = carriedOut(call);
      return failure.drop === 'after' ? cutInHalf(response) : { kind: 'dropped' };
    }
    if ('result' in failure) {
      if (failure.carriedOut) carriedOut(call);
      return promptly(call.refuse(failure.result, failure.description ?? descriptionOf(failure.result)));
    }
    const { fault } = call;
    // The plan accepts Faults only for interfaces that support them.
    if (fault === undefined) throw new TypeError(`${call.operation} has no Faults`);
    return promptly(fault(failure.fault));
  };
  const answer: Answer = (call) => {
    const { operation, credentials } = call;
    const token = 'token' in credentials ? credentials.token : undefined;
    const caller = { username: gateway.usernameOf(credentials), token };
    if (!ended?.aborted) log.add({ operation, receivedAt: new Date(gateway.nowMs()) });
    const latencyMs = latencyOf(operation);
    const reaction = reactionTo(call, failures.take(operation, caller) ?? { delayMs: 0 });
    return reaction.kind === 'response' ? { ...reaction, delayMs: reaction.delayMs + latencyMs, ended } : reaction;
  };
  return { handle: routesOf(interfaces, gateway, answer), failures, answer };
}

function refused(call: InterfaceCall, code: number): HttpResponse {
  return call.refuse(code, descriptionOf(code));
}

/** Too many calls (docs/errors.md). */
const TOO_MANY = 203;

function tooMany(call: InterfaceCall, answer: GivenRateLimit['answer'] | undefined, waitMs: number): HttpResponse {
  if (answer === 'status') {
    return plainResponse(429, 'Too many requests.', { 'retry-after': String(Math.ceil(waitMs / 1000)) });
  }
  return call.refuse(TOO_MANY, 'Too many calls');
}

interface Window {
  readonly beganMs: number;
  requests: number;
}

/** Counts requests per account and time window. A window starts with its first request. */
class RateWindows {
  readonly #limit: Pick<GivenRateLimit, 'requests' | 'windowMs'>;
  readonly #windows = new WeakMap<object, Window>();

  constructor(limit: Pick<GivenRateLimit, 'requests' | 'windowMs'>) {
    this.#limit = limit;
  }

  /**
   * Counts a request.
   *
   * @param account - the account of the request
   * @returns the remaining time of the window in milliseconds if the limit is exceeded; otherwise `undefined`
   */
  take(account: object, nowMs: number): number | undefined {
    const { requests, windowMs } = this.#limit;
    const window = this.#windows.get(account);
    // A clock that goes back also starts a new window.
    const isOver = window === undefined || nowMs >= window.beganMs + windowMs || nowMs < window.beganMs;
    if (isOver) {
      this.#windows.set(account, { beganMs: nowMs, requests: 1 });
      return undefined;
    }
    if (window.requests >= requests) return window.beganMs + windowMs - nowMs;
    window.requests += 1;
    return undefined;
  }
}

/** Creates the request handler of all interfaces. */
function routesOf(interfaces: readonly GatewayInterface[], gateway: Gateway, answer: Answer): HandleArrived {
  const help = ({ origin }: ArrivedRequest): string => interfaces.map((each) => each.help(origin)).join(' ');
  const explanation: Route = {
    method: 'GET',
    path: '/',
    handle: (request) =>
      promptly(
        plainResponse(
          200,
          `The embedded gateway of sms-service-client, for tests and demonstrations.\n${help(request)}`,
        ),
      ),
  };
  const methodNotAllowed = (request: ArrivedRequest, allow: string): HttpResponse =>
    plainResponse(405, `There is nothing to ${request.method} here. ${help(request)}`, { allow });
  const notFound = (request: ArrivedRequest, paths: readonly string[]): HttpResponse =>
    plainResponse(404, `There is nothing at this path; the paths here are ${listed(paths)}. ${help(request)}`);
  return router([...interfaces.flatMap((each) => each.routes(gateway, answer)), explanation], {
    notFound,
    methodNotAllowed,
  });
}

function listed(paths: readonly string[]): string {
  return `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}`;
}
