import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { isSmsServiceError, type Outcome } from '../../errors/errors.js';
import { statusOf } from '../response/error-response.js';

/** What every tracing context has. It never holds a secret: no header, no body, no number, no credential. */
interface TracingBase {
  /** The operation's name: `soap_SendSms` as in the WSDL, `sms.do` over HTTP. */
  readonly operation: string;
  /** Tells calls apart, in the whole process. */
  readonly callId: number | undefined;
  /** The label of the client, where it has one. */
  readonly label: string | undefined;
  /** The effect that it may have had at the gateway, where it has failed. */
  outcome?: Outcome;
  /** The `code` of the error that it has failed with; `FOREIGN` for one that is not of this library. */
  code?: string;
  /** The gateway's code, where it was one. */
  result?: number;
}

/**
 * The context of `tracing:sms-service-client:call`: a call with all its attempts and pauses, and its waiting. With a
 * response that is read as it arrives it ends when that has been read or given up.
 */
export interface CallTracing extends TracingBase {
  /** The attempts that have been made so far. */
  attempts: number;
}

/** The context of `tracing:sms-service-client:attempt`: a request on its way to one address, and its response. */
export interface AttemptTracing extends TracingBase {
  /** The method of the request. */
  readonly method: string;
  /** Its address, without its query. */
  readonly address: string;
  /** The number of the attempt in its call, from 1. */
  readonly attempt: number;
  /** The HTTP status, where a response has come. */
  status?: number;
}

/** The channels of calls and attempts. Their subscribers are given the context itself, the same at each step. */
export const CALL_TRACING: TracingChannel<unknown, CallTracing> = tracingChannel('sms-service-client:call');
export const ATTEMPT_TRACING: TracingChannel<unknown, AttemptTracing> = tracingChannel('sms-service-client:attempt');

/** Does what a channel traces. What comes of it is not told: it may hold anything. */
export async function traced<C extends TracingBase, R>(
  tracing: TracingChannel<unknown, C>,
  context: C,
  act: () => Promise<R>,
): Promise<R> {
  let value: R | undefined;
  const done = async (): Promise<void> => {
    try {
      value = await act();
    } catch (error) {
      Object.assign(context, failureOf(error));
      throw error;
    }
  };
  await tracing.tracePromise(done, context);
  return value as R;
}

/** The same of a call whose response is read as it arrives. */
export async function* tracedItems<R>(
  context: CallTracing,
  items: AsyncGenerator<R, void, undefined>,
): AsyncGenerator<R, void, undefined> {
  const { start, end, asyncStart, asyncEnd, error: failed } = CALL_TRACING;
  start.publish(context);
  end.publish(context);
  try {
    yield* items;
  } catch (error) {
    failed.publish(Object.assign(context, failureOf(error), { error }));
    throw error;
  } finally {
    asyncStart.publish(context);
    asyncEnd.publish(context);
  }
}

/** The facts of a failure. */
function failureOf(error: unknown): Pick<TracingBase, 'outcome' | 'code' | 'result'> & { status?: number } {
  if (!isSmsServiceError(error)) return { outcome: 'unknown', code: 'FOREIGN' };
  const { outcome, code } = error;
  const status = statusOf(error);
  return {
    outcome,
    code,
    ...('result' in error && typeof error.result === 'number' ? { result: error.result } : {}),
    ...(status === undefined ? {} : { status }),
  };
}
