import { nothing, pieceOf, pieceOfText } from '../body/given-body.js';
import { RefusedRequest } from '../body/refused-request.js';
import type { ArrivedBody, ArrivedCallback } from './arrived.js';

type Values<Value> = Readonly<Record<string, Value | undefined>> | null | undefined;

/**
 * An event of AWS Lambda that stands for a request: of API Gateway (REST, and HTTP in both formats of payload), of a
 * function's own address, of an Application Load Balancer.
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
 * Takes an event of AWS Lambda. The peer is the source address that its context says; a load balancer says none.
 *
 * The query is that of `rawQueryString` where there is one. API Gateway gives parameters decoded otherwise, and a load
 * balancer as they were sent. Where a load balancer or an API gives one value of each name only, the last one of a
 * parameter that came twice is all that is known.
 */
export function fromLambda(event: LambdaEvent): ArrivedCallback {
  const context = event.requestContext ?? {};
  return {
    method: (context.http?.method ?? event.httpMethod ?? '').toUpperCase(),
    path: event.rawPath ?? event.path ?? '/',
    query: event.rawQueryString ?? queryOf(event),
    header: (name) => valuesOf(event.multiValueHeaders, event.headers, name)?.join(', '),
    peer: context.http?.sourceIp ?? context.identity?.sourceIp ?? undefined,
    body: bodyOf(event),
  };
}

function queryOf({ multiValueQueryStringParameters, queryStringParameters, requestContext }: LambdaEvent): string {
  const isDecoded = requestContext?.elb === undefined;
  const written = (text: string): string => (isDecoded ? encoded(text) : text);
  return Object.entries(multiValueQueryStringParameters ?? queryStringParameters ?? {})
    .flatMap(([name, given = []]) => [given].flat().map((value) => `${written(name)}=${written(value)}`))
    .join('&');
}

/** Half a character, which cannot have been sent, becomes bytes that are no text: they are refused by their field. */
function encoded(text: string): string {
  return text
    .split(/(\p{Surrogate})/u)
    .map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('');
}

/** The values of a header; the names of headers stand there in any case. */
function valuesOf(
  several: Values<readonly string[]>,
  single: Values<string>,
  name: string,
): readonly string[] | undefined {
  const values = Object.entries(several ?? single ?? {}).flatMap(([given, value = []]) =>
    given.toLowerCase() === name ? [value].flat() : [],
  );
  return values.length === 0 ? undefined : values;
}

function bodyOf({ body, isBase64Encoded }: LambdaEvent): ArrivedBody {
  if (body === null || body === undefined || body === '') return { kind: 'stream', stream: nothing() };
  return { kind: 'stream', stream: isBase64Encoded === true ? decoded(body) : pieceOfText(body) };
}

/** `Buffer.from` would pass over what is no base64. */
async function* decoded(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (text.length % 4 !== 0 || !/^[\w+/-]*={0,2}$/.test(text)) {
    throw new RefusedRequest(400, 'the body is not written as base64');
  }
  yield* pieceOf(Buffer.from(text, 'base64'));
}
