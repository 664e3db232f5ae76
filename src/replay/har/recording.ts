/** A request as it was recorded: the envelope, without anything secret. */
interface RecordedRequest {
  /** Only those that matter: `content-type`, `soapaction`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A response as it was recorded. */
export interface RecordedResponse {
  readonly status: number;
  /** Only those that matter: `content-type`, `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What went wrong between this process and the gateway. */
export interface RecordedFailure {
  readonly code: 'CONNECTION' | 'TIMEOUT' | 'TLS';
  readonly outcome: 'not-sent' | 'unknown';
  /** The code of the system or of TLS: `ECONNRESET`. */
  readonly systemCode?: string | undefined;
  /** The limit that was passed, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** A call as it was recorded. With a response and a failure the response broke off after that text. */
export interface Recording {
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** When it began, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}
