import type { SendManyOptions } from '../../batches/batch.js';
import type { SendManyResult } from '../../batches/send-many.js';
import type { CallOptions } from '../../calls/call-options.js';
import type { BatchRecipient } from '../../domain/recipients/batch-recipient.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { callSite, stacksFromCaller } from '../../errors/callers-stack.js';
import { invalid } from '../../options/check.js';
import type { OneOf } from '../../options/table.js';
import { DELETE_SCHEDULED, type DeletedRecords, SEND_SMS, type SMS_PARAMETERS } from '../description/endpoints/sms.js';
import type { GivenParameters } from '../description/parts/endpoint.js';
import { checkSms } from '../description/rules.js';
import type { Requester } from '../requests/requester.js';
import { send } from '../sending/send.js';
import { type SmsBatch, sendMany } from '../sending/send-many.js';
import { type OnceOption, type SendOptions, SMS_TABLE } from '../sending/send-options.js';
import type { SendResult, SentMessage } from '../sending/send-result.js';

type SmsParameters<V extends InterfaceVariant> = GivenParameters<typeof SMS_PARAMETERS, V>;

/**
 * An SMS: to numbers or to a group, with a text or from a template (section 4.1).
 *
 * @typeParam V - the variant of the interface, which decides what there is
 */
export type SmsOrder<V extends InterfaceVariant = 'current'> = OneOf<SmsParameters<V>, 'to' | 'group'> &
  OneOf<SmsParameters<V>, 'message' | 'template'> &
  Omit<SmsParameters<V>, 'to' | 'group' | 'message' | 'template'> &
  SendOptions;

type NotOfBatches = 'to' | 'group' | 'params' | 'idx' | 'fallback';

/**
 * An SMS for `sms.sendMany`, whose recipients may have own params and idx.
 *
 * @typeParam V - the variant of the interface, which determines the parameters
 */
export type SmsBatchOrder<V extends InterfaceVariant = 'current'> = OneOf<SmsParameters<V>, 'message' | 'template'> &
  Omit<SmsParameters<V>, 'message' | 'template' | NotOfBatches> &
  OnceOption;

/**
 * The SMS of an account (specification section 4.1).
 *
 * @example
 * ```ts
 * const { messages } = await http.sms.send({ to: '48500100200', message: 'Hi' });
 * ```
 */
export class SmsRequests<V extends InterfaceVariant = 'current'> {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Sends a message to one recipient, to many, or to a group (section 4.1). Points are charged.
   *
   * Each message to a number is sent exactly once, even if requests or responses are lost within 24 hours: see `once`.
   *
   * @throws ValidationError if a field breaks a rule; nothing was sent
   * @throws InsufficientPointsError if the account has too few points; nothing was sent
   * @throws ConflictError if an own idx was used before; the outcome is `unknown`, because a proxy may have repeated
   *   this request
   *
   * @example
   * ```ts
   * const { messages } = await http.sms.send({ to: ['48500100200', '48500100201'], message: 'Hi' });
   * for (const { id, number, points } of messages) console.log(id, number, points);
   * ```
   */
  async send(order: SmsOrder<V>, options?: CallOptions): Promise<SendResult> {
    const operation = SEND_SMS.path;
    const values = this.#requester.read(SEND_SMS, order, 'sms.send', { table: SMS_TABLE });
    if (values.to === undefined && values.group === undefined) invalid('to', 'is missing', { operation });
    if (values.message === undefined && values.template === undefined) invalid('message', 'is missing', { operation });
    checkSms(values, this.#requester.settings, operation);
    return send(this.#requester, SEND_SMS, values, options);
  }

  /**
   * Sends a message to any number of recipients, in requests of `chunkSize` (section 4.1). Points are charged.
   *
   * Yields one result for each recipient, in order: `ok` if a message is sent to it, otherwise the `outcome`. The
   * source is read only when a request can begin, and is not stored. Each message is sent exactly once, as by {@link
   * send}. A number that is repeated in a request gets one message; in a later request it gets another one.
   *
   * Leaving the loop starts no further request, and waits for running ones. An error of the source is thrown after the
   * results of earlier items.
   *
   * @param recipients - numbers, or numbers with `params` and `idx`, in a list, a generator or an object stream
   * @throws ValidationError if a field of the message breaks a rule; nothing was sent
   * @throws AbortedError after the results, if the signal is aborted before the end
   * @throws AuthenticationError after the results, because no later request can succeed; see `stopOn`
   *
   * @example
   * ```ts
   * const recipients = [{ to: '48500100200', params: ['Anna'] }, { to: '48500100201', params: ['Jan'] }];
   * for await (const { item, ok, outcome } of http.sms.sendMany({ message: 'Hi [%1%]' }, recipients)) {
   *   if (!ok) console.log(item.to, outcome);
   * }
   * ```
   */
  sendMany<T extends BatchRecipient>(
    order: SmsBatchOrder<V>,
    recipients: Iterable<T> | AsyncIterable<T>,
    options?: SendManyOptions,
  ): AsyncGenerator<SendManyResult<T, SentMessage>, void, undefined> {
    const batch: SmsBatch = {
      requester: this.#requester,
      fromCaller: callSite(this.sendMany),
      send: (one, call) => this.send(one as SmsOrder<V>, call),
    };
    return sendMany(batch, order, recipients, options);
  }

  /**
   * Deletes messages before they are sent (section 4.1, `sch_del`). Ids that the gateway does not know are left out.
   *
   * @returns the ids of those that were deleted
   * @throws ConflictError when none of them is known
   *
   * @example
   * ```ts
   * const date = new Date(Date.now() + 3_600_000);
   * const { messages } = await http.sms.send({ to: '48500100200', message: 'Hi', date });
   * await http.sms.deleteScheduled(messages.flatMap(({ id }) => id ?? []));
   * ```
   */
  async deleteScheduled(ids: string | readonly string[], options?: CallOptions): Promise<DeletedRecords> {
    const values = this.#requester.read(DELETE_SCHEDULED, { ids }, 'sms.deleteScheduled');
    return this.#requester.ask(DELETE_SCHEDULED, values, options);
  }
}
