import { isSmsServiceError } from '../../../errors/errors.js';
import { answerOf } from '../../../http-client/answers/read-answer.js';
import type { ReadRequest, WholeResponse } from '../../contract/contract.js';
import { askedOf, endpointFor } from '../request/write-request.js';

/** The error that a response is to a client; `undefined` where it is none. */
export function errorOf(response: WholeResponse, request: Pick<ReadRequest, 'operation' | 'input'>): unknown {
  const { operation } = request;
  try {
    answerOf(response, endpointFor(request).answer, { operation, asked: askedOf(request), source: NOTHING_SENT });
    return undefined;
  } catch (error) {
    if (!isSmsServiceError(error)) throw error;
    return error;
  }
}

const NOTHING_SENT = { *secrets(): Iterable<string> {} };
