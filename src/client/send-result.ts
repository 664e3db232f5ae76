import type * as wire from '../../generated/types.js';
import { CODES } from '../domain/codes.js';
import { checkRecipients } from '../domain/recipients/check-recipients.js';
import { type RecipientResult, sentRecipients } from '../domain/recipients/sent-recipients.js';
import { type SentMessage, sentMessages } from '../domain/sending/sent-messages.js';
import type { MultiSendResult, SendResult } from './types.js';

/**
 * Makes the idiomatic result of a send whose `result` is success.
 *
 * @throws ConnectionError with the outcome `unknown` when an entry carries a number that is not one of the recipients
 */
export function sendResult(response: wire.Response, { to }: wire.sms_param, operation: string): SendResult {
  return resultFor([to ?? ''], response, operation);
}

function resultFor(submitted: readonly string[], response: wire.Response, operation: string): SendResult {
  const messages = sentMessages(response.response ?? []);
  checkRecipients(submitted, messages, operation);
  return {
    messages,
    count: response.count ?? messages.length,
    points: response.points ?? null,
    description: response.description ?? '',
  };
}

/** {@link sendResult} of a send to many. @param to - the numbers as they were submitted */
export function multiSendResult(
  response: wire.Response,
  { arTo }: wire.sms_multi_param,
  operation: string,
): MultiSendResult {
  const submitted = (arTo ?? []).map((number) => number ?? '');
  const result = resultFor(submitted, response, operation);
  return { ...result, recipients: sentRecipients(submitted, { ...result, resultOf: recipientResult }) };
}

function recipientResult({ outcome, number, errorCode }: SentMessage): RecipientResult {
  return { status: errorCode === CODES.noCorrectNumber ? 'invalid' : outcome, number };
}
