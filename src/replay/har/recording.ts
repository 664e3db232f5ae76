import type { Outcome } from '../../errors/errors.js';
import { fitsInLine, madeOneLine } from '../../options/check.js';

/** The maximum number of characters of a track name or an account label. */
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
  /** Path and query relative to the gateway address, which is not stored: `status?id=7`. Empty for that address. */
  readonly target: string;
  /** Only the relevant ones: `content-type`, `soapaction`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; absent if there is none. */
  readonly text?: string | undefined;
}

/** A recorded response. */
export interface RecordedResponse {
  readonly status: number;
  /** Only the relevant ones: `content-type`, `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body in UTF-8, or a replacement for it. */
  readonly text: string;
  /** The text is the body in base64, because its bytes are invalid in the declared charset. */
  readonly encoding?: 'base64' | undefined;
  readonly notKept?: NotKept | undefined;
}

/** The error of a response without a stored body. */
export interface NotKept {
  readonly code: 'HTTP_STATUS' | 'DECODE';
  readonly outcome: Outcome;
  /** The length of the body. */
  readonly bytes: number;
}

/** The errors of a transport that are recorded. Errors that the caller caused are not among them. */
export const FAILURES = ['CONNECTION', 'TIMEOUT', 'TLS', 'HTTP_STATUS', 'DECODE'] as const;

/** A failure between this process and the gateway. */
export interface RecordedFailure {
  readonly code: (typeof FAILURES)[number];
  readonly outcome: Outcome;
  /** The error code of the system or of TLS: `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** The timeout that expired, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The HTTP status, including that of a proxy. */
  readonly status?: number | undefined;
  /** The time to wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Present if it differs from the usual value for this outcome. */
  readonly retryable?: boolean | undefined;
}

export interface RecordingLabels {
  /** The test, or other named unit, of the recording; absent for the cassette without a track (`''`). */
  readonly track?: string | undefined;
  /** The label of the account that made the call; absent if unknown. */
  readonly account?: string | undefined;
  readonly isUnfinished?: true | undefined;
}

/** A recorded call. If it has a response and a failure, the response broke off after the text. */
export interface Recording extends RecordingLabels {
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** The start time, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** Returns only the labels of a recording. */
export function labelsOf({ track, account, isUnfinished }: RecordingLabels): RecordingLabels {
  return {
    ...(track === undefined || track === '' ? {} : { track }),
    ...(account === undefined ? {} : { account }),
    ...(isUnfinished === undefined ? {} : { isUnfinished }),
  };
}

/** Returns the body of a response. */
export function bodyOf({ text, encoding }: RecordedResponse): Uint8Array {
  return Buffer.from(text, encoding);
}
