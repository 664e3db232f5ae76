import { SmsService } from '../../../generated/service.js';
import { isSmsServiceError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../soap/decoder/limits.js';
import { documentOf } from '../../soap/messages/attachments.js';
import { beginsLikeXml, decodeResponse } from '../../soap/messages/decode-response.js';
import { type ResponseContent, readEnvelope } from '../../soap/messages/response.js';
import { skipWhiteSpace, toUtf8 } from '../../xml/charset.js';
import type { ReadRequest, WholeResponse } from '../contract/contract.js';
import { operationOf } from './request.js';

export type DecodedContent = ResponseContent<unknown> & { readonly kind: 'output' | 'fault' };

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
  acceptSurrogateReferences: true,
};

/** Decodes a response like a client, without its limits. */
export function contentOf(
  response: WholeResponse,
  { operation }: Pick<ReadRequest, 'operation'>,
): DecodedContent | undefined {
  const { status, headers, body } = response;
  try {
    const utf8 = documentIn({ headers, body });
    if (!beginsLikeXml(utf8)) return undefined;
    const content = readEnvelope(SmsService, operationOf(operation), utf8, LIMITS);
    if (content.kind === 'fault') return content;
    return content.kind === 'output' && status >= 200 && status <= 299 ? content : undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }
}

export function errorOf(response: WholeResponse, { operation }: Pick<ReadRequest, 'operation'>): unknown {
  const known = operationOf(operation);
  const context = {
    shared: { service: SmsService, limits: LIMITS },
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
