import { SmsService } from '../../../generated/service.js';
import type { Redactor } from '../../redact/redact.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import type { Operation } from '../../soap/messages/operation.js';
import type { DecodedCall } from '../matching/call.js';
import { kindOf } from '../matching/fields.js';
import type { Pseudonyms } from './pseudonyms.js';

/** What stands for the credentials in a cassette. */
const NOBODY = { username: 'username', password: 'password' };

/**
 * A call with pseudonyms for what the cassette is not to hold, and without its credentials.
 *
 * @param mask - hides what is secret besides
 */
export function cleanCall(
  { operation, input }: DecodedCall,
  pseudonyms: Pseudonyms,
  mask: Redactor = (text) => text,
): DecodedCall {
  const { client: _credentials, ...parts } = input;
  const clean = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return mask(pseudonyms.of(kindOf(name), value));
    if (Array.isArray(value)) return value.map((item) => clean(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, clean(part, key)]));
  };
  return { operation, input: { client: NOBODY, ...(clean(parts, '') as object) } };
}

/** Writes the envelope of a call, in the one form that this library writes. */
export function requestXml({ operation, input }: DecodedCall): string {
  const known = SmsService.operations[operation] as Operation<unknown, unknown>;
  return writeMessage(SmsService, known, known.input, input);
}
