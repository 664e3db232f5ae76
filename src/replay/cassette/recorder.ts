import { isSmsServiceError } from '../../errors/errors.js';
import { systemCode } from '../../errors/system-code.js';
import { brokenOff } from '../../transport/no-socket.js';
import type { Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import { type CallToRecord, type Exchange, recordingOf } from '../cleaning/clean-recording.js';
import type { Pseudonyms } from '../cleaning/pseudonyms.js';
import type { RecordedFailure, Recording } from '../har/recording.js';
import { sendAndCollect } from './send-and-collect.js';

/** What came of a call that was recorded: what its caller gets, and what the cassette keeps. */
export interface Recorded {
  /** `undefined` for a call that its caller has ended. */
  readonly recording: Recording | undefined;
  /** The response as it was, or throws what the transport has thrown. */
  give(): TransportResponse;
}

/**
 * Sends a request, and makes a recording of it that holds nothing secret.
 *
 * @param startedAtMs - in milliseconds since 1970
 */
export async function record(
  transport: Transport,
  request: TransportRequest,
  call: CallToRecord,
  pseudonyms: Pseudonyms,
  startedAtMs: number,
): Promise<Recorded> {
  const start = performance.now();
  const { response, body, error } = await sendAndCollect(transport, request);
  const failure = error === undefined ? undefined : failureOf(error);
  const give = (): TransportResponse => {
    if (response === undefined) throw error;
    return { ...response, body: error === undefined ? body : brokenOff(body, error) };
  };
  if (error !== undefined && failure === undefined) return { recording: undefined, give };
  const exchange: Exchange = {
    requestHeaders: request.headers,
    response: response === undefined ? undefined : { ...response, body },
    failure,
    startedAtMs,
    durationMs: performance.now() - start,
  };
  return { recording: recordingOf(call, exchange, pseudonyms), give };
}

/** What a cassette keeps of an error; nothing of one that is the caller's own doing, or no error of a transport. */
function failureOf(error: unknown): RecordedFailure | undefined {
  if (!isSmsServiceError(error) || error.outcome === 'rejected') return undefined;
  const { code, outcome, cause } = error;
  if (code !== 'CONNECTION' && code !== 'TIMEOUT' && code !== 'TLS') return undefined;
  const ofSystem = systemCode(cause);
  return {
    code,
    outcome,
    ...(ofSystem !== undefined && /^[A-Z][A-Z0-9_]*$/.test(ofSystem) ? { systemCode: ofSystem } : {}),
    ...('timeoutMs' in error ? { timeoutMs: Number(error.timeoutMs) } : {}),
  };
}

/** Whether a call is as it was when it was recorded, but for when it was made and how long it took. */
export function isUnchanged(one: Recording, other: Recording): boolean {
  const contents = [one, other].map(({ request, response, failure }) => JSON.stringify([request, response, failure]));
  return contents[0] === contents[1];
}
