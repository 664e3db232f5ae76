import { SmsService } from '../../generated/service.js';
import { Problem } from '../../src/errors/problem.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../src/soap/decoder/limits.js';
import type { Operation } from '../../src/soap/messages/operation.js';
import { RequestRefused, readRequest } from '../../src/soap/messages/request.js';
import { readEnvelope } from '../../src/soap/messages/response.js';
import type { TagScope } from '../../src/xml/tag.js';
import type { OperationName } from './envelopes.js';

/** The result of decoding. Other errors are failures and are not caught. */
export type Verdict =
  | { readonly kind: 'value' | 'fault' | 'not-soap'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: string; readonly offset?: number | undefined };

/** One of several ways of decoding that must agree. */
export interface Variant {
  readonly name: string;
  readonly settings: Partial<DecodeSettings>;
}

/** All ways of decoding: with every optimisation, with only the cache of tags, and with none. */
export const VARIANTS: readonly [Variant, ...Variant[]] = [
  { name: 'pattern', settings: { shortcuts: 'all' } },
  { name: 'cache', settings: { shortcuts: 'cache' } },
  { name: 'plain', settings: { shortcuts: 'none' } },
];

/**
 * Decodes a response of the gateway.
 *
 * @param tags - the cache with tags of earlier responses
 */
export function verdictOnResponse(
  operation: OperationName,
  document: Uint8Array,
  settings: Partial<DecodeSettings> = {},
  tags?: TagScope,
): Verdict {
  return verdictOf(() => {
    const known: Operation<unknown, unknown> = SmsService.operations[operation];
    const response = readEnvelope(SmsService, known, document, { ...DEFAULT_LIMITS, ...settings }, tags);
    switch (response.kind) {
      case 'output':
        return { kind: 'value', value: response.output };
      case 'fault':
        return { kind: 'fault', value: response.fault };
      default:
        return { kind: 'not-soap', value: response.root };
    }
  });
}

/** Decodes a request to the gateway, like the embedded gateway. */
export function decodeRequest(document: Uint8Array, settings: Partial<DecodeSettings> = {}): Verdict {
  return verdictOf(() => {
    const request = readRequest(SmsService, document, { ...DEFAULT_LIMITS, ...settings });
    return { kind: 'value', value: request };
  });
}

function verdictOf(decode: () => Verdict): Verdict {
  try {
    return decode();
  } catch (error) {
    if (error instanceof RequestRefused) return { kind: 'refused', reason: error.fault.faultString };
    if (!(error instanceof Problem)) throw error;
    return { kind: 'refused', reason: `${error.path}: ${error.message}`, offset: error.offset };
  }
}
