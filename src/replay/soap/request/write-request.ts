import { SmsService } from '../../../../generated/service.js';
import type { Redactor } from '../../../redact/redact.js';
import { writeMessage } from '../../../soap/messages/envelope.js';
import type { Operation } from '../../../soap/messages/operation.js';
import type { Pseudonyms } from '../../privacy/pseudonyms.js';
import { TextCleaner } from './clean-text.js';
import { withTexts } from './field-kinds.js';
import type { DecodedCall } from './read-request.js';

/** What stands for the credentials in a cassette. */
const NOBODY = { username: 'username', password: 'password' };

/**
 * A call with pseudonyms for what the cassette is not to hold, and without its credentials.
 *
 * @param mask - hides what is secret besides
 */
export function cleanCall({ operation, input }: DecodedCall, pseudonyms: Pseudonyms, mask: Redactor): DecodedCall {
  const { client: _credentials, ...parts } = input;
  const cleaner = new TextCleaner(pseudonyms, mask, []);
  const cleaned = withTexts(parts, (text, name) => cleaner.of(name, text)) as object;
  return { operation, input: { client: NOBODY, ...cleaned } };
}

/** Writes the envelope of a call, in the one form that this library writes. */
export function requestXml({ operation, input }: DecodedCall): string {
  const known = SmsService.operations[operation] as Operation<unknown, unknown>;
  return writeMessage(SmsService, known, known.input, input);
}
