import { isSmsServiceError, ReplayMissError, ValidationError } from '../../errors/errors.js';
import { systemCode } from '../../errors/system-code.js';
import type { RequestInBytes } from '../../transport/request-body.js';
import type { TransportResponse } from '../../transport/transport.js';
import { sendAndCollect } from '../cassette/recording/send-and-collect.js';
import type { HttpRequest, Method, WholeResponse } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';

/** A request that another program has sent over HTTP. */
export interface ServedRequest extends HttpRequest {
  readonly method: Method;
  readonly body: Uint8Array;
  /** Aborted when nobody waits for the reply any more. */
  readonly signal?: AbortSignal | undefined;
}

/** With their names in lower case; several cookies are several values. */
type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** The response that a program gets. */
export interface Reply extends Omit<WholeResponse, 'headers'> {
  readonly headers: ReplyHeaders;
  /** The error by which the connection is lost, behind the body or before anything has come (status 0). */
  readonly lost?: unknown;
}

/** Of one connection only (RFC 9110 section 7.6.1), or written anew for each. */
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

/** A transport takes what it understands itself, and gives bodies without their content coding. */
const [OF_TRANSPORT_ASKED, OF_TRANSPORT_GIVEN] = ['accept-encoding', 'content-encoding'];

/**
 * Gives a request to what sends or plays it. A miss, and what is no call of the service, becomes a response of its
 * contract with the words of the error.
 */
export async function replyTo(
  contracts: Contracts,
  served: ServedRequest,
  send: (request: RequestInBytes) => Promise<TransportResponse>,
): Promise<Reply> {
  const { method, url, headers, body, signal } = served;
  const contract = contracts.of(served);
  // Only the program knows whether its request may be repeated: nothing is done twice for it.
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

/** The system's code of an error of the connection: `ECONNRESET`. */
export function systemCodeOf(error: unknown): string {
  return systemCode(isSmsServiceError(error) ? error.cause : undefined) ?? 'ECONNRESET';
}

/** Headers without those of one connection, which that itself may name. @param further - one more to leave out */
function passedOn(headers: Readonly<Record<string, string>>, further: string): Readonly<Record<string, string>> {
  const named = new Set((headers['connection'] ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !(OF_ONE_CONNECTION.has(name) || named.has(name) || name.startsWith('proxy-') || name === further),
    ),
  );
}
