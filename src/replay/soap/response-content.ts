import { SmsService } from '../../../generated/service.js';
import { isSmsServiceError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../soap/decoder/limits.js';
import { documentOf } from '../../soap/messages/attachments.js';
import { beginsLikeXml, decodeResponse } from '../../soap/messages/decode-response.js';
import type { Operation } from '../../soap/messages/operation.js';
import { type ResponseContent, readEnvelope } from '../../soap/messages/response.js';
import { skipWhiteSpace, toUtf8 } from '../../xml/charset.js';
import type { ReadRequest, WholeResponse } from '../contract/contract.js';
import { operationOf } from './request.js';

export interface DecodedResponse {
  readonly content: ResponseContent<unknown> & { readonly kind: 'output' | 'fault' };
  readonly hasSurrogateReferences: boolean;
}

/** Returns the document of a response, in UTF-8. @throws Problem if it is invalid in its charset */
export function documentIn({ headers, body }: Pick<WholeResponse, 'headers' | 'body'>): Uint8Array {
  const { document, contentType } = documentOf(body, headers['content-type']);
  return skipWhiteSpace(toUtf8(skipWhiteSpace(document), contentType.charset));
}

/** The recording client may have had higher limits than the default. The maximum depth of values is always 512. */
const LIMITS: DecodeSettings = {
  ...DEFAULT_LIMITS,
  maxDepth: 1_000_000,
  maxAttributes: 100_000,
  maxArrayItems: 10_000_000,
  maxReferences: 10_000_000,
};

/** Decodes a response like a client, without its limits. */
export function contentOf(
  response: WholeResponse,
  { operation }: Pick<ReadRequest, 'operation'>,
): DecodedResponse | undefined {
  const { status, headers, body } = response;
  const known = operationOf(operation);
  try {
    const utf8 = documentIn({ headers, body });
    if (!beginsLikeXml(utf8)) return undefined;
    const decoded = decodedEnvelope(known, utf8);
    const { kind } = decoded.content;
    if (kind === 'fault') return decoded as DecodedResponse;
    return kind === 'output' && status >= 200 && status <= 299 ? (decoded as DecodedResponse) : undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }
}

function decodedEnvelope(
  operation: Operation<unknown, unknown>,
  utf8: Uint8Array,
): { readonly content: ResponseContent<unknown>; readonly hasSurrogateReferences: boolean } {
  try {
    return { content: readEnvelope(SmsService, operation, utf8, LIMITS), hasSurrogateReferences: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const limits = { ...LIMITS, acceptSurrogateReferences: true };
    return { content: readEnvelope(SmsService, operation, utf8, limits), hasSurrogateReferences: true };
  }
}

export function errorOf(response: WholeResponse, { operation }: Pick<ReadRequest, 'operation'>): unknown {
  const known = operationOf(operation);
  const context = {
    shared: { service: SmsService, limits: { ...LIMITS, acceptSurrogateReferences: true } },
    operation: known,
    *secrets() {},
  };
  try {
    decodeResponse({ ...response }, context);
    return undefined;
  } catch (error) {
    if (!isSmsServiceError(error)) throw error;
    return error;
  }
}
