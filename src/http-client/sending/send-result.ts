import { CODES } from '../../domain/codes.js';
import { numberKey } from '../../domain/phone-number.js';
import { type RecipientResult, type SentRecipient, sentRecipients } from '../../domain/recipients/sent-recipients.js';
import type { GatewayError, InvalidNumber } from '../../errors/errors.js';
import type { SecretSource } from '../../redact/redact.js';
import { EMPTY_MESSAGE, type MessageRecord, type SendRecords } from '../description/endpoints/send-answer.js';
import { answerError, hiding, invalidNumber } from '../requests/read-answer.js';

/** A message that was sent, scheduled, or refused in a send that succeeded. */
export interface SentMessage extends Omit<MessageRecord, 'error'> {
  /** This message was refused, and the others were not. */
  readonly error?: GatewayError;
  /** The gateway had accepted the message before this response: it has no id, and reports name it by its `idx`. */
  readonly alreadyAccepted?: true;
}

/** The result of a send. */
export interface SendResult {
  /** One for each message. An invalid number has none, and a repeated number has one. */
  readonly messages: readonly SentMessage[];
  /** How many messages the gateway counted; `null` if it is not in the response. */
  readonly count: number | null;
  /** The numbers that the gateway skipped; it lists them with `details`. */
  readonly invalidNumbers: readonly InvalidNumber[];
  /** The messages that went out in another way, by that: `vms`. */
  readonly fallbacks?: Readonly<Record<string, readonly SentMessage[]>>;
  /** True if the gateway had accepted any of the messages before, from an earlier attempt or a proxy's repetition. */
  readonly alreadyAccepted: boolean;
  /**
   * What became of each submitted number, in the order of `to`; empty for a group. The gateway skips numbers that are
   * not correct, and sends to a repeated one once, so that there can be fewer messages than numbers.
   */
  readonly recipients: readonly SentRecipient<SentMessage>[];
}

export type SentMessages = Omit<SendResult, 'recipients'>;

export function withRecipients(
  sent: SentMessages,
  to: readonly string[],
  allowDuplicates: boolean | undefined,
): SendResult {
  const { messages, fallbacks, count, invalidNumbers } = sent;
  const others = Object.values(fallbacks ?? {}).flat();
  const recipients = sentRecipients(to, {
    messages: others.length === 0 ? messages : [...messages, ...others],
    resultOf: recipientResult,
    count: count === null ? null : count + others.length,
    skipped: invalidNumbers.map(({ submittedNumber }) => submittedNumber),
    allowDuplicates,
  });
  return { ...sent, recipients };
}

function recipientResult({ number, submittedNumber, error }: SentMessage): RecipientResult {
  const refused = error?.result === CODES.noCorrectNumber ? 'invalid' : 'rejected';
  return { status: error === undefined ? 'accepted' : refused, number, submittedNumber };
}

export function sentMessages(
  { count, messages, invalidNumbers, fallbacks }: SendRecords,
  { to, idx }: { readonly to: readonly string[]; readonly idx: readonly string[] },
  operation: string,
  source: SecretSource,
): SentMessages {
  const idxOf = idxByNumber(to, idx);
  const hide = hiding(source);
  const complete = ({ error, ...message }: MessageRecord): SentMessage => {
    const own = message.idx ?? idxOf(message) ?? null;
    return error === undefined
      ? { ...message, idx: own }
      : { ...message, idx: own, error: answerError(error, operation, hide) };
  };
  // Most messages need no copy.
  const completed = (record: MessageRecord): SentMessage =>
    isComplete(record) && (record.idx !== null || idx.length === 0) ? record : complete(record);
  const others = Object.entries(fallbacks ?? {}).map(([way, all]) => [way, all.map(completed)]);
  return {
    messages: messages.map(completed),
    count,
    invalidNumbers: invalidNumbers.map(invalidNumber),
    ...(fallbacks === undefined ? {} : { fallbacks: Object.fromEntries(others) }),
    alreadyAccepted: false,
  };
}

function isComplete(record: MessageRecord): record is MessageRecord & { readonly error?: never } {
  return !('error' in record);
}

export function acceptedBefore(to: string | undefined, idx: string): SentMessage {
  return { ...EMPTY_MESSAGE, submittedNumber: to ?? null, idx, alreadyAccepted: true };
}

export function refusedMessage(to: string, idx: string, error: GatewayError): SentMessage {
  return { ...EMPTY_MESSAGE, submittedNumber: to, idx, error };
}

function idxByNumber(
  to: readonly string[],
  idx: readonly string[],
): (message: Pick<MessageRecord, 'number' | 'submittedNumber'>) => string | undefined {
  if (idx.length !== to.length || to.length === 0) return () => undefined;
  if (to.length === 1) return () => idx[0];
  // The idx of each number, in order. Further messages to a number have its last one.
  const waiting = new Map<string, { readonly all: string[]; next: number }>();
  to.forEach((number, index) => {
    const key = numberKey(number);
    const own = idx[index] ?? '';
    const existing = waiting.get(key);
    if (existing === undefined) waiting.set(key, { all: [own], next: 0 });
    else existing.all.push(own);
  });
  return ({ submittedNumber, number }) => {
    const existing = waiting.get(numberKey(submittedNumber ?? number ?? ''));
    if (existing === undefined) return undefined;
    const own = existing.all[existing.next];
    if (existing.next < existing.all.length - 1) existing.next += 1;
    return own;
  };
}
