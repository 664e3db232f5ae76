import { types } from 'node:util';
import { SIGNATURE_FIELDS } from '../../domain/sending/notify-url.js';
import { CallbackError } from '../../errors/incoming-error.js';
import { checkFilled, checkOneOf, checkString, entriesOf, invalid, isObject } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { nothing, pieceOf, pieceOfText } from '../body/counted-body.js';
import { type CallbackLimitOptions, RefusedRequest, readLimits } from '../body/limits.js';
import type { CallbackEvent, CallbackKind } from '../description/events.js';
import { CALLBACKS } from '../description/kinds.js';
import { type ArrivedBody, type ArrivedCallback, Unreadable } from './arrived.js';
import { type FetchRequest, fromFetch } from './from-fetch.js';
import { partsOf } from './from-node.js';
import { readCallback } from './read-callback.js';

const SIGNATURE: ReadonlySet<string> = new Set(Object.values(SIGNATURE_FIELDS));
const KINDS = Object.keys(CALLBACKS) as readonly CallbackKind[];

const READING_OPTIONS = {
  /** The only kind of callback that the address receives. Default: detected by the field names. */
  kind: optional<CallbackKind>((kind, path) => checkOneOf(kind, KINDS, path)),
  /** The most that a request may hold; what has more is refused. Each limit has a default. */
  limits: withDefault(readLimits({}, 'limits'), (limits: CallbackLimitOptions, path) => readLimits(limits, path)),
  /**
   * The folder for the files of an MMS, which has to be there. Each is written under a random name, for its owner alone
   * to read. Default: files are kept in memory.
   */
  filesFolder: optional((folder: string, path) => checkFilled(folder, path)),
  /**
   * The names of query parameters that belong to the address itself. Name the parameter of a secret: otherwise it is in
   * `unknownFields` of each event that arrives by GET. Parameters of a signature (`signedNotifyUrl`) are known.
   * Default: none.
   */
  ownParameters: withDefault<readonly string[], ReadonlySet<string>>(SIGNATURE, (names, path) => {
    return new Set([...entriesOf(names, path).map(([entryPath, name]) => checkFilled(name, entryPath)), ...SIGNATURE]);
  }),
};

/** Options of {@link parseCallback}. */
export interface ParseCallbackOptions extends OptionsOf<typeof READING_OPTIONS> {}

/** A request whose parts are at hand. */
export interface CallbackRequest {
  readonly method: string;
  /** The address, or its path and query: `/callback?MsgId=…`. */
  readonly url: string;
  /** By their names, in any case. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** A text, bytes, bytes as they arrive, or the object that a parser of forms has made of it. */
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
  const header = (name: string): string | undefined => {
    const values = Object.entries(headers).flatMap(([given, value = []]) =>
      given.toLowerCase() === name ? [value].flat() : [],
    );
    return values.length === 0 ? undefined : values.join(', ');
  };
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
  return { kind: 'parsed', value: body };
}
