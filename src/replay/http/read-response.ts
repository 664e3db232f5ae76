import { isSmsServiceError, type SmsServiceError } from '../../errors/errors.js';
import { answerOf } from '../../http-client/requests/read-answer.js';
import type { ReadRequest, WholeResponse } from '../contract/contract.js';
import { endpointFor, requestParameters } from './request.js';

const WITHOUT_SECRETS = { *secrets(): Iterable<string> {} };

/** Returns the error that a client would throw for a response. */
export function errorOf(
  response: WholeResponse,
  request: Pick<ReadRequest, 'operation' | 'input'>,
): SmsServiceError | undefined {
  const { operation } = request;
  try {
    const context = { operation, asked: requestParameters(request), source: WITHOUT_SECRETS, request: { url: '' } };
    answerOf(response, endpointFor(request).answer, context);
    return undefined;
  } catch (error) {
    if (!isSmsServiceError(error)) throw error;
    return error;
  }
}
