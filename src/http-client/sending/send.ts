import type { Call } from '../../calls/call.js';
import type { CallOptions } from '../../calls/call-options.js';
import { checkRecipients } from '../../domain/recipients/check-recipients.js';
import { ConnectionError, GatewayError } from '../../errors/errors.js';
import type { SendRecords } from '../description/endpoints/send-answer.js';
import type { Answer, Endpoint, ParameterTable } from '../description/parts/endpoint.js';
import type { AttemptContext, Requester } from '../requests/requester.js';
import { checkOnce, Horizon, IDX_HOURS, withSentIdx, withUnknownOutcome } from './once.js';
import { checkSigning, notifyUrlOf, type SendValues } from './send-options.js';
import { acceptedBefore, type SendResult, type SentMessages, sentMessages, withRecipients } from './send-result.js';
import {
  idxAlreadyUsed,
  isIdxUsed,
  listedRecipients,
  type Recipient,
  resolveEach,
  uniqueRecipients,
  unknownConflict,
} from './settle.js';

type SendEndpoint = Endpoint<ParameterTable, Answer<SendRecords>>;

interface Sending {
  readonly requester: Requester;
  readonly endpoint: SendEndpoint;
  readonly values: SendValues;
  readonly to: readonly string[];
  readonly idx: readonly string[];
  readonly isIdxGenerated: boolean;
  /** True if an earlier attempt may have been carried out. */
  hasUnknownAttempt: boolean;
}

/** Sends messages, each exactly once unless `once` is false. */
export async function send(
  requester: Requester,
  endpoint: SendEndpoint,
  values: SendValues,
  options: CallOptions | undefined,
): Promise<SendResult> {
  const { to = [], group, once = group === undefined, notifyKey, allowDuplicates } = values;
  const { idxSource, settings } = requester;
  const operation = endpoint.path;
  checkSigning(values, operation);
  if (once) checkOnce(values, operation);
  const isIdxGenerated = values.idx === undefined;
  const newIdx = (): readonly string[] => (group === undefined ? to : [group]).map(() => idxSource.next());
  const idx = values.idx ?? (once || notifyKey !== undefined ? newIdx() : []);
  const sending: Sending = {
    requester,
    endpoint,
    // A signature contains the idx. Both stay the same in all retries.
    values: {
      ...values,
      idx: idx.length > 0 ? idx : undefined,
      checkIdx: once || values.checkIdx,
      notifyUrl: notifyUrlOf(values, idx[0] ?? '', settings.now),
    },
    to,
    idx,
    isIdxGenerated,
    hasUnknownAttempt: false,
  };
  if (!once) {
    const sent = await requester.call(endpoint, options, false, (call) => sendUnchecked(sending, call));
    return withRecipients(sent, to, allowDuplicates);
  }
  const horizon = new Horizon(settings.now, operation);
  try {
    const sent = await requester.call(endpoint, options, true, (call) => sendOnce(sending, call, horizon));
    return withRecipients(sent, to, allowDuplicates);
  } catch (error) {
    throw withSentIdx(error, idx, horizon, sending.hasUnknownAttempt);
  }
}

function sendUnchecked({ requester, endpoint, values, to, idx }: Sending, call: Call): Promise<SentMessages> {
  return requester.send(call, endpoint, values, {}, async (reading, context) => {
    try {
      return await readSent(reading, context, { to, idx }, endpoint.path);
    } catch (error) {
      throw isIdxUsed(error) ? idxAlreadyUsed(error) : error;
    }
  });
}

async function sendOnce(sending: Sending, call: Call, horizon: Horizon): Promise<SentMessages> {
  const { requester, endpoint, values, to, idx } = sending;
  const operation = endpoint.path;
  const mayStillRepeat = (): boolean => horizon.isOpen();
  const sent = await requester.send<ParameterTable, SendRecords, SentMessages | GatewayError>(
    call,
    endpoint,
    values,
    { mayStillRepeat },
    async (reading, context) => {
      try {
        return await readSent(reading, context, sending, operation);
      } catch (error) {
        sending.hasUnknownAttempt = context.earlier.some(({ outcome }) => outcome === 'unknown');
        if (!isIdxUsed(error)) throw error;
        if (!horizon.isOpen())
          throw unknownConflict(error, 'an earlier attempt got no response and may have used the idx');
        return error;
      }
    },
  );
  if (!(sent instanceof Error)) return sent;
  if (!sending.isIdxGenerated && !sending.hasUnknownAttempt) throw idxAlreadyUsed(sent);
  if (to.length <= 1) {
    const messages = idx.map((one) => acceptedBefore(to[0], one));
    return { messages, count: to.length === 0 ? null : 1, invalidNumbers: [], alreadyAccepted: true };
  }
  call.waited();
  const recipients = uniqueRecipients(to, idx, values.allowDuplicates ?? false);
  return resolveEach(recipients, sent, requester.settings.maxSettled, async (recipient) => {
    if (!horizon.isOpen()) throw new ConnectionError(PAST_HORIZON, 'unknown', { operation });
    try {
      return await sendAlone(sending, call, recipient, mayStillRepeat);
    } catch (error) {
      throw withUnknownOutcome(error);
    }
  });
}

const PAST_HORIZON = `not all messages were resolved within ${IDX_HOURS} hours; some were accepted`;

/** Sends to one of several recipients. Resolves with `undefined` if its message was accepted before. */
function sendAlone(
  { requester, endpoint, values }: Sending,
  call: Call,
  { index, to, idx }: Recipient,
  mayStillRepeat: () => boolean,
): Promise<SentMessages | undefined> {
  const row = values.params?.[index];
  const own = { to: [to], idx: [idx] };
  const alone = { ...values, ...own, ...(row === undefined ? {} : { params: [row] }) };
  return requester.send<ParameterTable, SendRecords, SentMessages | undefined>(
    call,
    endpoint,
    alone,
    { mayStillRepeat },
    async (reading, context) => {
      try {
        return await readSent(reading, context, own, endpoint.path);
      } catch (error) {
        if (isIdxUsed(error)) return undefined;
        throw error;
      }
    },
  );
}

/** @throws ConnectionError with the outcome `unknown` for a response that names other recipients */
async function readSent(
  reading: Promise<SendRecords>,
  { source }: AttemptContext,
  sent: Pick<Sending, 'to' | 'idx'>,
  operation: string,
): Promise<SentMessages> {
  let records: SendRecords;
  try {
    records = await reading;
  } catch (error) {
    if (error instanceof GatewayError) checkRecipients(sent.to, listedRecipients(error.raw), operation);
    throw error;
  }
  const { messages, fallbacks = {}, invalidNumbers } = records;
  checkRecipients(sent.to, messages, operation);
  checkRecipients(sent.to, [...Object.values(fallbacks).flat(), ...invalidNumbers], operation);
  return sentMessages(records, sent, operation, source);
}
