import type { ReadRequest, WholeResponse } from '../../contract/contract.js';
import { errorOf } from './read-response.js';

export function isRefusal(response: WholeResponse, request: ReadRequest): boolean {
  // Almost no other response contains these characters, so most are not decoded again.
  if (!/10[12]|autho|\\u/i.test(Buffer.from(response.body).toString('latin1'))) return false;
  return errorOf(response, request)?.code === 'AUTHENTICATION';
}
