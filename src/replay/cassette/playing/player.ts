import { numberKey } from '../../../domain/phone-number.js';
import { idxKey } from '../../../domain/sending/limits.js';
import { ConnectionError, DecodeError, HttpStatusError, TimeoutError, TlsError } from '../../../errors/errors.js';
import { arrival, brokenOff } from '../../../transport/in-memory.js';
import type { TransportRequest, TransportResponse } from '../../../transport/transport.js';
import type { DecodedRequest } from '../../contract/contract.js';
import { withNumbers } from '../../contract/submitted-values.js';
import { type Leaf, leavesOf } from '../../contract/values.js';
import { bodyOf, type RecordedFailure, type RecordedResponse, type Recording } from '../../har/recording.js';

/**
 * Returns a recorded response with the telephone numbers and idx of the request. The recorded request may contain
 * pseudonyms, another idx or other values in fields that are not compared, but the client accepts only responses that
 * name its own recipients. Values are replaced by those in the same place of the request.
 */
export function playedResponse(
  response: RecordedResponse,
  { input, contract }: DecodedRequest,
  recorded: readonly Leaf[],
): RecordedResponse {
  if (response.encoding !== undefined) return response;
  const asked = new Map([...leavesOf(input)].map(({ path, value }) => [path, String(value)]));
  const texts = new Map<string, string>();
  const numbers = new Map<string, string>();
  const idx = new Map<string, string>();
  for (const { path, name, value } of recorded) {
    const [was, is] = [String(value), asked.get(path)];
    if (is === undefined || was === is) continue;
    if (contract.kindOf(name) === 'number') {
      texts.set(was, is);
      numbers.set(numberKey(was), numberKey(is));
    } else if (name === 'idx') idx.set(idxKey(was), is);
  }
  const submitted = { texts, numbers, idx };
  const { text } = response;
  return { ...response, text: contract.playedText?.(text, submitted) ?? withNumbers(text, submitted) };
}

/** @throws TransportError as recorded. AbortedError or TimeoutError if the caller's own limits end the wait */
export async function play(
  { response, failure, durationMs }: Recording,
  request: TransportRequest,
  latency: 'none' | 'recorded',
): Promise<TransportResponse> {
  await arrival(latency === 'recorded' ? durationMs : 0, request);
  if (response === undefined) throw errorOf(failure ?? UNKNOWN, request.operation);
  const { status, headers } = response;
  const body = bodyOf(response);
  if (failure === undefined) return { status, headers, body };
  return { status, headers, body: brokenOff(body, errorOf(failure, request.operation)) };
}

const UNKNOWN: RecordedFailure = { code: 'CONNECTION', outcome: 'unknown' };

const EFFECTS = {
  'not-sent': 'nothing was sent',
  rejected: 'it was refused',
  unknown: 'the request may have been carried out',
} as const;

function errorOf(failure: RecordedFailure, operation: string): Error {
  const { code, outcome, systemCode, timeoutMs = 0, status, retryAfterMs, retryable } = failure;
  const why = systemCode === undefined ? '' : ` (${systemCode})`;
  const cause = systemCode === undefined ? undefined : Object.assign(new Error(systemCode), { code: systemCode });
  const context = { operation, cause };
  switch (code) {
    case 'TIMEOUT':
      return new TimeoutError(
        `took longer than ${timeoutMs} ms when it was recorded; ${EFFECTS[outcome]}`,
        timeoutMs,
        outcome,
        context,
      );
    case 'TLS':
      return new TlsError(`there was no TLS session when it was recorded${why}; nothing was sent`, context);
    case 'HTTP_STATUS':
      return new HttpStatusError(`HTTP status ${status} when it was recorded`, status ?? 0, '', {
        ...context,
        retryAfterMs,
      });
    case 'DECODE':
      return new DecodeError('the response could not be read when it was recorded', context);
    default:
      return new ConnectionError(`the connection failed when it was recorded${why}; ${EFFECTS[outcome]}`, outcome, {
        ...context,
        retryable,
        proxyStatus: status,
      });
  }
}
