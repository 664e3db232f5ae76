import { types } from 'node:util';
import { CallbackError } from '../../errors/incoming-error.js';
import { checkString, invalid, isObject } from '../../options/check.js';
import { type OptionsOf, readOptions } from '../../options/table.js';
import { nothing, pieceOf, pieceOfText } from '../body/counted-body.js';
import { RefusedRequest } from '../body/limits.js';
import type { CallbackEvent } from '../description/events.js';
import { type ArrivedBody, type ArrivedCallback, headerValue, Unreadable } from './arrived.js';
import { type FetchRequest, fromFetch } from './from-fetch.js';
import { partsOf } from './from-node.js';
import { readCallback } from './read-callback.js';
import { READING_OPTIONS } from './reading-options.js';

/** Options of {@link parseCallback}. */
export interface ParseCallbackOptions extends OptionsOf<typeof READING_OPTIONS> {}

/** The parts of a request. */
export interface CallbackRequest {
  readonly method: string;
  /** The address, or its path and query: `/callback?MsgId=…`. */
  readonly url: string;
  /** The names may be in any case. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** A text, bytes, a stream of bytes, or the object that a form parser has created. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array> | object | null | undefined;
}

/**
 * Parses a callback of the gateway (specification section 6) and returns its events, one for each message of a delivery
 * report. It does not check the sender, detect duplicates or respond: `callbackHandler` does. A secret in the query is
 * treated as a field unless `ownParameters` names it.
 *
 * @param request - a `Request` of the Fetch API, whose body is read, or its parts
 * @returns the events in their order; an empty list for the request that checks an address when it is saved
 * @throws CallbackError that names the field if the request does not match the specification, is cut off, or exceeds
 *   the limits; its files are removed
 * @throws ValidationError if the argument is not a request, or an option is invalid
 * @throws an error of the file system if a file cannot be written
 *
 * @example
 * ```ts
 * import { parseCallback } from 'sms-service-client/callbacks';
 *
 * const url = '/sms?MsgId=17&status=404&donedate=1800000000&to=48500100200&status_name=DELIVERED';
 * for (const event of await parseCallback({ method: 'GET', url })) {
 *   if (event.type === 'sms-report') console.log(event.messageId, event.statusName, event.isFinal);
 * }
 * ```
 */
export async function parseCallback(
  request: FetchRequest | CallbackRequest,
  options: ParseCallbackOptions = {},
): Promise<readonly CallbackEvent[]> {
  if (!isObject(request)) invalid('request', 'must be a request');
  const settings = readOptions(options, READING_OPTIONS);
  try {
    const read = await readCallback(arrivedOf(request), { ...settings, getSignal: () => new AbortController().signal });
    return read.kind === 'probe' ? [] : read.events.map(({ event }) => event);
  } catch (error) {
    if (error instanceof Unreadable) {
      await error.removeFiles().catch(() => {});
      throw error.error;
    }
    if (error instanceof RefusedRequest) throw new CallbackError('', error.reason, undefined, error.cause);
    throw error;
  }
}

function isFetch(request: FetchRequest | CallbackRequest): request is FetchRequest {
  return 'bodyUsed' in request;
}

function arrivedOf(request: FetchRequest | CallbackRequest): ArrivedCallback {
  if (isFetch(request)) return fromFetch(request);
  const { method, url, headers = {}, body } = request;
  checkString(method, 'request.method');
  checkString(url, 'request.url');
  if (!isObject(headers)) invalid('request.headers', 'must be an object');
  for (const value of Object.values(headers).flat()) {
    if (value !== undefined && typeof value !== 'string')
      invalid('request.headers', 'has a value that is not a string');
  }
  if (!['string', 'object', 'undefined'].includes(typeof body))
    invalid('request.body', 'must be a string, bytes or a parsed body');
  const [path, query] = partsOf(url);
  const header = (name: string): string | undefined => headerValue(headers, name);
  const arrived = { method: method.toUpperCase(), path, query, header, peer: undefined, body: bodyOf(body) };
  if (arrived.method === 'GET' && !isEmpty(body)) throw new RefusedRequest(400, 'a GET request must not have a body');
  return arrived;
}

function isEmpty(body: CallbackRequest['body']): boolean {
  if (body === undefined || body === null || body === '') return true;
  return isObject(body) && !(Symbol.asyncIterator in body) && Object.keys(body).length === 0;
}

function bodyOf(body: CallbackRequest['body']): ArrivedBody {
  if (body === undefined || body === null) return { kind: 'stream', stream: nothing() };
  if (typeof body === 'string') return { kind: 'stream', stream: pieceOfText(body) };
  if (types.isUint8Array(body)) return { kind: 'stream', stream: pieceOf(body) };
  if (Symbol.asyncIterator in body) return { kind: 'stream', stream: body };
  return { kind: 'parsed', value: body, hasFiles: false };
}
