import { isSmsServiceError, ReplayMissError, ValidationError } from '../../errors/errors.js';
import { systemCode } from '../../errors/system-code.js';
import { writeFault } from '../../soap/messages/fault.js';
import type { TransportRequest, TransportResponse } from '../../transport/transport.js';
import { sendAndCollect } from '../cassette/send-and-collect.js';

/** A request that another program has sent over HTTP. */
export interface ForeignRequest {
  /** The address that it went to. */
  readonly url: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Aborted when nobody waits for the reply any more. */
  readonly signal?: AbortSignal | undefined;
}

/** With their names in lower case; several cookies are several values. */
type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** What it gets. */
export interface Reply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Uint8Array;
  /** Where the connection is lost behind the body, or before anything has come (status 0): why. */
  readonly lost?: unknown;
}

/** The content type of what is written here. */
const XML = 'text/xml; charset=utf-8';

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
 * Gives a request to what sends or plays it. A miss, and what is no call of the service, becomes a Fault with the words
 * of the error.
 */
export async function replyTo(
  { url, headers, body, signal }: ForeignRequest,
  send: (request: TransportRequest) => Promise<TransportResponse>,
): Promise<Reply> {
  const operation = /#(\w+)"?$/.exec(headers['soapaction'] ?? '')?.[1] ?? 'request';
  // What it asks for is known to its program only: nothing is done twice for it.
  const request = {
    method: 'POST',
    url,
    operation,
    idempotent: false,
    headers: passedOn(headers, OF_TRANSPORT_ASKED),
    body,
    signal,
  } as const;
  const { response, body: content, error } = await sendAndCollect({ send }, request);
  if (response !== undefined) {
    const given = passedOn(response.headers, OF_TRANSPORT_GIVEN);
    const { setCookies } = response;
    const isApart = setCookies !== undefined && 'set-cookie' in given;
    const headers = isApart ? { ...given, 'set-cookie': [...setCookies] } : given;
    const reply = { status: response.status, headers, body: content };
    return error === undefined ? reply : { ...reply, lost: error };
  }
  if (error instanceof ReplayMissError || error instanceof ValidationError) return faultReply(error.message);
  return { status: 0, headers: {}, body: content, lost: error };
}

/** A Fault that tells the client what is wrong. */
export function faultReply(faultString: string): Reply {
  const text = writeFault({ faultCode: 'Client', faultString });
  return { status: 500, headers: { 'content-type': XML }, body: Buffer.from(text, 'utf8') };
}

/** The WSDL. */
export function wsdlReply(text: string): Reply {
  return { status: 200, headers: { 'content-type': XML }, body: Buffer.from(text, 'utf8') };
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
