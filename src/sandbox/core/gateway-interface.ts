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
import type { AuthorizedCall } from '../gateway/call.js';
import type { Gateway, GatewayCredentials } from '../gateway/gateway.js';
import type { Scope } from '../gateway/store/account.js';
import { descriptionOf, Refusal, type RejectedNumber } from '../gateway/store/refusal.js';
import type { RateLimitSettings, SandboxSettings } from '../options/sandbox-options.js';
import { type FailurePlan, failurePlan, type InjectedFailure, type InjectedFault } from './failure-plan.js';
import type { RequestLog } from './logs.js';

/** The interface that received a message: SOAP, HTTP or mail (specification sections 4.10, 4.1 to 4.3, and 4.9). */
export type SandboxInterface = 'soap' | 'http' | 'mail';

export interface GatewayInterface {
  readonly name: SandboxInterface;
  /** The names of its operations, for injected failures and call counts. */
  readonly operations: readonly string[];
  readonly hasFaults?: boolean;
  canShow?(text: string): boolean;
  help(origin: string): string;
  /** Returns its routes over HTTP. @param answer - executes a call */
  routes(answer: Answer): readonly Route[];
}

export interface InterfaceCall {
  readonly operation: string;
  readonly credentials: GatewayCredentials;
  readonly address: string;
  carryOut(call: AuthorizedCall): HttpResponse;
  /** The area of the gateway. A token without this area is refused. Default: allowed for every token. */
  readonly scope?: Scope;
  /** Creates the response of a refusal. @param numbers - the rejected numbers; omitted for injected failures */
  refuse(code: number, description: string, numbers?: readonly RejectedNumber[]): HttpResponse;
  fault?(fault: InjectedFault): HttpResponse;
}

export type Answer = (call: InterfaceCall) => Reaction;

export interface ConnectedInterfaces {
  readonly handle: HandleArrived;
  readonly failures: FailurePlan;
  readonly answer: Answer;
}

const TOO_MANY = 203;

export function connectInterfaces(
  gateway: Gateway,
  interfaces: readonly GatewayInterface[],
  log: RequestLog,
  { rateLimit, latency }: Pick<SandboxSettings, 'rateLimit' | 'latency'>,
  ended: AbortSignal,
): ConnectedInterfaces {
  const failures = failurePlan(interfaces);
  const windows = rateLimit === undefined ? undefined : new RateWindows(rateLimit);
  const execute = (call: InterfaceCall): HttpResponse => {
    const authorized = gateway.authorize(call.credentials, call.address, call.operation);
    if (authorized === undefined) return call.refuse(CODES.wrongCredentials, descriptionOf(CODES.wrongCredentials));
    const waitMs = windows?.take(authorized.account, authorized.nowMs);
    if (waitMs !== undefined) {
      return rateLimit?.answer === 'status'
        ? plainResponse(429, 'Too many requests.', { 'retry-after': String(Math.ceil(waitMs / 1000)) })
        : call.refuse(TOO_MANY, 'Too many calls');
    }
    if (call.scope !== undefined && authorized.scopes?.includes(call.scope) === false) {
      return call.refuse(CODES.noAccess, descriptionOf(CODES.noAccess));
    }
    try {
      return call.carryOut(authorized);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return call.refuse(error.result, error.message, error.numbers);
    }
  };
  const reactionTo = (call: InterfaceCall, failure: InjectedFailure): Reaction => {
    if ('delayMs' in failure) return { kind: 'response', response: execute(call), delayMs: failure.delayMs };
    if ('drop' in failure) {
      if (failure.drop === 'before') return { kind: 'dropped' };
      const response = execute(call);
      return failure.drop === 'after' ? cutInHalf(response) : { kind: 'dropped' };
    }
    if ('result' in failure) {
      if (failure.carriedOut) execute(call);
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
    if (!ended.aborted) log.add({ operation, receivedAt: new Date(gateway.nowMs()) });
    const latencyMs = latency(operation);
    const reaction = reactionTo(call, failures.take(operation, caller) ?? { delayMs: 0 });
    return reaction.kind === 'response' ? { ...reaction, delayMs: reaction.delayMs + latencyMs, ended } : reaction;
  };
  return { handle: routesOf(interfaces, answer), failures, answer };
}

class RateWindows {
  readonly #limit: RateLimitSettings;
  readonly #windows = new WeakMap<object, { readonly beganMs: number; requests: number }>();

  constructor(limit: RateLimitSettings) {
    this.#limit = limit;
  }

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

function routesOf(interfaces: readonly GatewayInterface[], answer: Answer): HandleArrived {
  const help = ({ origin }: ArrivedRequest): string => interfaces.map((each) => each.help(origin)).join(' ');
  const intro = 'The embedded gateway of sms-service-client, for tests and demonstrations.';
  const explanation: Route = {
    method: 'GET',
    path: '/',
    handle: (request) => promptly(plainResponse(200, `${intro}\n${help(request)}`)),
  };
  return router([...interfaces.flatMap((each) => each.routes(answer)), explanation], {
    notFound: (request, paths) => plainResponse(404, `Unknown path. Paths: ${paths.join(', ')}. ${help(request)}`),
    methodNotAllowed: (request, allow) =>
      plainResponse(405, `${request.method} is not allowed for this path. ${help(request)}`, { allow }),
  });
}
