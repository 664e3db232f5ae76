import { SmsService } from '../../../generated/service.js';
import { Problem } from '../../errors/problem.js';
import { withDerived } from '../../redact/derived-secrets.js';
import { secretRedactor } from '../../redact/redact.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { documentOf } from '../../soap/messages/content-type.js';
import type { Operation } from '../../soap/messages/operation.js';
import { readEnvelope } from '../../soap/messages/response.js';
import { skipWhiteSpace, toUtf8 } from '../../xml/charset.js';
import type { RecordedResponse } from '../har/recording.js';
import type { DecodedCall } from '../matching/call.js';
import { kindOf, leavesOf } from '../matching/fields.js';
import { cleanDocument } from './clean-document.js';
import { keptHeaders } from './kept-headers.js';
import type { Pseudonyms } from './pseudonyms.js';

/** A response with what has come of its body. */
export interface WholeResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * What a cassette keeps of a response: its envelope in UTF-8, with pseudonyms for what is not to be kept and without
 * the credentials. Attachments are left out.
 *
 * @param call - that it responds to
 */
export function cleanResponse(
  { status, headers, body }: WholeResponse,
  call: DecodedCall,
  pseudonyms: Pseudonyms,
): RecordedResponse {
  const { document, contentType } = documentOf(body, headers['content-type']);
  const { charset, mediaType } = contentType;
  const isRecoded = charset !== undefined || document !== body;
  const recoded = isRecoded ? { 'content-type': `${mediaType || 'text/xml'}; charset=utf-8` } : {};
  return {
    status,
    headers: keptHeaders({ ...headers, ...recoded }),
    text: cleanDocument(document, charset, {
      maskSecrets: secretRedactor(secretsOf(call, pseudonyms)),
      pseudonyms,
      known: pseudonyms.isActive ? valuesToReplace(document, charset, call, pseudonyms) : new Map(),
    }),
  };
}

/** The credentials and what a server may make of them; names and texts that are replaced, where it echoes them. */
function* secretsOf({ input: { client, ...parts } }: DecodedCall, pseudonyms: Pseudonyms): Iterable<string> {
  for (const { value } of leavesOf(client)) if (value !== '') yield* withDerived(String(value));
  for (const { name, value } of leavesOf(parts)) {
    const kind = kindOf(name);
    // Numbers are found by what they look like.
    if (typeof value === 'string' && kind !== 'number' && pseudonyms.of(kind, value) !== value) yield value;
  }
}

/** What the fields of a response hold that are replaced, wherever in the document they stand. */
function valuesToReplace(
  bytes: Uint8Array,
  charset: string | undefined,
  { operation }: DecodedCall,
  pseudonyms: Pseudonyms,
): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>();
  try {
    const document = skipWhiteSpace(toUtf8(bytes, charset));
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
