import { isSmsServiceError, type SmsServiceError } from '../../errors/errors.js';
import { answerOf } from '../../http-client/requests/read-answer.js';
import type { ReadRequest, WholeResponse } from '../contract/contract.js';
import { askedOf, endpointFor } from './request.js';

type ReadResponse = { readonly result: unknown } | { readonly error: SmsServiceError };

function readResponse(response: WholeResponse, request: Pick<ReadRequest, 'operation' | 'input'>): ReadResponse {
  const { operation } = request;
  try {
    const { answer } = endpointFor(request);
    const context = { operation, asked: askedOf(request), source: NOTHING_SENT, request: NOWHERE };
    return { result: answerOf(response, answer, context) };
  } catch (error) {
    if (!isSmsServiceError(error)) throw error;
    return { error };
  }
}

export function errorOf(
  response: WholeResponse,
  request: Pick<ReadRequest, 'operation' | 'input'>,
): SmsServiceError | undefined {
  const read = readResponse(response, request);
  return 'error' in read ? read.error : undefined;
}

const NOWHERE = { url: '' };
const NOTHING_SENT = { *secrets(): Iterable<string> {} };
