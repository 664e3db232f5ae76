import { CODES } from '../../domain/codes.js';
import { isSmsServiceError } from '../../errors/errors.js';

/** The reason for which a run ends before its plan is carried out. */
export type StopReason =
  /** The credentials are refused. */
  | 'credentials'
  /** The account lacks points or rights. */
  | 'limits'
  /** The gateway could not be reached, or did not do its work: run again to resume. */
  | 'transient'
  /** A side has changed underneath the plan. */
  | 'changed'
  /** The caller has ended it: run again to resume. */
  | 'interrupted';

/** Ends a run. */
export class Stop extends Error {
  override readonly name: string = 'Stop';
  readonly reason: StopReason;

  constructor(reason: StopReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** The meaning of a failed request for its line of the plan. */
export type StepFailure =
  | { readonly kind: 'stop'; readonly reason: StopReason }
  /** It may have been carried out, or may be the next time: it is looked up before it is made again. */
  | { readonly kind: 'doubt' }
  /** The gateway will never take it. */
  | { readonly kind: 'rejected'; readonly code: number }
  /** The target has it already. */
  | { readonly kind: 'there'; readonly code: number }
  /** Its turn came too late for its time, because many wait or few may go: it is made later, with fewer at once. */
  | { readonly kind: 'later' };

/** Codes by which the gateway says that it has something already. */
const EXISTS: ReadonlySet<number> = new Set([CODES.valueExists, CODES.groupExists]);

/** Classifies a failed request by its error. @throws what is no error of this library */
export function failureOf(error: unknown): StepFailure {
  if (!isSmsServiceError(error)) throw error;
  const code = 'result' in error && typeof error.result === 'number' ? error.result : 0;
  switch (error.code) {
    case 'AUTHENTICATION':
    case 'CREDENTIALS':
      return { kind: 'stop', reason: 'credentials' };
    case 'INSUFFICIENT_POINTS':
    case 'NOT_ALLOWED':
      return { kind: 'stop', reason: 'limits' };
    case 'NOT_FOUND':
      return { kind: 'stop', reason: 'changed' };
    case 'CONFLICT':
      if (EXISTS.has(code)) return { kind: 'there', code };
      return code === CODES.unknownId ? { kind: 'stop', reason: 'changed' } : { kind: 'rejected', code };
    case 'VALIDATION':
    case 'INVALID_REQUEST':
      return { kind: 'rejected', code };
    case 'GATEWAY':
      // A code that nobody knows says no, too, and will again.
      return error.outcome === 'rejected' ? { kind: 'rejected', code } : { kind: 'doubt' };
    case 'ABORTED':
      return { kind: 'stop', reason: 'interrupted' };
    case 'TIMEOUT':
      return error.outcome === 'not-sent' ? { kind: 'later' } : { kind: 'doubt' };
    default:
      return error.outcome === 'not-sent' || error.code === 'RATE_LIMIT'
        ? { kind: 'stop', reason: 'transient' }
        : { kind: 'doubt' };
  }
}

/** Makes the {@link Stop} for a run whose reading has failed. @throws what is no error of this library */
export function stopOf(error: unknown): Stop {
  const failure = failureOf(error);
  return new Stop(failure.kind === 'stop' ? failure.reason : 'transient', error);
}
