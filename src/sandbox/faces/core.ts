import { CODES } from '../../domain/codes.js';
import {
  cutInHalf,
  type HandleArrived,
  type HttpResponse,
  plainResponse,
  promptly,
  type Reaction,
} from '../../local-server/messages.js';
import type { InjectedFailure } from '../failures/failure.js';
import { type FailurePlan, failurePlan } from '../failures/failure-plan.js';
import type { Gateway } from '../gateway/gateway.js';
import { descriptionOf } from '../gateway/refusal/descriptions.js';
import { answeredCode } from '../gateway/refusal/own-codes.js';
import { Refusal } from '../gateway/refusal/refusal.js';
import type { GivenRateLimit, LatencyOf } from '../options/load-options.js';
import type { Answer, Face, FaceCall } from './face.js';
import { RateWindows } from './rate-windows.js';
import type { RequestLog } from './request-log.js';
import { routesOf } from './routes.js';

/** A gateway behind its faces, without a server. */
export interface Core {
  readonly handle: HandleArrived;
  readonly failures: FailurePlan;
  /** Carries out calls that come in another way than by HTTP. */
  readonly answer: Answer;
}

/** What requests meet besides what they ask for. */
export interface Load {
  /** Default: no limit. */
  readonly rateLimit?: GivenRateLimit | undefined;
  /** Default: none. */
  readonly latencyOf?: LatencyOf;
  /**
   * Aborted when the gateway begins anew: calls that have arrived before leave no trace in the log, and their responses
   * leave at once. Default: never.
   */
  readonly ended?: AbortSignal;
}

/**
 * Puts faces before a gateway.
 *
 * @param log - of the calls that arrive
 */
export function makeCore(
  gateway: Gateway,
  faces: readonly Face[],
  log: RequestLog,
  { rateLimit, latencyOf = () => 0, ended }: Load = {},
): Core {
  const failures = failurePlan(faces);
  const windows = rateLimit === undefined ? undefined : new RateWindows(rateLimit);
  const carriedOut = (call: FaceCall): HttpResponse => {
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
      return call.refuse(answeredCode(error.result, authorized.settings.codes), error.message, error.numbers);
    }
  };
  const reactionTo = (call: FaceCall, failure: InjectedFailure): Reaction => {
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
    // The plan gives Faults only to operations of faces that say that they have them.
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
  return { handle: routesOf(faces, gateway, answer), failures, answer };
}

function refused(call: FaceCall, code: number): HttpResponse {
  return call.refuse(code, descriptionOf(code));
}

/** Too many calls (docs/errors.md). */
const TOO_MANY = 203;

function tooMany(call: FaceCall, answer: GivenRateLimit['answer'] | undefined, waitMs: number): HttpResponse {
  if (answer === 'status') {
    return plainResponse(429, 'Too many requests.', { 'retry-after': String(Math.ceil(waitMs / 1000)) });
  }
  if (answer === 'fault' && call.fault !== undefined) {
    return call.fault({ code: 'Server', string: 'Too many requests' });
  }
  return call.refuse(TOO_MANY, 'Too many calls');
}
