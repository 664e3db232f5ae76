import type { ReadRequest, WholeResponse } from '../../contract/contract.js';
import { errorOf } from './read-response.js';

/** Tells whether a response refuses the token of its request. */
export function isRefusal(response: WholeResponse, request: ReadRequest): boolean {
  // Nearly no other response has these: it need not be read once more.
  if (!/10[12]|autho|\\u/i.test(Buffer.from(response.body).toString('latin1'))) return false;
  return errorOf(response, request)?.code === 'AUTHENTICATION';
}
