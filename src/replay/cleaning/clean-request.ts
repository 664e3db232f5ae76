import { SmsService } from '../../../generated/service.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import type { Operation } from '../../soap/messages/operation.js';
import type { DecodedCall } from '../matching/call.js';
import { kindOf } from '../matching/fields.js';
import type { Pseudonyms } from './pseudonyms.js';

/** What stands for the credentials in a cassette. */
const NOBODY = { username: 'username', password: 'password' };

/** A call with pseudonyms for what the cassette is not to hold, and without its credentials. */
export function cleanCall({ operation, input }: DecodedCall, pseudonyms: Pseudonyms): DecodedCall {
  const { client: _credentials, ...parts } = input;
  return { operation, input: { client: NOBODY, ...(cleaned(parts, '', pseudonyms) as object) } };
}

function cleaned(value: unknown, name: string, pseudonyms: Pseudonyms): unknown {
  if (typeof value === 'string') return pseudonyms.of(kindOf(name), value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, name, pseudonyms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleaned(part, key, pseudonyms)]));
}

/** Writes the envelope of a call, in the one form that this library writes. */
export function requestXml({ operation, input }: DecodedCall): string {
  const known = SmsService.operations[operation] as Operation<unknown, unknown>;
  return writeMessage(SmsService, known, known.input, input);
}
