import { isUtf8 } from 'node:buffer';
import { invalid, isObject } from '../../../options/check.js';
import type { DecodedRequest, WholeResponse } from '../../contract/contract.js';

/** A response that `beforeRecord` receives and returns. */
export interface HookedResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. If it is not UTF-8, each byte is the character with the same number (latin1). */
  readonly text: string;
}

/** A call that `beforeRecord` receives. */
export interface HookedCall {
  readonly operation: string;
  /** The fields of the request by their names on the wire, without credentials. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: HookedResponse;
}

/**
 * Called before a call is recorded, with its unmodified response.
 *
 * @returns the response to store, which is redacted like all others; `false` to skip the call; nothing to store the
 *   response unchanged
 */
export type BeforeRecord = (
  call: HookedCall,
) => HookedResponse | false | undefined | void | Promise<HookedResponse | false | undefined | void>;

/** Returns the response to store; `undefined` if the hook skips the call. */
export async function toKeep(
  hook: BeforeRecord,
  { operation, input }: DecodedRequest,
  { status, headers, body }: WholeResponse,
): Promise<WholeResponse | undefined> {
  const encoding = isUtf8(body) ? 'utf8' : 'latin1';
  const response = { status, headers: { ...headers }, text: Buffer.from(body).toString(encoding) };
  const changed = await hook({ operation, input, response });
  if (changed === false) return undefined;
  return changed === undefined ? { status, headers, body } : checkedResponse(changed, encoding);
}

function checkedResponse(changed: HookedResponse, encoding: 'utf8' | 'latin1'): WholeResponse {
  const { status, headers, text } = isObject(changed) ? changed : invalid('beforeRecord', 'did not return a response');
  if (!Number.isInteger(status) || status < 100 || status > 599)
    invalid('beforeRecord.status', 'is not an HTTP status');
  if (typeof text !== 'string') invalid('beforeRecord.text', 'is not a string');
  const isFlat = isObject(headers) && Object.values(headers).every((value) => typeof value === 'string');
  if (!isFlat) invalid('beforeRecord.headers', 'is not an object of strings');
  return { status, headers: { ...headers }, body: Buffer.from(text, encoding) };
}
