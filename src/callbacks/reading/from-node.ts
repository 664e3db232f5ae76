import { types } from 'node:util';
import { checkOptional, checkString, invalid, isObject } from '../../options/check.js';
import { pieceOf, pieceOfText } from '../body/counted-body.js';
import type { ArrivedBody, ArrivedCallback } from './arrived.js';

/**
 * A request of `node:http` or HTTP/2, also as frameworks pass it: Express and Connect with `originalUrl` and a parsed
 * body, Fastify with the request of `node:http` in `raw`.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The complete URL. Frameworks remove the path of the mounted router from `url`. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders?: readonly string[] | undefined;
  readonly socket?: { readonly remoteAddress?: string | undefined } | null | undefined;
  readonly raw?: unknown;
  readonly body?: unknown;
  /** The body as bytes, which cloud functions keep beside the parsed one. */
  readonly rawBody?: unknown;
  /** The files that a parser such as multer has read. The handler cannot use them. */
  readonly file?: unknown;
  readonly files?: unknown;
}

interface BodyStream {
  readonly readableDidRead?: boolean;
  readonly readableEnded?: boolean;
  iterator?(options: { readonly destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
  [Symbol.asyncIterator]?(): AsyncIterator<Uint8Array>;
}

/**
 * Converts a request of `node:http`. If reading ends early, the connection stays open for the response.
 *
 * @throws ValidationError if the argument is not such a request
 */
export function fromNode(request: NodeRequest): ArrivedCallback {
  if (!isObject(request)) invalid('request', 'must be a request of node:http');
  const source = isRequest(request.raw) ? request.raw : request;
  checkSource(source);
  const [path, query] = partsOf(request.originalUrl ?? source.originalUrl ?? source.url ?? '/');
  return {
    method: (source.method ?? '').toUpperCase(),
    path,
    query,
    header: (name) => headerOf(source, name),
    peer: source.socket?.remoteAddress,
    body: bodyOf(source as BodyStream, request),
  };
}

function checkSource({ headers, method, url, originalUrl }: NodeRequest): void {
  // Headers of the Fetch API have no properties by name.
  if (!isObject(headers) || typeof headers.get === 'function')
    invalid('request.headers', 'must be a request and a response of node:http');
  checkOptional(method, checkString, 'request.method');
  checkOptional(url, checkString, 'request.url');
  checkOptional(originalUrl, checkString, 'request.originalUrl');
}

function isRequest(value: unknown): value is NodeRequest {
  return typeof value === 'object' && value !== null && 'headers' in value && 'url' in value;
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;

export function partsOf(url: string): readonly [path: string, query: string] {
  const target = url.replace(ORIGIN, '').replace(/#.*/s, '');
  const start = target.indexOf('?');
  const path = start === -1 ? target : target.slice(0, start);
  return [path === '' ? '/' : path, start === -1 ? '' : target.slice(start + 1)];
}

function headerOf({ headers, rawHeaders }: NodeRequest, name: string): string | undefined {
  const values = (rawHeaders ?? []).filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name,
  );
  if (values.length > 0) return values.join(', ');
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

function bodyOf(stream: BodyStream, { body, rawBody, file, files }: NodeRequest): ArrivedBody {
  const isRead = stream.readableDidRead === true || stream.readableEnded === true;
  // Some parsers set an empty object without reading the body.
  if (!isRead && stream[Symbol.asyncIterator] !== undefined) {
    const iterator = stream.iterator?.({ destroyOnReturn: false });
    return { kind: 'stream', stream: iterator ?? (stream as AsyncIterable<Uint8Array>) };
  }
  const bytes = [rawBody, body].find((value) => types.isUint8Array(value));
  if (bytes !== undefined) return { kind: 'stream', stream: pieceOf(bytes) };
  if (typeof body === 'string') return { kind: 'stream', stream: pieceOfText(body) };
  if (typeof body !== 'object' || body === null) return { kind: 'consumed' };
  return {
    kind: 'parsed',
    value: body,
    hasFiles: [file, files].some((parsed) => Object.keys(parsed ?? {}).length > 0),
  };
}
