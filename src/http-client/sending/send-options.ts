import { CODES } from '../../domain/codes.js';
import { internationalNumber } from '../../domain/phone-number.js';
import {
  checkExpiry,
  checkNotifyKey,
  checkUnsigned,
  signFacts,
  withSignature,
} from '../../domain/sending/notify-url.js';
import { checkBoolean, checkOneOf, checkUrl, invalid } from '../../options/check.js';
import { MMS_PARAMETERS, VMS_PARAMETERS } from '../description/endpoints/mms-vms.js';
import { SMS_PARAMETERS } from '../description/endpoints/sms.js';

/** The repetition of a send. */
export interface OnceOption {
  /**
   * Sends each message exactly once: with an idx (yours or a generated one) and `checkIdx`, so that a request with an
   * unknown outcome can be retried, also at another address. Code 53 for a generated idx means that the gateway has
   * accepted the message. Default: true; for a group false, and `true` sends one idx for the group. With `false`, only
   * requests that were certainly not carried out are retried.
   */
  readonly once?: boolean | undefined;
}

/** The signing of the address that the delivery reports of a message come to. */
export interface NotifyOption {
  /**
   * The secret that signs `notifyUrl`, of at least 16 characters: a callback handler with the same `notifyKey` rejects
   * forged reports of this message. For one recipient only. It is not sent. Default: `notifyUrl` is not signed.
   */
  readonly notifyKey?: string | undefined;
  /** The time from which its reports are rejected. Default: seven days after the message is sent. */
  readonly notifyExpiresAt?: Date | undefined;
  /** The place of the signature: `'path'` for a gateway that drops the query. Default: `'query'`. */
  readonly notifyPlace?: 'query' | 'path' | undefined;
}

/** The options of a send that are no parameters of the gateway. */
export interface SendOptions extends OnceOption, NotifyOption {}

type NotifyPlace = 'query' | 'path';

const SEND_OPTIONS = {
  once: { section: '4.1', check: checkBoolean },
  notifyKey: { section: '4.1', check: checkNotifyKey },
  notifyExpiresAt: { section: '4.1', check: checkExpiry },
  notifyPlace: {
    section: '4.1',
    check: (place: unknown, path: string, operation: string): NotifyPlace =>
      checkOneOf(place, ['query', 'path'], path, operation),
  },
};

/** The parameters and options of each kind of send. */
export const SMS_TABLE: typeof SMS_PARAMETERS & typeof SEND_OPTIONS = { ...SMS_PARAMETERS, ...SEND_OPTIONS };
export const MMS_TABLE: typeof MMS_PARAMETERS & typeof SEND_OPTIONS = { ...MMS_PARAMETERS, ...SEND_OPTIONS };
export const VMS_TABLE: typeof VMS_PARAMETERS & typeof SEND_OPTIONS = { ...VMS_PARAMETERS, ...SEND_OPTIONS };

export type SendValues = {
  readonly to?: readonly string[] | undefined;
  readonly group?: string | undefined;
  readonly idx?: readonly string[] | undefined;
  readonly checkIdx?: boolean | undefined;
  readonly allowDuplicates?: boolean | undefined;
  readonly params?: readonly (readonly string[])[] | undefined;
  readonly notifyUrl?: string | undefined;
  readonly date?: Date | undefined;
  readonly once?: boolean | undefined;
  readonly notifyKey?: string | undefined;
  readonly notifyExpiresAt?: number | undefined;
  readonly notifyPlace?: NotifyPlace | undefined;
};

/** Checks that the address for reports can be signed, if that is wanted. @throws ValidationError */
export function checkSigning(values: SendValues, operation: string): void {
  const { to, group, notifyUrl, idx, notifyKey } = values;
  if (notifyKey === undefined) {
    for (const name of ['notifyExpiresAt', 'notifyPlace'] as const) {
      if (values[name] !== undefined) invalid(name, 'requires notifyKey', { operation });
    }
    return;
  }
  if (notifyUrl === undefined) invalid('notifyUrl', 'is missing. notifyKey signs it', { operation });
  checkUnsigned(checkUrl(notifyUrl, 'notifyUrl', operation), 'notifyUrl', operation);
  if (group !== undefined || to?.length !== 1) {
    invalid('notifyKey', 'requires exactly one recipient', { operation, gatewayCode: CODES.notifyUrlForMany });
  }
  if (idx?.[0] === '') invalid('idx', 'is empty. notifyKey requires an idx', { operation });
  if (internationalNumber(to[0] ?? '') === undefined) invalid('to', 'is not a correct number', { operation });
}

const WEEK_MS = 7 * 86_400_000;

export function notifyUrlOf(values: SendValues, idx: string, now: () => Date): string | undefined {
  const { to = [], notifyUrl, date = new Date(0), notifyKey, notifyExpiresAt, notifyPlace = 'query' } = values;
  if (notifyUrl === undefined || notifyKey === undefined) return notifyUrl;
  const sentAt = Math.max(now().getTime(), date.getTime());
  const until = notifyExpiresAt ?? Math.ceil((sentAt + WEEK_MS) / 1000);
  return withSignature(notifyUrl, signFacts({ idx, to: to[0] ?? '' }, notifyKey, until), notifyPlace);
}
