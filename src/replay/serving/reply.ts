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

/** What it gets. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Where the connection is lost behind the body, or before anything has come (status 0): why. */
  readonly lost?: unknown;
}

/** The content type of what is written here. */
const XML = 'text/xml; charset=utf-8';

/** Of one hop only, or no longer true of a body that was read in whole. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

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
    headers: passedOn(headers),
    body,
    signal,
  } as const;
  const { response, body: content, error } = await sendAndCollect({ send }, request);
  if (response !== undefined) {
    const reply = { status: response.status, headers: passedOn(response.headers), body: content };
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

function passedOn(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name)));
}
