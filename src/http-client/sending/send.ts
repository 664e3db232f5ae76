import type { AttemptResult } from '../../calls/attempts/interceptor.js';
import type { Call } from '../../calls/call.js';
import type { CallOptions } from '../../calls/call-options.js';
import { checkRecipients } from '../../domain/recipients/check-recipients.js';
import { ConnectionError, GatewayError } from '../../errors/errors.js';
import { checkBoolean } from '../../options/check.js';
import type { SendRecords } from '../description/endpoints/send-answer.js';
import type { COMMON, IDX, RECIPIENTS } from '../description/endpoints/sms.js';
import type { Answer, Endpoint, ParameterTable, ParameterValues } from '../description/parts/endpoint.js';
import { takeOut } from '../requests/given.js';
import type { AttemptAnswer, Requester } from '../requests/requester.js';
import { checkOnce, checkOwnIdx, Horizon, IDX_HOURS, inDoubt, unsettled } from './once.js';
import { type NotifySigning, type SendOptions, withoutNotify } from './send-options.js';
import {
  acceptedBefore,
  type SendResult,
  type Sent,
  type SentMessages,
  sendResult,
  withRecipients,
} from './send-result.js';
import {
  doubtfulConflict,
  isIdxUsed,
  listedRecipients,
  ownIdxUsed,
  type Recipient,
  recipientsOf,
  settleEach,
} from './settle.js';

type SendTable = ParameterTable & typeof RECIPIENTS & typeof COMMON & typeof IDX;

type SendEndpoint<P extends SendTable> = Endpoint<P, Answer<SendRecords>>;

interface SendValues {
  readonly to?: readonly string[] | undefined;
  readonly group?: string | undefined;
  readonly idx?: readonly string[] | undefined;
  readonly checkIdx?: boolean | undefined;
  readonly allowDuplicates?: boolean | undefined;
  readonly params?: readonly (readonly string[])[] | undefined;
  readonly notifyUrl?: string | undefined;
  readonly date?: Date | undefined;
}

interface SendingWay {
  readonly once: boolean | undefined;
  readonly signing: NotifySigning | undefined;
}

export function withoutOptions<T extends SendOptions>(
  order: T,
  operation: string,
): [Omit<T, keyof SendOptions>, SendingWay] {
  const [once, keyed] = takeOut<SendOptions, 'once'>(order, 'once', 'the argument', operation);
  const [others, signing] = withoutNotify(keyed, operation);
  const checked = once === undefined ? undefined : checkBoolean(once, 'once', operation);
  return [others as Omit<T, keyof SendOptions>, { once: checked, signing }];
}

/**
 * Sends messages, each exactly once unless `once` is false.
 *
 * @param given - checked, also by the rules
 */
export async function send<P extends SendTable>(
  requester: Requester,
  endpoint: SendEndpoint<P>,
  given: ParameterValues<P>,
  { once, signing }: SendingWay,
  options: CallOptions | undefined,
): Promise<SendResult> {
  const { to = [], group, checkIdx, allowDuplicates } = given as SendValues;
  signing?.check(given as SendValues);
  const isOnce = once ?? group === undefined;
  const operation = endpoint.path;
  const { idxSource, settings } = requester;
  const told = (sent: SentMessages): SendResult => withRecipients(sent, to, allowDuplicates);
  // A signature holds the idx, and stays the same however often the message is sent.
  const isIdxGenerated = (given as SendValues).idx === undefined;
  const own = (given as SendValues).idx ?? (signing && !isOnce ? [idxSource.next()] : undefined);
  const signed = (idx: readonly string[]): ParameterValues<P> => {
    if (signing === undefined) return given;
    return { ...given, idx, notifyUrl: signing.sign(given as SendValues, idx[0] ?? '', settings.now()) };
  };
  if (!isOnce) {
    const sent = { to, idx: own ?? [] };
    const values = own === undefined ? given : signed(own);
    return told(
      await requester.call(endpoint, options, { idempotent: false }, (call) =>
        requester.send(call, endpoint, values, {}, async (answer) => {
          try {
            return await resultOf(answer, sent, operation);
          } catch (error) {
            throw isIdxUsed(error) ? ownIdxUsed(error) : error;
          }
        }),
      ),
    );
  }
  checkOnce(checkIdx, operation);
  if (own !== undefined) checkOwnIdx(own, given as SendValues, operation);
  const idx = own ?? (group === undefined ? to.map(() => idxSource.next()) : [idxSource.next()]);
  const values = { ...signed(idx), idx, checkIdx: true } as ParameterValues<P>;
  const horizon = new Horizon(settings.now, operation);
  const sending: Sending = { to, idx, isIdxGenerated, horizon, isDoubtful: false };
  try {
    return told(
      await requester.call(endpoint, options, { idempotent: true }, (call) =>
        sendOnce(requester, endpoint, call, values, sending),
      ),
    );
  } catch (error) {
    throw inDoubt(error, idx, horizon, sending.isDoubtful);
  }
}

interface Sending extends Sent {
  readonly isIdxGenerated: boolean;
  readonly horizon: Horizon;
  isDoubtful: boolean;
}

async function sendOnce<P extends SendTable>(
  requester: Requester,
  endpoint: SendEndpoint<P>,
  call: Call,
  values: ParameterValues<P>,
  sending: Sending,
): Promise<SentMessages> {
  const operation = endpoint.path;
  const { to, idx, horizon, isIdxGenerated } = sending;
  const isOpen = (): boolean => horizon.isOpen();
  const sent = await requester.send<P, SendRecords, SentMessages | GatewayError>(
    call,
    endpoint,
    values,
    { mayStillRepeat: isOpen },
    async (answer) => {
      try {
        return await resultOf(answer, sending, operation);
      } catch (error) {
        sending.isDoubtful = answer.earlier.some(({ outcome }) => outcome === 'unknown');
        if (!isIdxUsed(error)) throw error;
        if (!isOpen())
          throw doubtfulConflict(error, 'an earlier attempt, of which no answer came, may have used the idx');
        return { value: error, status: answer.status, bytes: 0 };
      }
    },
  );
  if (!(sent instanceof Error)) return sent;
  if (!isIdxGenerated && !sending.isDoubtful) throw ownIdxUsed(sent);
  if (to.length <= 1) {
    const messages = idx.map((one) => acceptedBefore(to[0], one));
    return { messages, count: to.length === 0 ? null : 1, invalidNumbers: [], alreadyAccepted: true };
  }
  const { allowDuplicates = false, params } = values as SendValues;
  const { maxSettled } = requester.settings;
  call.waited();
  return settleEach(recipientsOf(to, idx, allowDuplicates), sent, maxSettled, async (recipient) => {
    if (!isOpen()) throw pastHorizon(operation);
    const single = { ...values, ...valuesFor(recipient, params) } as ParameterValues<P>;
    const own = { to: [recipient.to], idx: [recipient.idx] };
    return settled(() =>
      requester.send<P, SendRecords, SentMessages | undefined>(
        call,
        endpoint,
        single,
        { mayStillRepeat: isOpen },
        async (answer) => {
          try {
            return await resultOf(answer, own, operation);
          } catch (error) {
            if (isIdxUsed(error)) return { value: undefined, status: answer.status, bytes: 0 };
            throw error;
          }
        },
      ),
    );
  });
}

/** Sends one of several messages with unknown outcomes. @throws an error that concerns all of them, or its refusal */
async function settled<R>(sendIt: () => Promise<R>): Promise<R> {
  try {
    return await sendIt();
  } catch (error) {
    throw unsettled(error);
  }
}

function valuesFor({ index, to, idx }: Recipient, params: SendValues['params']): SendValues {
  const row = params?.[index];
  return { to: [to], idx: [idx], ...(row === undefined ? {} : { params: [row] }) };
}

/** @throws ConnectionError with the outcome `unknown` for a response that names other recipients */
async function resultOf(
  answer: AttemptAnswer<SendRecords>,
  sent: Sent,
  operation: string,
): Promise<AttemptResult<SentMessages>> {
  const result = await ownAnswer(answer, sent, operation);
  return { ...result, value: sendResult(result.value, sent, operation, answer.source) };
}

async function ownAnswer(
  answer: AttemptAnswer<SendRecords>,
  { to }: Sent,
  operation: string,
): Promise<AttemptResult<SendRecords>> {
  try {
    const result = await answer.read();
    const { messages, fallbacks = {}, invalidNumbers } = result.value;
    checkRecipients(to, [...messages, ...Object.values(fallbacks).flat(), ...invalidNumbers], operation);
    return result;
  } catch (error) {
    if (error instanceof GatewayError) checkRecipients(to, listedRecipients(error.raw), operation);
    throw error;
  }
}

function pastHorizon(operation: string): ConnectionError {
  const what = `not all messages were settled within ${IDX_HOURS} hours; some were accepted`;
  return new ConnectionError(what, 'unknown', { operation });
}
