import type { RecordedFailure, Recording } from '../har/recording.js';
import type { DecodedCall } from '../matching/call.js';
import { cleanCall, requestXml } from './clean-request.js';
import { cleanResponse, type WholeResponse } from './clean-response.js';
import { keptHeaders } from './kept-headers.js';
import type { Pseudonyms } from './pseudonyms.js';

/** A call as it was made, and as it is kept. */
export interface CallToRecord {
  readonly call: DecodedCall;
  readonly cleaned: DecodedCall;
}

/** What went over the wire besides the call itself. */
export interface Exchange {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response?: WholeResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** In milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** What is kept of a call. */
export function callToRecord(call: DecodedCall, pseudonyms: Pseudonyms): CallToRecord {
  return { call, cleaned: cleanCall(call, pseudonyms) };
}

/** Makes a recording of a call that holds nothing secret. */
export function recordingOf({ call, cleaned }: CallToRecord, exchange: Exchange, pseudonyms: Pseudonyms): Recording {
  const { requestHeaders, response, failure, startedAtMs, durationMs } = exchange;
  return {
    request: { headers: keptHeaders(requestHeaders), text: requestXml(cleaned) },
    ...(response === undefined ? {} : { response: cleanResponse(response, call, pseudonyms) }),
    ...(failure === undefined ? {} : { failure }),
    startedAtMs,
    durationMs,
  };
}
