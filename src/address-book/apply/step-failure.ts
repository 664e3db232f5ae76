import { CODES } from '../../domain/codes.js';
import { isSmsServiceError } from '../../errors/errors.js';

/** Why a run ends before all steps are done. */
export type StopReason =
  /** The credentials are refused. */
  | 'credentials'
  /** The account lacks points or rights. */
  | 'limits'
  /** The gateway is unreachable or does not work. Run again to resume. */
  | 'transient'
  /** An account is no longer as the plan expects. */
  | 'changed'
  /** Interrupted by the caller. Run again to resume. */
  | 'interrupted';

export class Stop extends Error {
  override readonly name: string = 'Stop';
  readonly reason: StopReason;

  constructor(reason: StopReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export type StepFailure =
  | { readonly kind: 'stop'; readonly reason: StopReason }
  /** It may have been executed: it is looked up before it is repeated. */
  | { readonly kind: 'unknown' }
  /** The gateway refuses it, now and later. */
  | { readonly kind: 'refused'; readonly code: number }
  /** The account has it already. */
  | { readonly kind: 'exists'; readonly code: number }
  /** It was not sent before its timeout, because the rate limiter held it back. */
  | { readonly kind: 'postponed' };

const EXISTS: ReadonlySet<number> = new Set([CODES.valueExists, CODES.groupExists]);

export function failureOf(error: unknown): StepFailure {
  if (!isSmsServiceError(error)) throw error;
  const code = codeOf(error) ?? 0;
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
      if (EXISTS.has(code)) return { kind: 'exists', code };
      return code === CODES.unknownId ? { kind: 'stop', reason: 'changed' } : { kind: 'refused', code };
    case 'VALIDATION':
    case 'INVALID_REQUEST':
      return { kind: 'refused', code };
    case 'GATEWAY':
      // An unknown code is a refusal, too.
      return error.outcome === 'rejected' ? { kind: 'refused', code } : { kind: 'unknown' };
    case 'ABORTED':
      return { kind: 'stop', reason: 'interrupted' };
    case 'TIMEOUT':
      return error.outcome === 'not-sent' ? { kind: 'postponed' } : { kind: 'unknown' };
    default:
      return error.outcome === 'not-sent' || error.code === 'RATE_LIMIT'
        ? { kind: 'stop', reason: 'transient' }
        : { kind: 'unknown' };
  }
}

export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'result' in error && typeof error.result === 'number' ? error.result : undefined;
}

/** Returns true if an error means that a group no longer exists. Some gateways use the code for an unknown id. */
export function isGone(error: unknown): boolean {
  return isSmsServiceError(error) && (error.code === 'NOT_FOUND' || codeOf(error) === CODES.unknownId);
}

export function stopOf(error: unknown): Stop {
  if (error instanceof Stop) return error;
  const failure = failureOf(error);
  return new Stop(failure.kind === 'stop' ? failure.reason : 'transient', error);
}
