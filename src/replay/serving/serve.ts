import { isSmsServiceError, ReplayMissError, ValidationError } from '../../errors/errors.js';
import { systemCode } from '../../errors/service-error.js';
import { type HandleArrived, promptly, type Reaction } from '../../local-server/messages.js';
import { MAX_REQUEST_BYTES } from '../../local-server/router.js';
import { SOAP_PATH } from '../../local-server/soap-endpoint.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import type { RequestInBytes } from '../../transport/request-body.js';
import type { TransportResponse } from '../../transport/transport.js';
import { sendAndCollect } from '../cassette/recording/recorder.js';
import type { HttpRequest, Method, WholeResponse } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';

export interface ServedRequest extends HttpRequest {
  readonly method: Method;
  readonly body: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

type ReplyHeaders = Readonly<Record<string, string | string[]>>;

export interface Reply extends Omit<WholeResponse, 'headers'> {
  readonly headers: ReplyHeaders;
  readonly lost?: unknown;
}

const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const [REQUEST_CODING, RESPONSE_CODING] = ['accept-encoding', 'content-encoding'];

export async function replyTo(
  contracts: Contracts,
  served: ServedRequest,
  send: (request: RequestInBytes) => Promise<TransportResponse>,
): Promise<Reply> {
  const { method, url, headers, body, signal } = served;
  const contract = contracts.of(served);
  // Only the program knows whether its request may be repeated, so it is never retried.
  const request = {
    method,
    url,
    operation: contract.operationNamed(served) ?? 'request',
    idempotent: false,
    headers: passedOn(headers, REQUEST_CODING),
    body: method === 'GET' && body.length === 0 ? undefined : body,
    signal,
  };
  const { response, body: content, error } = await sendAndCollect({ send }, request);
  if (response !== undefined) {
    const input = passedOn(response.headers, RESPONSE_CODING);
    const { setCookies } = response;
    const isApart = setCookies !== undefined && 'set-cookie' in input;
    const headers = isApart ? { ...input, 'set-cookie': [...setCookies] } : input;
    const reply = { status: response.status, headers, body: content };
    return error === undefined ? reply : { ...reply, lost: error };
  }
  if (error instanceof ReplayMissError || error instanceof ValidationError)
    return contract.errorResponse(error.message);
  return { status: 0, headers: {}, body: content, lost: error };
}

export function systemCodeOf(error: unknown): string {
  return systemCode(isSmsServiceError(error) ? error.cause : undefined) ?? 'ECONNRESET';
}

function passedOn(headers: Readonly<Record<string, string>>, further: string): Readonly<Record<string, string>> {
  const named = new Set((headers['connection'] ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !(CONNECTION_HEADERS.has(name) || named.has(name) || name.startsWith('proxy-') || name === further),
    ),
  );
}

export function serveCalls(
  contracts: Contracts,
  send: (request: RequestInBytes) => Promise<TransportResponse>,
): HandleArrived {
  const allow = [...new Set(['GET', ...contracts.methods])].join(', ');
  return async ({ method, path, query, headers, body, origin, signal }) => {
    const description = method === 'GET' ? contracts.description(query) : undefined;
    if (description !== undefined) return reactionOf(await description.write(origin + SOAP_PATH));
    const url = `${origin}${path}${query && '?'}${query}`;
    if (!contracts.has(method) || !contracts.mayBeCall(method, url)) {
      return promptly({ status: 405, headers: { allow }, body: NOTHING });
    }
    const served = { method, url, headers: flatHeaders(headers), body: body ?? NOTHING, signal };
    if (body === undefined) {
      const refusal = contracts.of(served).errorResponse(`A request has at most ${MAX_REQUEST_BYTES} bytes.`);
      return reactionOf({ ...refusal, status: 413 });
    }
    return reactionOf(await replyTo(contracts, served, send));
  };
}

const NOTHING = new Uint8Array();

function reactionOf({ status, headers, body, lost }: Reply): Reaction {
  if (lost !== undefined && status === 0) return { kind: 'dropped' };
  // For a lost connection the announced length is larger than the body.
  const length = body.length + (lost === undefined ? 0 : 1);
  const response = { status, headers: { ...headers, 'content-length': String(length) }, body };
  return lost === undefined ? promptly(response) : { kind: 'cut', response };
}
