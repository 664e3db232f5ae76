import type { Outcome } from '../../errors/errors.js';

/** A request as it was recorded: without anything secret. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query below the address of the gateway, which is not kept: `status?id=7`; empty for that itself. */
  readonly target: string;
  /** Only those that matter: `content-type`, `soapaction`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; absent where there is none. */
  readonly text?: string | undefined;
}

/** A response as it was recorded. */
export interface RecordedResponse {
  readonly status: number;
  /** Only those that matter: `content-type`, `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: in UTF-8, or what stands for it. */
  readonly text: string;
  /** The text is not the body, but its bytes in base64: they are no text in the charset that was named. */
  readonly encoding?: 'base64' | undefined;
  /** The error that its caller got, where the text only stands for a body that is not kept. */
  readonly notKept?: NotKept | undefined;
}

/** The error of a response whose body is not kept. */
export interface NotKept {
  readonly code: 'HTTP_STATUS' | 'DECODE';
  readonly outcome: Outcome;
  /** The length of its body. */
  readonly bytes: number;
}

/** The errors of a transport that are recorded: not those that are the caller's own doing. */
export const FAILURES = ['CONNECTION', 'TIMEOUT', 'TLS', 'HTTP_STATUS', 'DECODE'] as const;

/** A failure between this process and the gateway. */
export interface RecordedFailure {
  readonly code: (typeof FAILURES)[number];
  readonly outcome: Outcome;
  /** The code of the system or of TLS: `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** The limit that was passed, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The status of HTTP, also that of a proxy. */
  readonly status?: number | undefined;
  /** The time to wait before trying again, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Present where it is not as with every other failure of its outcome. */
  readonly retryable?: boolean | undefined;
}

/** Where a recording belongs; the text of a cassette has nothing of what is absent. */
export interface RecordingLabels {
  /** The test, or whatever its user names, in which it was made; absent for that of the cassette itself, `''`. */
  readonly track?: string | undefined;
  /** A label of the account that made it; absent where it is not known. */
  readonly account?: string | undefined;
  /** Of a track that was not recorded to its end. */
  readonly isUnfinished?: true | undefined;
}

/** A call as it was recorded. With a response and a failure the response broke off after that text. */
export interface Recording extends RecordingLabels {
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** The time at which it began, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** The labels of a recording alone. */
export function labelsOf({ track, account, isUnfinished }: RecordingLabels): RecordingLabels {
  return {
    ...(track === undefined || track === '' ? {} : { track }),
    ...(account === undefined ? {} : { account }),
    ...(isUnfinished === undefined ? {} : { isUnfinished }),
  };
}

/** The body of a response. */
export function bodyOf({ text, encoding }: RecordedResponse): Uint8Array {
  return Buffer.from(text, encoding);
}
