import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { NodeRequest } from '../reading/from-node.js';

export type AnswerStatus = 200 | 400 | 403 | 405 | 408 | 413 | 415 | 500 | 503;

export interface Answer {
  readonly status: AnswerStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export const METHODS: readonly string[] = ['GET', 'POST'];

export function answerOf(status: AnswerStatus): Answer {
  const text = status === 200 ? 'OK' : (STATUS_CODES[status] ?? '');
  return {
    status,
    text,
    headers: {
      'content-type': 'text/plain',
      'content-length': String(text.length),
      // Callbacks use GET. A proxy that caches a response would answer the next callback itself.
      'cache-control': 'no-store',
      ...(status === 405 ? { allow: METHODS.join(', ') } : {}),
    },
  };
}

export function toResponse({ status, headers, text }: Answer): Response {
  return new Response(text, { status, headers });
}

/** An answer for AWS Lambda: for function URLs, API Gateway and load balancers. */
export interface LambdaAnswer {
  readonly statusCode: number;
  readonly statusDescription: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Present if a load balancer uses multi-value headers. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

export function toLambda({ status, headers, text }: Answer, isMulti: boolean): LambdaAnswer {
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return {
    statusCode: status,
    statusDescription: `${status} ${STATUS_CODES[status] ?? ''}`,
    headers,
    ...(isMulti ? { multiValueHeaders: lists } : {}),
    body: text,
    isBase64Encoded: false,
  };
}

/** Writes the response, unless it was already written or the client has disconnected. */
export function writeAnswer(
  request: NodeRequest,
  response: ServerResponse,
  { status, headers, text }: Answer,
  mostUnread: number,
): void {
  if (response.headersSent || response.writableEnded || response.destroyed) return;
  const source = (request.raw ?? request) as Partial<IncomingMessage>;
  const { complete, httpVersionMajor = 1 } = source;
  const isLate = status === 408;
  const closes = httpVersionMajor < 2 && complete !== true && (isLate || !isSoonRead(request, mostUnread));
  // Node.js does not discard the rest of a body that was partly read, which would block the next request.
  if (complete !== true) response.once?.('finish', () => void source.resume?.());
  response.writeHead(status, { ...headers, ...(closes ? { connection: 'close' } : {}) });
  response.end(text);
}

function isSoonRead({ headers }: NodeRequest, most: number): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding === undefined && Number(length ?? 0) <= most;
}
