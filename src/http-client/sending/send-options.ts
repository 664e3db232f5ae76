import { CODES } from '../../domain/codes.js';
import { internationalNumber } from '../../domain/phone-number.js';
import {
  checkExpiry,
  checkNotifyKey,
  checkUnsigned,
  signFacts,
  withSignature,
} from '../../domain/sending/notify-url.js';
import { checkOneOf, checkUrl, invalid } from '../../options/check.js';
import { takeOut } from '../requests/given.js';

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

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;

export interface NotifySigning {
  /** Refuses what cannot be signed. @throws ValidationError */
  check(values: NotifyValues): void;
  /** Signs the address of a message. */
  sign(values: NotifyValues, idx: string, now: Date): string;
}

interface NotifyValues {
  readonly to?: readonly string[] | undefined;
  readonly group?: string | undefined;
  readonly notifyUrl?: string | undefined;
  readonly date?: Date | undefined;
  readonly idx?: readonly string[] | undefined;
}

export function withoutNotify<T extends NotifyOption>(
  order: T,
  operation: string,
): [Omit<T, keyof NotifyOption>, NotifySigning | undefined] {
  const [key, keyless] = takeOut<NotifyOption, 'notifyKey'>(order, 'notifyKey', 'the argument', operation);
  const [expiresAt, timeless] = takeOut<NotifyOption, 'notifyExpiresAt'>(
    keyless,
    'notifyExpiresAt',
    'the argument',
    operation,
  );
  const [place, others] = takeOut<NotifyOption, 'notifyPlace'>(timeless, 'notifyPlace', 'the argument', operation);
  const rest = others as Omit<T, keyof NotifyOption>;
  if (key === undefined) {
    for (const [name, value] of Object.entries({ notifyExpiresAt: expiresAt, notifyPlace: place })) {
      if (value !== undefined) invalid(name, 'is of no use without notifyKey', { operation });
    }
    return [rest, undefined];
  }
  checkNotifyKey(key, 'notifyKey', operation);
  const expires = expiresAt === undefined ? undefined : checkExpiry(expiresAt, 'notifyExpiresAt', operation);
  const where = place === undefined ? 'query' : checkOneOf(place, ['query', 'path'], 'notifyPlace', operation);
  return [rest, signing(key, expires, where, operation)];
}

function signing(key: string, expires: number | undefined, place: 'query' | 'path', operation: string): NotifySigning {
  return {
    check({ to, group, notifyUrl, idx }) {
      if (notifyUrl === undefined) invalid('notifyUrl', 'is missing: notifyKey signs it', { operation });
      checkUnsigned(checkUrl(notifyUrl, 'notifyUrl', operation), 'notifyUrl', operation);
      if (group !== undefined || to?.length !== 1) {
        const reason = 'goes with one recipient only: a signature is of one message';
        invalid('notifyKey', reason, { operation, gatewayCode: CODES.notifyUrlForMany });
      }
      if (idx?.[0] === '') invalid('idx', 'is empty, and notifyKey needs one', { operation });
      if (internationalNumber(to[0] ?? '') === undefined) invalid('to', 'is not a correct number', { operation });
    },
    sign({ to = [], notifyUrl = '', date = new Date(0) }, idx, now) {
      const sentAt = Math.max(now.getTime(), date.getTime());
      const until = expires ?? Math.ceil((sentAt + DEFAULT_DAYS * DAY_MS) / 1000);
      return withSignature(notifyUrl, signFacts({ idx, to: to[0] ?? '' }, key, until), place);
    },
  };
}
