import { CODES } from '../../domain/codes.js';
import { numberKey } from '../../domain/phone-number.js';
import { type RecipientResult, type SentRecipient, sentRecipients } from '../../domain/recipients/sent-recipients.js';
import type { GatewayError, InvalidNumber } from '../../errors/errors.js';
import type { Redactor, SecretSource } from '../../redact/redact.js';
import type { MessageRecord, SendRecords } from '../description/endpoints/send-answer.js';
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

/** A {@link SendResult}, before it is known which number became which message. */
export type SentMessages = Omit<SendResult, 'recipients'>;

/** The recipients of a send, each with its idx. */
export interface Sent {
  readonly to: readonly string[];
  /** Empty if the send has no idx. */
  readonly idx: readonly string[];
}

/** Adds to the result of a send what became of each number. */
export function withRecipients(
  sent: SentMessages,
  to: readonly string[],
  allowDuplicates: boolean | undefined,
): SendResult {
  const { messages, fallbacks = {}, count, invalidNumbers } = sent;
  const others = Object.values(fallbacks).flat();
  const recipients = sentRecipients(to, {
    messages: [...messages, ...others],
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

/** Makes the result of a send that was answered. */
export function sendResult(records: SendRecords, sent: Sent, operation: string, source: SecretSource): SentMessages {
  const { count, messages, invalidNumbers, fallbacks } = records;
  const idxOf = idxByNumber(sent);
  const hide = hiding(source);
  const made = (record: MessageRecord): SentMessage => sentMessage(record, idxOf, operation, hide);
  return {
    messages: messages.map(made),
    count,
    invalidNumbers: invalidNumbers.map(invalidNumber),
    ...(fallbacks === undefined
      ? {}
      : { fallbacks: Object.fromEntries(Object.entries(fallbacks).map(([way, all]) => [way, all.map(made)])) }),
    alreadyAccepted: false,
  };
}

export function acceptedBefore(to: string | undefined, idx: string): SentMessage {
  return { ...NOTHING_TOLD, submittedNumber: to ?? null, idx, alreadyAccepted: true };
}

/** A message that was refused while others of its send were not. */
export function refusedMessage(to: string, idx: string, error: GatewayError): SentMessage {
  return { ...NOTHING_TOLD, submittedNumber: to, idx, error };
}

const NOTHING_TOLD: SentMessage = {
  id: null,
  points: null,
  number: null,
  dateSent: null,
  submittedNumber: null,
  status: null,
  idx: null,
};

function sentMessage(
  record: MessageRecord,
  idxOf: (record: MessageRecord) => string | undefined,
  operation: string,
  hide: Redactor,
): SentMessage {
  const idx = record.idx ?? idxOf(record) ?? null;
  if (isAccepted(record)) return idx === record.idx ? record : { ...record, idx };
  const { error, ...others } = record;
  return error === undefined ? { ...others, idx } : { ...others, idx, error: answerError(error, operation, hide) };
}

type Accepted = Omit<MessageRecord, 'error'> & { readonly error?: never };

function isAccepted(record: MessageRecord): record is Accepted {
  return !('error' in record);
}

function idxByNumber({ to, idx }: Sent): (record: MessageRecord) => string | undefined {
  if (idx.length !== to.length || to.length === 0) return () => undefined;
  if (to.length === 1) return () => idx[0];
  const waiting = new Map<string, { readonly all: string[]; next: number }>();
  to.forEach((number, index) => {
    const key = numberKey(number);
    const own = idx[index] ?? '';
    const there = waiting.get(key);
    if (there === undefined) waiting.set(key, { all: [own], next: 0 });
    else there.all.push(own);
  });
  return ({ submittedNumber, number }) => {
    const there = waiting.get(numberKey(submittedNumber ?? number ?? ''));
    if (there === undefined) return undefined;
    const own = there.all[there.next];
    if (there.next < there.all.length - 1) there.next += 1;
    return own;
  };
}
