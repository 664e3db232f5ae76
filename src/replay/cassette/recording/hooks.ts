import { isUtf8 } from 'node:buffer';
import { invalid, isObject } from '../../../options/check.js';
import type { DecodedRequest } from '../../contract/contract.js';
import { bodyOf, type RecordedResponse } from '../../har/recording.js';

/** A response that a hook receives and returns. */
export interface HookedResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. If it is not UTF-8, each byte is the character with the same number (latin1). */
  readonly text: string;
}

/** A call that a hook receives. */
export interface HookedCall {
  readonly operation: string;
  /** The fields of the request by their names on the wire, without credentials. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: HookedResponse;
}

/** A recorded call that is about to be replayed. */
export interface PlayedCall extends HookedCall {
  readonly recordedAt: Date;
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

/** Called before a call is replayed. @returns the response to play; nothing to play the recorded one */
export type BeforePlay = (call: PlayedCall) => HookedResponse | undefined | void;

interface InBytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export async function toKeep(
  hook: BeforeRecord,
  { operation, input }: DecodedRequest,
  response: InBytes,
): Promise<InBytes | undefined> {
  const encoding = encodingOf(response.body);
  const made = await hook({ operation, input, response: shown(response, encoding) });
  if (made === false) return undefined;
  return made === undefined ? response : inBytes(made, encoding, 'beforeRecord');
}

/** Returns the response that a hook wants to play. @throws ValidationError if the hook fails, or returns no response */
export function toPlay(
  hook: BeforePlay,
  { operation, input }: DecodedRequest,
  response: RecordedResponse,
  recordedAt: Date,
): RecordedResponse {
  const body = bodyOf(response);
  const encoding = encodingOf(body);
  const call = { operation, input, recordedAt, response: shown({ ...response, body }, encoding) };
  const made = called(hook, call);
  if (made === undefined) return response;
  const { status, headers, body: bytes } = inBytes(made, encoding, 'beforePlay');
  return encoding === 'utf8'
    ? { status, headers, text: Buffer.from(bytes).toString('utf8') }
    : { status, headers, text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}

function called(hook: BeforePlay, call: PlayedCall): HookedResponse | undefined {
  try {
    return hook(call) ?? undefined;
  } catch (cause) {
    return invalid('beforePlay', 'has failed', { operation: call.operation, cause });
  }
}

function encodingOf(body: Uint8Array): 'utf8' | 'latin1' {
  return isUtf8(body) ? 'utf8' : 'latin1';
}

function shown({ status, headers, body }: InBytes, encoding: 'utf8' | 'latin1'): HookedResponse {
  return { status, headers: { ...headers }, text: Buffer.from(body).toString(encoding) };
}

function inBytes(made: HookedResponse, encoding: 'utf8' | 'latin1', hook: string): InBytes {
  const { status, headers, text } = isObject(made) ? made : invalid(hook, 'gives no response');
  if (!Number.isInteger(status) || status < 100 || status > 599) invalid(hook, 'gives a response without a status');
  if (typeof text !== 'string') invalid(hook, 'gives a response without a text');
  const isFlat = isObject(headers) && Object.values(headers).every((value) => typeof value === 'string');
  if (!isFlat) invalid(hook, 'gives a response without headers');
  return { status, headers: { ...headers }, body: Buffer.from(text, encoding) };
}
