import type { Call } from '../../calls/call.js';
import type { CallOptions } from '../../calls/call-options.js';
import type { AttemptResult } from '../../calls/interceptors/interceptor.js';
import { foreignNumber, type NamedRecipient } from '../../domain/recipients/foreign-number.js';
import { ConnectionError, GatewayError } from '../../errors/errors.js';
import { checkBoolean } from '../../options/check.js';
import { ofAnotherRequest } from '../../transport/certainty.js';
import type { SendRecords } from '../description/endpoints/send-answer.js';
import type { COMMON, IDX, RECIPIENTS } from '../description/endpoints/sms.js';
import type { Answer } from '../description/parts/answer.js';
import type { Endpoint } from '../description/parts/endpoint.js';
import type { ParameterTable, ParameterValues } from '../description/parts/parameter.js';
import { takeOut } from '../requests/given.js';
import type { AttemptAnswer, Requester } from '../requests/requester.js';
import { checkOnce, checkOwnIdx } from './check-idx.js';
import { inDoubt, unsettled } from './doubt.js';
import { Horizon, IDX_HOURS } from './horizon.js';
import { listedRecipients } from './named.js';
import { type NotifySigning, withoutNotify } from './notify.js';
import type { Recipient } from './recipient.js';
import type { SendOptions } from './send-options.js';
import {
  acceptedBefore,
  type SendResult,
  type Sent,
  type SentMessages,
  sendResult,
  withRecipients,
} from './send-result.js';
import { doubtfulConflict, isIdxUsed, ownIdxUsed, recipientsOf, settleEach } from './settle.js';

/** The parameters that all sends have. */
export type SendTable = ParameterTable & typeof RECIPIENTS & typeof COMMON & typeof IDX;

type SendEndpoint<P extends SendTable> = Endpoint<P, Answer<SendRecords>>;

/** The values of those parameters that decide about the repetition. */
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

/** The way in which an order is sent. */
export interface SendingWay {
  readonly once: boolean | undefined;
  readonly signing: NotifySigning | undefined;
}

/** Separates from an order what is not sent. */
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

/** What is known of a send beside its values. */
interface Sending extends Sent {
  /** The library generated the idx: code 53 for it proves that this send was accepted. */
  readonly isIdxGenerated: boolean;
  readonly horizon: Horizon;
  /** True once an attempt of the send had an unknown outcome. */
  isDoubtful: boolean;
}

/** Sends what may be repeated, and settles what is in doubt. */
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
  // What has gone by is of the whole call's time.
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

/** Sends one message of several that are in doubt. @throws what leaves the whole in doubt, or a refusal of it */
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

function checkRecipients(to: readonly string[], named: Iterable<NamedRecipient>, operation: string): void {
  const field = foreignNumber(to, named);
  if (field !== undefined) throw ofAnotherRequest(`its ${field} is none of the recipients`, { operation });
}

function pastHorizon(operation: string): ConnectionError {
  const what = `not all messages were settled within ${IDX_HOURS} hours; some were accepted`;
  return new ConnectionError(what, 'unknown', { operation });
}
