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

/** An HTTP request of another program. */
export interface ServedRequest extends HttpRequest {
  readonly method: Method;
  readonly body: Uint8Array;
  /** Aborted if the client no longer waits for the response. */
  readonly signal?: AbortSignal | undefined;
}

/** Names are in lower case. Several cookies are several values. */
type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** The response to the program. */
export interface Reply extends Omit<WholeResponse, 'headers'> {
  readonly headers: ReplyHeaders;
  /** The error to lose the connection with: after the body, or before any data (status 0). */
  readonly lost?: unknown;
}

const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
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

/** A transport negotiates content codings itself, and returns bodies without them. */
const [OF_TRANSPORT_ASKED, OF_TRANSPORT_GIVEN] = ['accept-encoding', 'content-encoding'];

/**
 * Sends or replays a request. A missing call, or a request that is not a call of the service, gets a response of its
 * contract with the message of the error.
 */
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
    headers: passedOn(headers, OF_TRANSPORT_ASKED),
    body: method === 'GET' && body.length === 0 ? undefined : body,
    signal,
  };
  const { response, body: content, error } = await sendAndCollect({ send }, request);
  if (response !== undefined) {
    const given = passedOn(response.headers, OF_TRANSPORT_GIVEN);
    const { setCookies } = response;
    const isApart = setCookies !== undefined && 'set-cookie' in given;
    const headers = isApart ? { ...given, 'set-cookie': [...setCookies] } : given;
    const reply = { status: response.status, headers, body: content };
    return error === undefined ? reply : { ...reply, lost: error };
  }
  if (error instanceof ReplayMissError || error instanceof ValidationError)
    return contract.errorResponse(error.message);
  return { status: 0, headers: {}, body: content, lost: error };
}

/** Returns the system code of a connection error: `ECONNRESET`. */
export function systemCodeOf(error: unknown): string {
  return systemCode(isSmsServiceError(error) ? error.cause : undefined) ?? 'ECONNRESET';
}

/** Returns headers without those of a single connection (`connection` may name more). @param further - one more */
function passedOn(headers: Readonly<Record<string, string>>, further: string): Readonly<Record<string, string>> {
  const named = new Set((headers['connection'] ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !(OF_ONE_CONNECTION.has(name) || named.has(name) || name.startsWith('proxy-') || name === further),
    ),
  );
}

/**
 * Creates a request handler. Requests with the methods of the contracts are calls, if the path can belong to one. A GET
 * may ask for the description of the service, which contains the server's address. All other requests get 405.
 *
 * @param send - sends or replays a call
 */
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
