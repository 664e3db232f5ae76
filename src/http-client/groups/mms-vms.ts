import type { CallOptions } from '../../calls/call-options.js';
import { stacksFromCaller } from '../../errors/callers-stack.js';
import { invalid } from '../../options/check.js';
import type { OneOf } from '../../options/table.js';
import { type MMS_PARAMETERS, SEND_MMS, SEND_VMS, type VMS_PARAMETERS } from '../description/endpoints/mms-vms.js';
import type { GivenParameters } from '../description/parts/endpoint.js';
import { checkMms, checkVms } from '../description/rules.js';
import type { Requester } from '../requests/requester.js';
import { send } from '../sending/send.js';
import { MMS_TABLE, type SendOptions, VMS_TABLE } from '../sending/send-options.js';
import type { SendResult } from '../sending/send-result.js';

type MmsParameters = GivenParameters<typeof MMS_PARAMETERS, 'current'>;
type VmsParameters = GivenParameters<typeof VMS_PARAMETERS, 'current'>;

/** An MMS: to numbers or to a group (section 4.2). */
export type MmsOrder = OneOf<MmsParameters, 'to' | 'group'> & Omit<MmsParameters, 'to' | 'group'> & SendOptions;

/** A voice message: to numbers or to a group, a text that is spoken or a file that is played (section 4.3). */
export type VmsOrder = OneOf<VmsParameters, 'to' | 'group'> &
  OneOf<VmsParameters, 'tts' | 'file'> &
  Omit<VmsParameters, 'to' | 'group' | 'tts' | 'file'> &
  SendOptions;

/**
 * The multimedia messages of an account (specification section 4.2).
 *
 * @example
 * ```ts
 * import { smil } from 'sms-service-client/http';
 *
 * await http.mms.send({ group: 'Friends', smil: smil({ text: 'Hi' }) });
 * ```
 */
export class MmsRequests {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Sends a multimedia message (section 4.2), exactly once as `sms.send` does. Points are charged.
   *
   * @throws ValidationError when a field breaks a rule; nothing was sent
   *
   * @example
   * ```ts
   * import { smil } from 'sms-service-client/http';
   *
   * await http.mms.send({ to: '48500100200', subject: 'Hello', smil: smil({ text: 'Fish & chips' }) });
   * ```
   */
  async send(order: MmsOrder, options?: CallOptions): Promise<SendResult> {
    const operation = SEND_MMS.path;
    const values = this.#requester.read(SEND_MMS, order, 'mms.send', { table: MMS_TABLE });
    if (values.to === undefined && values.group === undefined) invalid('to', 'is missing', { operation });
    if (!values.smil) invalid('smil', 'is missing (section 4.2; gateway code 11)', { operation, gatewayCode: 11 });
    checkMms(values, this.#requester.settings);
    return send(this.#requester, SEND_MMS, values, options);
  }
}

/**
 * The voice messages of an account (specification section 4.3).
 *
 * @example
 * ```ts
 * await http.vms.send({ to: '48221234567', tts: 'Your parcel is here' });
 * ```
 */
export class VmsRequests {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Calls a number, and speaks a text or plays a file (section 4.3), exactly once like `sms.send`. Points are charged.
   * An uploaded file is streamed, and read again from its beginning for each retry.
   *
   * @throws ValidationError if a field breaks a rule; nothing was sent
   * @throws RequestBodyError if the file cannot be read
   *
   * @example
   * ```ts
   * await http.vms.send({ to: '48500100200', tts: 'Your parcel is here', try: 3 });
   * ```
   */
  async send(order: VmsOrder, options?: CallOptions): Promise<SendResult> {
    const operation = SEND_VMS.path;
    const values = this.#requester.read(SEND_VMS, order, 'vms.send', { table: VMS_TABLE });
    if (values.to === undefined && values.group === undefined) invalid('to', 'is missing', { operation });
    if (!values.tts && values.file === undefined) {
      invalid('tts', 'is missing (section 4.3; gateway code 11)', { operation, gatewayCode: 11 });
    }
    checkVms(values, this.#requester.settings);
    return send(this.#requester, SEND_VMS, values, options);
  }
}
