import { SmsService } from '../../../generated/service.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { type DecodeContext, decodeResponse } from '../../../src/soap/messages/decode-response.js';
import type { Operation } from '../../../src/soap/messages/operation.js';
import { readResponseItems } from '../../../src/soap/stream/response-stream.js';
import { verdictOnResponse } from '../decoding.js';
import type { OperationName } from '../envelopes.js';
import type { Hostile, HostileDocument } from './document.js';

/** A way of decoding a hostile document. Each way reads a byte a different number of times. */
export interface Way {
  readonly name: string;
  /** Maximum cost as a multiple of a valid document of the same size, if this way needs more work. Default: 5. */
  readonly maxMultiple?: number;
  /** Returns true if it applies to a document. */
  fits(document: HostileDocument): boolean;
  /**
   * Decodes a document.
   *
   * @returns the outcome
   * @throws any error that is neither a `Problem` nor a typed error
   */
  decode(document: Uint8Array, operation: OperationName, kind: Hostile): string | Promise<string>;
}

/** The complete document at once. */
export const WHOLE: Way = {
  name: 'whole',
  fits: () => true,
  decode: (document, operation, { limits }) => verdictOnResponse(operation, document, limits).kind,
};

/** Small, so that even a small document arrives in many chunks. */
const PIECE_BYTES = 4096;

/** The items of a document that arrives in chunks. */
export const STREAMED: Way = {
  name: 'streamed',
  fits: ({ operation }) => operation === 'soap_GetNumbers',
  decode: (document, operation, { limits }) =>
    outcomeOf(async () => {
      const context = contextOf(operation, { ...DEFAULT_LIMITS, ...limits }, []);
      const response = { status: 200, headers: { 'content-type': 'text/xml' }, body: piecesOf(document) };
      const stream = readResponseItems<object, object>(response, context, {
        part: 'arNumbers' as never,
        wants: () => true,
        convert: (item) => ({ item }),
        accept: () => undefined,
      });
      for await (const _ of stream) continue;
    }),
};

/** A secret that is escaped in mark-up. */
const ECHOED = 'user & password';

/** A Fault for a request whose number of recipients grows with the document. The Fault must not show any of them. */
export const HIDDEN: Way = {
  name: 'with secrets',
  // Each text of the Fault is searched for each secret.
  maxMultiple: 10,
  fits: ({ text }) => text.includes('<SOAP-ENV:Fault>'),
  decode: (body, operation) =>
    outcomeOf(async () => {
      const numbers = Array.from({ length: body.length / 500 }, (_, index) => String(48_500_000_000 + index));
      const secrets = [...numbers, ECHOED];
      decodeResponse({ status: 500, headers: {}, body }, contextOf(operation, DEFAULT_LIMITS, secrets));
    }),
};

function contextOf(
  name: OperationName,
  limits: DecodeContext<object>['shared']['limits'],
  secrets: readonly string[],
): DecodeContext<object> {
  const operation = SmsService.operations[name] as unknown as Operation<unknown, object>;
  return { shared: { service: SmsService, limits }, operation, secrets: () => secrets };
}

async function outcomeOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return 'value';
  } catch (error) {
    if (isSmsServiceError(error)) return error.code;
    throw error;
  }
}

async function* piecesOf(document: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < document.length; start += PIECE_BYTES) {
    yield document.subarray(start, start + PIECE_BYTES);
  }
}
