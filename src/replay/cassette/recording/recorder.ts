import { isDeepStrictEqual } from 'node:util';
import { foreignFailure } from '../../../calls/attempts/response.js';
import {
  type ConnectionError,
  type HttpStatusError,
  isSmsServiceError,
  type SmsServiceError,
  type TimeoutError,
} from '../../../errors/errors.js';
import { systemCode } from '../../../errors/service-error.js';
import { brokenOff } from '../../../transport/in-memory.js';
import { bodyError, type RequestInBytes, requestInBytes } from '../../../transport/request-body.js';
import type { Transport, TransportRequest, TransportResponse } from '../../../transport/transport.js';
import { type Exchange, type RequestToRecord, recordingOf } from '../../contract/cleaning.js';
import { FAILURES, type RecordedFailure, type Recording } from '../../har/recording.js';

export interface Sent {
  readonly response: TransportResponse | undefined;
  readonly body: Uint8Array;
  readonly error: unknown;
}

/**
 * Sends a request and waits for the complete response. Reads it as a stream, so that a response that breaks off keeps
 * the received part.
 */
export async function sendAndCollect(transport: Pick<Transport, 'send'>, request: TransportRequest): Promise<Sent> {
  const pieces: Uint8Array[] = [];
  let response: TransportResponse | undefined;
  try {
    response = await transport.send({ ...request, streams: true });
    if (response.body instanceof Uint8Array) return { response, body: response.body, error: undefined };
    for await (const piece of response.body) pieces.push(piece);
    return { response, body: Buffer.concat(pieces), error: undefined };
  } catch (error) {
    return { response, body: Buffer.concat(pieces), error };
  }
}

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the body of a request if it is a stream.
 *
 * @throws RequestBodyError if it cannot be read, or is larger than 16
 * MiB
 */
export async function recordableRequest(request: TransportRequest): Promise<RequestInBytes> {
  const read = await requestInBytes(request, MAX_BYTES);
  if (request.body === read.body || (read.body?.length ?? 0) <= MAX_BYTES) return read;
  throw bodyError(
    { what: `has more than ${MAX_BYTES} bytes, which a cassette would hold whole` },
    'not-sent',
    request.operation,
  );
}

export interface Recorded {
  readonly recording: Recording | undefined;
  give(): TransportResponse;
}

/** Sends a request, and creates a recording of it without secrets. */
export async function record(
  transport: Transport,
  request: TransportRequest,
  toRecord: RequestToRecord,
  startedAtMs: number,
): Promise<Recorded> {
  const start = performance.now();
  const { response, body, error } = await sendAndCollect(transport, request);
  const failure = error === undefined ? undefined : failureOf(error, request.operation);
  const give = (): TransportResponse => {
    if (response === undefined) throw error;
    return { ...response, body: error === undefined ? body : brokenOff(body, error) };
  };
  if (error !== undefined && failure === undefined) return { recording: undefined, give };
  const durationMs = performance.now() - start;
  const received = response === undefined ? undefined : { ...response, body };
  const exchange: Exchange = { response: received, failure, startedAtMs, durationMs };
  return { recording: recordingOf(toRecord, exchange), give };
}

type FailureDetails = Pick<TimeoutError, 'timeoutMs'> &
  Pick<HttpStatusError, 'status' | 'retryAfterMs'> &
  Pick<ConnectionError, 'proxyStatus'>;

function failureOf(thrown: unknown, operation: string): RecordedFailure | undefined {
  const error = foreignFailure(thrown, operation);
  const code = FAILURES.find((known) => isSmsServiceError(error) && error.code === known);
  if (code === undefined) return undefined;
  const { outcome, retryable, cause } = error as SmsServiceError;
  const details = error as Partial<FailureDetails>;
  const ofSystem = systemCode(cause);
  const isUsual = retryable === (outcome === 'not-sent') || code !== 'CONNECTION';
  return {
    code,
    outcome,
    systemCode: ofSystem !== undefined && /^[A-Z][A-Z0-9_]{0,63}$/.test(ofSystem) ? ofSystem : undefined,
    timeoutMs: details.timeoutMs,
    status: details.status ?? details.proxyStatus,
    retryAfterMs: details.retryAfterMs,
    retryable: isUsual ? undefined : retryable,
  };
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

export function isUnchanged(one: Recording, other: Recording): boolean {
  const [contents, others] = [one, other].map(({ request, response, failure }) => plain([request, response, failure]));
  return isDeepStrictEqual(contents, others);
}
