import { SmsService } from '../../generated/service.js';
import { isSmsServiceError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { withDerived } from '../redact/derived-secrets.js';
import { secretRedactor } from '../redact/redact.js';
import { DEFAULT_LIMITS } from '../soap/decoder/limits.js';
import { parseContentType } from '../soap/messages/content-type.js';
import type { Operation } from '../soap/messages/operation.js';
import { readEnvelope } from '../soap/messages/response.js';
import { brokenOff } from '../transport/no-socket.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { skipWhiteSpace, toUtf8 } from '../xml/charset.js';
import { cleanCall, requestXml } from './cleaning/clean-request.js';
import { cleanResponse } from './cleaning/clean-response.js';
import type { Pseudonyms } from './cleaning/pseudonyms.js';
import type { RecordedFailure, RecordedResponse, Recording } from './har/recording.js';
import type { DecodedCall } from './matching/call.js';
import { kindOf, leavesOf } from './matching/fields.js';

/** The headers that are kept; an address, a cookie or an authorization is never among them. */
const REQUEST_HEADERS = ['content-type', 'soapaction'] as const;
const RESPONSE_HEADERS = ['content-type', 'retry-after'] as const;

/** What came of a call that was recorded: what its caller gets, and what the cassette keeps. */
export interface Recorded {
  readonly recording: Recording;
  /** The response as it was, or throws what the transport has thrown. */
  give(): TransportResponse;
}

/** Sends a request, and makes a recording of it that holds nothing secret; none of a call that its caller has ended. */
export async function record(
  transport: Transport,
  request: TransportRequest,
  call: DecodedCall,
  pseudonyms: Pseudonyms,
  now: () => Date,
): Promise<Recorded | { readonly recording: undefined; give(): TransportResponse }> {
  const startedAtMs = now().getTime();
  const start = performance.now();
  const { response, body, error } = await outcomeOf(transport, request);
  const failure = error === undefined ? undefined : failureOf(error);
  const give = (): TransportResponse => {
    if (response === undefined) throw error;
    return { ...response, body: error === undefined ? body : brokenOff(body, error) };
  };
  if (error !== undefined && failure === undefined) return { recording: undefined, give };
  const recording: Recording = {
    request: { headers: kept(request.headers, REQUEST_HEADERS), text: requestXml(cleanCall(call, pseudonyms)) },
    ...(response === undefined ? {} : { response: recordedResponse(response, body, call, pseudonyms) }),
    ...(failure === undefined ? {} : { failure }),
    startedAtMs,
    durationMs: performance.now() - start,
  };
  return { recording, give };
}

interface Sent {
  readonly response: TransportResponse | undefined;
  /** What has come of it. */
  readonly body: Uint8Array;
  readonly error: unknown;
}

/** Sends a request and waits for the whole response, or for what comes of it before it breaks off. */
async function outcomeOf(transport: Transport, request: TransportRequest): Promise<Sent> {
  const pieces: Uint8Array[] = [];
  let response: TransportResponse | undefined;
  try {
    response = await transport.send(request);
    if (response.body instanceof Uint8Array) return { response, body: response.body, error: undefined };
    for await (const piece of response.body) pieces.push(piece);
    return { response, body: Buffer.concat(pieces), error: undefined };
  } catch (error) {
    return { response, body: Buffer.concat(pieces), error };
  }
}

/** What a cassette keeps of an error; nothing of one that is the caller's own doing, or no error of a transport. */
function failureOf(error: unknown): RecordedFailure | undefined {
  if (!isSmsServiceError(error) || error.outcome === 'rejected') return undefined;
  const { code, outcome, cause } = error;
  if (code !== 'CONNECTION' && code !== 'TIMEOUT' && code !== 'TLS') return undefined;
  const systemCode = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return {
    code,
    outcome,
    ...(systemCode !== undefined && /^[A-Z][A-Z0-9_]*$/.test(systemCode) ? { systemCode } : {}),
    ...('timeoutMs' in error ? { timeoutMs: Number(error.timeoutMs) } : {}),
  };
}

function recordedResponse(
  { status, headers }: TransportResponse,
  body: Uint8Array,
  call: DecodedCall,
  pseudonyms: Pseudonyms,
): RecordedResponse {
  const contentType = headers['content-type'];
  const { charset, mediaType } = parseContentType(contentType);
  const text = cleanResponse(body, charset, {
    maskSecrets: secretRedactor(secretsOf(call)),
    pseudonyms,
    known: pseudonyms.isActive ? valuesToReplace(body, charset, call, pseudonyms) : new Map(),
  });
  const recorded = kept(headers, RESPONSE_HEADERS);
  // The text is in UTF-8 now.
  const isRecoded = charset !== undefined && mediaType !== 'multipart/related';
  return {
    status,
    headers: isRecoded ? { ...recorded, 'content-type': `${mediaType}; charset=utf-8` } : recorded,
    text,
  };
}

/** The credentials, and what a server may make of them. */
function* secretsOf({ input: { client } }: DecodedCall): Iterable<string> {
  const { username, password } = (client ?? {}) as Readonly<Record<string, unknown>>;
  for (const secret of [username, password]) {
    if (typeof secret === 'string' && secret !== '') yield* withDerived(secret);
  }
}

/** What the fields of a response hold that are replaced, wherever in the document they stand. */
function valuesToReplace(
  body: Uint8Array,
  charset: string | undefined,
  { operation }: DecodedCall,
  pseudonyms: Pseudonyms,
): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>();
  try {
    const document = skipWhiteSpace(toUtf8(body, charset));
    const known = SmsService.operations[operation] as Operation<unknown, unknown>;
    const content = readEnvelope(SmsService, known, document, DEFAULT_LIMITS);
    for (const { name, value } of leavesOf(content.kind === 'output' ? content.output : undefined)) {
      const kind = kindOf(name);
      if (kind !== 'plain' && typeof value === 'string') replaced.set(value, pseudonyms.of(kind, value));
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Not what the WSDL says: its texts are looked through by the names of their elements alone.
  }
  return replaced;
}

function kept(headers: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
