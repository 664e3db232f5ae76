import { SmsService } from '../../../generated/service.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { type DecodeContext, decodeResponse } from '../../../src/soap/messages/decode-response.js';
import type { Operation } from '../../../src/soap/messages/operation.js';
import { readResponseItems } from '../../../src/soap/stream/response-stream.js';
import { verdictOnResponse } from '../decoding.js';
import type { OperationName } from '../envelopes.js';
import type { Hostile, HostileDocument } from './document.js';

/** A way of decoding a hostile document: what it is made of decides how often a byte is looked at. */
export interface Way {
  readonly name: string;
  /** How many times an honest document of its size any document may cost, where the work is more. Default: 5. */
  readonly maxMultiple?: number;
  /** Whether it makes sense for a document. */
  fits(document: HostileDocument): boolean;
  /**
   * Decodes a document.
   *
   * @returns what came of it
   * @throws whatever is no Problem or typed error
   */
  decode(document: Uint8Array, operation: OperationName, kind: Hostile): string | Promise<string>;
}

/** The whole document at once. */
export const WHOLE: Way = {
  name: 'whole',
  fits: () => true,
  decode: (document, operation, { limits }) => verdictOnResponse(operation, document, limits).kind,
};

/** Small, so that the pieces of a small document are many. */
const PIECE_BYTES = 4096;

/** The items of a document that arrives in pieces. */
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

/** A secret that looks otherwise in mark-up. */
const ECHOED = 'user & password';

/** A Fault for a request to many recipients, the more the longer it is; all of them have to be hidden in it. */
export const HIDDEN: Way = {
  name: 'with secrets',
  // Each text of the Fault is looked through for each secret.
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
