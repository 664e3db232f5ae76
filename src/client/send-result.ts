import type * as wire from '../../generated/types.js';
import { CODES } from '../domain/codes.js';
import { sentRecipients, type ToldRecipient } from '../domain/recipients/sent-recipients.js';
import { type SentMessage, sentMessages } from '../domain/sending/sent-messages.js';
import type { MultiSendResult, SendResult } from './types.js';

/** Makes the idiomatic result of a send whose `result` is success. */
export function sendResult(response: wire.Response): SendResult {
  const messages = sentMessages(response.response ?? []);
  return {
    messages,
    count: response.count ?? messages.length,
    points: response.points ?? null,
    description: response.description ?? '',
  };
}

/** {@link sendResult} of a send to many. @param to - the numbers as they were submitted */
export function multiSendResult(response: wire.Response, { arTo }: wire.sms_multi_param): MultiSendResult {
  const result = sendResult(response);
  const submitted = (arTo ?? []).map((number) => number ?? '');
  return { ...result, recipients: sentRecipients(submitted, { ...result, told }) };
}

function told({ outcome, number, errorCode }: SentMessage): ToldRecipient {
  return { status: errorCode === CODES.noCorrectNumber ? 'invalid' : outcome, number };
}
