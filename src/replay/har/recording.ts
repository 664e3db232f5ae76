import type { Outcome } from '../../errors/errors.js';
import { fitsInLine, madeOneLine } from '../../options/check.js';

const MAX_LABEL = 500;

export function labelFault(text: string): string | undefined {
  if (text.length > MAX_LABEL) return `has more than ${MAX_LABEL} characters`;
  return fitsInLine(text) ? undefined : 'has a control character';
}

export function fitLabel(text: string): string {
  // Cutting a surrogate pair leaves its first half.
  return madeOneLine(madeOneLine(text).slice(0, MAX_LABEL));
}

/** A recorded request, without secrets. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string | undefined;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text is the body in base64, because its bytes are invalid in the declared charset. */
  readonly encoding?: 'base64' | undefined;
  readonly notKept?: NotKept | undefined;
}

export interface NotKept {
  readonly code: 'HTTP_STATUS' | 'DECODE';
  readonly outcome: Outcome;
  readonly bytes: number;
}

export const FAILURES = ['CONNECTION', 'TIMEOUT', 'TLS', 'HTTP_STATUS', 'DECODE'] as const;

export interface RecordedFailure {
  readonly code: (typeof FAILURES)[number];
  readonly outcome: Outcome;
  readonly systemCode?: string | undefined;
  /** The timeout that expired, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly status?: number | undefined;
  /** The time to wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly retryable?: boolean | undefined;
}

export interface RecordingLabels {
  readonly track?: string | undefined;
  readonly account?: string | undefined;
  readonly isUnfinished?: true | undefined;
}

export interface Recording extends RecordingLabels {
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** The start time, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

export function labelsOf({ track, account, isUnfinished }: RecordingLabels): RecordingLabels {
  return {
    ...(track === undefined || track === '' ? {} : { track }),
    ...(account === undefined ? {} : { account }),
    ...(isUnfinished === undefined ? {} : { isUnfinished }),
  };
}

export function bodyOf({ text, encoding }: RecordedResponse): Uint8Array {
  return Buffer.from(text, encoding);
}
