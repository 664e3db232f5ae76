import { checkBoolean, checkString, invalid, isObject } from '../../options/check.js';
import { nothing, pieceOf, pieceOfText } from '../body/counted-body.js';
import { RefusedRequest } from '../body/limits.js';
import { type ArrivedBody, type ArrivedCallback, headerValue } from './arrived.js';

type Values<Value> = Readonly<Record<string, Value | undefined>> | null | undefined;

/**
 * An event of AWS Lambda for a request: of API Gateway (REST, and HTTP with both payload formats), a function URL, or an
 * Application Load Balancer.
 */
export interface LambdaEvent {
  readonly version?: string | undefined;
  readonly httpMethod?: string | undefined;
  readonly path?: string | undefined;
  readonly rawPath?: string | undefined;
  readonly rawQueryString?: string | undefined;
  readonly headers?: Values<string>;
  readonly multiValueHeaders?: Values<readonly string[]>;
  readonly queryStringParameters?: Values<string>;
  readonly multiValueQueryStringParameters?: Values<readonly string[]>;
  readonly requestContext?:
    | {
        readonly http?: { readonly method?: string | undefined; readonly sourceIp?: string | undefined } | undefined;
        readonly identity?: { readonly sourceIp?: string | null | undefined } | undefined;
        readonly elb?: unknown;
      }
    | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

/**
 * Converts an event of AWS Lambda. The peer is the source address in its context, which a load balancer does not
 * provide.
 *
 * The query is `rawQueryString` if it exists. Otherwise it is rebuilt from the parameters, which API Gateway decodes
 * and a load balancer does not. If the event has only one value for each name, earlier values of a repeated parameter
 * are lost.
 *
 * @throws ValidationError if the argument is not such an event
 */
export function fromLambda(event: LambdaEvent): ArrivedCallback {
  checkEvent(event);
  const context = event.requestContext ?? {};
  return {
    method: (context.http?.method ?? event.httpMethod ?? '').toUpperCase(),
    path: event.rawPath ?? event.path ?? '/',
    query: event.rawQueryString ?? queryOf(event),
    header: (name) => headerValue(event.multiValueHeaders ?? event.headers ?? {}, name),
    peer: context.http?.sourceIp ?? context.identity?.sourceIp ?? undefined,
    body: bodyOf(event),
  };
}

const TEXTS = ['httpMethod', 'path', 'rawPath', 'rawQueryString', 'body'] as const;
const RECORDS = ['headers', 'multiValueHeaders', 'queryStringParameters', 'multiValueQueryStringParameters'] as const;

function checkEvent(event: LambdaEvent): void {
  if (!isObject(event)) invalid('event', 'must be a Lambda event');
  for (const name of TEXTS) checkText(event[name], `event.${name}`);
  for (const name of RECORDS) checkRecord(event[name], `event.${name}`);
  const { isBase64Encoded, requestContext } = event;
  if ((isBase64Encoded ?? undefined) !== undefined) checkBoolean(isBase64Encoded, 'event.isBase64Encoded');
  const { http, identity } = partOf(requestContext, 'event.requestContext');
  const { method, sourceIp } = partOf(http, 'event.requestContext.http');
  checkText(method, 'event.requestContext.http.method');
  checkText(sourceIp, 'event.requestContext.http.sourceIp');
  checkText(partOf(identity, 'event.requestContext.identity').sourceIp, 'event.requestContext.identity.sourceIp');
}

function checkText(value: unknown, path: string): void {
  if (value !== undefined && value !== null) checkString(value, path);
}

function partOf<Part extends object>(value: Part | null | undefined, path: string): Partial<Part> {
  const part = value ?? {};
  return isObject(part) ? part : invalid(path, 'must be an object');
}

function checkRecord(record: Values<unknown>, path: string): void {
  for (const value of Object.values(partOf(record, path)).flat()) {
    if (value !== undefined && typeof value !== 'string') invalid(path, 'has a value that is not a string');
  }
}

function queryOf({ multiValueQueryStringParameters, queryStringParameters, requestContext }: LambdaEvent): string {
  const isDecoded = requestContext?.elb === undefined;
  const written = (text: string): string => (isDecoded ? encoded(text) : text);
  return Object.entries(multiValueQueryStringParameters ?? queryStringParameters ?? {})
    .flatMap(([name, input = []]) => [input].flat().map((value) => `${written(name)}=${written(value)}`))
    .join('&');
}

/** A lone surrogate cannot have been sent. It is written as bytes that are not UTF-8, so that its field is refused. */
function encoded(text: string): string {
  return text.replace(/\P{Surrogate}+/gu, encodeURIComponent).replace(/\p{Surrogate}/gu, '%ED%A0%80');
}

function bodyOf({ body, isBase64Encoded }: LambdaEvent): ArrivedBody {
  if (body === null || body === undefined || body === '') return { kind: 'stream', stream: nothing() };
  return { kind: 'stream', stream: isBase64Encoded === true ? decoded(body) : pieceOfText(body) };
}

/** `Buffer.from` ignores characters that are not base64. */
async function* decoded(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (text.length % 4 !== 0 || !/^[\w+/-]*={0,2}$/.test(text)) {
    throw new RefusedRequest(400, 'the body is not valid base64');
  }
  yield* pieceOf(Buffer.from(text, 'base64'));
}
