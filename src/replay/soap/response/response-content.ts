import { SmsService } from '../../../../generated/service.js';
import { isSmsServiceError } from '../../../errors/errors.js';
import { Problem } from '../../../errors/problem.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../../soap/decoder/limits.js';
import { documentOf } from '../../../soap/messages/attachments.js';
import { beginsLikeXml, decodeResponse } from '../../../soap/messages/decode-response.js';
import type { Operation } from '../../../soap/messages/operation.js';
import { type ResponseContent, readEnvelope } from '../../../soap/messages/response.js';
import { skipWhiteSpace, toUtf8 } from '../../../xml/charset.js';
import type { ReadRequest, WholeResponse } from '../../contract/contract.js';
import { operationOf } from '../request/operations.js';

/** The content of a response, and what a client has to accept to read it. */
export interface DecodedResponse {
  readonly content: ResponseContent<unknown> & { readonly kind: 'output' | 'fault' };
  /** It is read only by who accepts references to the halves of surrogate pairs. */
  readonly hasSurrogateReferences: boolean;
}

/** The document of a response, in UTF-8. @throws Problem when it is not valid in its charset */
export function documentIn({ headers, body }: Pick<WholeResponse, 'headers' | 'body'>): Uint8Array {
  const { document, contentType } = documentOf(body, headers['content-type']);
  return skipWhiteSpace(toUtf8(skipWhiteSpace(document), contentType.charset));
}

/** Whoever recorded may have allowed more than is the default. Values are read to a depth of 512 in any case. */
const LIMITS: DecodeSettings = {
  ...DEFAULT_LIMITS,
  maxDepth: 1_000_000,
  maxAttributes: 100_000,
  maxArrayItems: 10_000_000,
  maxReferences: 10_000_000,
};

/**
 * Decodes a response as a client does, whatever its limits are.
 *
 * @returns `undefined` where that ends with an error other than a Fault
 */
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

/** The error that a response is to a client; `undefined` where it is none. */
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
