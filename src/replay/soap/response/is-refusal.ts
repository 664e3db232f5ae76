import { gatewayError } from '../../../domain/gateway-codes.js';
import type { ReadRequest, WholeResponse } from '../../contract/contract.js';
import { contentOf } from './response-content.js';

/** Tells whether a response refuses the credentials of its request. */
export function isRefusal(response: WholeResponse, request: ReadRequest): boolean {
  // Nearly no other response has these digits: it need not be decoded once more.
  if (!/10[12]|&#/.test(Buffer.from(response.body).toString('latin1'))) return false;
  const content = contentOf(response, request)?.content;
  if (content?.kind !== 'output') return false;
  const { result } = content.output as { readonly result?: unknown };
  return typeof result === 'number' && gatewayError(result, '').code === 'AUTHENTICATION';
}
