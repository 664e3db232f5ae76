import { CODES } from '../../domain/codes.js';
import { cutInHalf, type HandleArrived, type HttpResponse, promptly } from '../../local-server/messages.js';
import { type FailurePlan, failurePlan } from '../failures/failure-plan.js';
import type { Gateway } from '../gateway/gateway.js';
import { descriptionOf } from '../gateway/refusal/descriptions.js';
import { answeredCode } from '../gateway/refusal/own-codes.js';
import { Refusal } from '../gateway/refusal/refusal.js';
import type { Answer, Face, FaceCall } from './face.js';
import type { RequestLog } from './request-log.js';
import { routesOf } from './routes.js';

/** A gateway behind its faces, without a server. */
export interface Core {
  readonly handle: HandleArrived;
  readonly failures: FailurePlan;
  /** Carries out calls that come in another way than by HTTP. */
  readonly answer: Answer;
}

/**
 * Puts faces before a gateway.
 *
 * @param log - of the calls that arrive
 */
export function makeCore(gateway: Gateway, faces: readonly Face[], log: RequestLog): Core {
  const failures = failurePlan(faces);
  const answer: Answer = (call) => {
    const { operation } = call;
    log.add({ operation, receivedAt: new Date(gateway.nowMs()) });
    const failure = failures.take(operation) ?? { delayMs: 0 };
    if ('delayMs' in failure) {
      return { kind: 'response', response: carriedOut(gateway, call), delayMs: failure.delayMs };
    }
    if ('drop' in failure) {
      if (failure.drop === 'before') return { kind: 'dropped' };
      const response = carriedOut(gateway, call);
      return failure.drop === 'after' ? cutInHalf(response) : { kind: 'dropped' };
    }
    if ('result' in failure) {
      if (failure.carriedOut) carriedOut(gateway, call);
      return promptly(call.refuse(failure.result, failure.description ?? descriptionOf(failure.result)));
    }
    const { fault } = call;
    // The plan gives Faults only to operations of faces that say that they have them.
    if (fault === undefined) throw new TypeError(`${operation} has no Faults`);
    return promptly(fault(failure.fault));
  };
  return { handle: routesOf(faces, gateway, answer), failures, answer };
}

function carriedOut(gateway: Gateway, call: FaceCall): HttpResponse {
  const authorized = gateway.authorize(call.credentials, call.address, call.operation);
  if (authorized === undefined) return call.refuse(CODES.wrongCredentials, descriptionOf(CODES.wrongCredentials));
  if (call.scope !== undefined && authorized.scopes?.includes(call.scope) === false) {
    return call.refuse(CODES.noAccess, descriptionOf(CODES.noAccess));
  }
  try {
    return call.carryOut(authorized);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return call.refuse(answeredCode(error.result, authorized.settings.codes), error.message, error.numbers);
  }
}
