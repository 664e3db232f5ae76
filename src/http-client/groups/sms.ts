import type { CallOptions } from '../../calls/call-options.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { stacksFromCaller } from '../../errors/callers-stack.js';
import { invalid } from '../../options/check.js';
import type { OneOf } from '../../options/one-of.js';
import { DELETE_SCHEDULED, type DeletedRecords, SEND_SMS, type SMS_PARAMETERS } from '../description/endpoints/sms.js';
import type { GivenParameters } from '../description/parts/parameter.js';
import { checkSms } from '../description/rules/sms-rules.js';
import type { Requester } from '../requests/requester.js';
import { send, withoutOptions } from '../sending/send.js';
import type { SendOptions } from '../sending/send-options.js';
import type { SendResult } from '../sending/send-result.js';

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
   * Each message to a number is sent exactly once, whatever becomes of requests and answers within 24 hours: see
   * `once`.
   *
   * @throws ValidationError when a field breaks a rule; nothing was sent
   * @throws InsufficientPointsError when the account has not enough points; nothing was sent
   * @throws ConflictError when an idx of yours was used before
   *
   * @example
   * ```ts
   * const { messages } = await http.sms.send({ to: ['48500100200', '48500100201'], message: 'Hi' });
   * for (const { id, number, points } of messages) console.log(id, number, points);
   * ```
   */
  async send(order: SmsOrder<V>, options?: CallOptions): Promise<SendResult> {
    const operation = SEND_SMS.path;
    const [given, way] = withoutOptions<SendOptions>(order, operation);
    const values = this.#requester.read(SEND_SMS, given, 'sms.send');
    if (values.to === undefined && values.group === undefined) invalid('to', 'is missing', { operation });
    if (values.message === undefined && values.template === undefined) invalid('message', 'is missing', { operation });
    checkSms(values, this.#requester.settings, operation);
    return send(this.#requester, SEND_SMS, values, way, options);
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
