import { gatewayError } from '../../../domain/gateway-codes.js';
import type { ReadRequest, WholeResponse } from '../../contract/contract.js';
import { contentOf } from './response-content.js';

export function isRefusal(response: WholeResponse, request: ReadRequest): boolean {
  // Almost no other response contains these digits, so most are not decoded again.
  if (!/10[12]|&#/.test(Buffer.from(response.body).toString('latin1'))) return false;
  const content = contentOf(response, request)?.content;
  if (content?.kind !== 'output') return false;
  const { result } = content.output as { readonly result?: unknown };
  return typeof result === 'number' && gatewayError(result, '').code === 'AUTHENTICATION';
}
