import type { sms_multi_param, sms_param_ext } from '../../../../generated/types.js';
import { BINARY } from '../../../domain/sending/limits.js';
import { ECO } from '../../../domain/sending/senders.js';

/** The values for `[%1%]` to `[%4%]` of one recipient. */
export type ParamRow = readonly (string | null)[];

/** What a send asks for, the same for one recipient and for many. */
export interface SendOrder {
  /** The numbers as they were submitted. */
  readonly to: readonly string[];
  /** One row per recipient, or empty for a message that is the same for all. */
  readonly params: readonly ParamRow[];
  /** One value per recipient, or empty for none. */
  readonly idx: readonly string[];
  /** Empty for the default sender. */
  readonly from: string;
  readonly message: string;
  readonly eco: boolean;
  /** Unix time in seconds; 0 for at once. */
  readonly date: number;
  readonly single: boolean;
  readonly noUnicode: boolean;
  readonly binary: boolean;
  /** The user data header of a binary message; empty where the operation has no field for it. */
  readonly udh: string;
  readonly fast: boolean;
  readonly test: boolean;
}

/** The order of soap_SendSms and soap_SendSmsExt: a `sms_param` is a `sms_param_ext` without its two last fields. */
export function singleOrder(sms: sms_param_ext | null): SendOrder {
  const { to, arParam, idx, priority, udh } = sms ?? {};
  return {
    ...commonOrder(sms),
    to: [to ?? ''],
    params: arParam && arParam.length > 0 ? [arParam] : [],
    idx: idx ? [idx] : [],
    udh: udh ?? '',
    fast: priority === 1,
  };
}

/** The order of soap_SendMulti. */
export function multiOrder(sms: sms_multi_param | null): SendOrder {
  const { arTo, arParams, arIdx } = sms ?? {};
  return {
    ...commonOrder(sms),
    to: texts(arTo),
    params: arParams ?? [],
    idx: texts(arIdx),
    udh: '',
    fast: false,
  };
}

type Common = Omit<SendOrder, 'to' | 'params' | 'idx' | 'udh' | 'fast'>;

function commonOrder(sms: sms_param_ext | sms_multi_param | null): Common {
  const { from, message, eco, date, single, no_unicode, datacoding, test } = sms ?? {};
  return {
    from: from ?? '',
    message: message ?? '',
    eco: eco === 1 || from === ECO,
    date: date ?? 0,
    single: single === 1,
    noUnicode: no_unicode === 1,
    binary: datacoding === BINARY,
    test: test === 1,
  };
}

function texts(values: readonly (string | null)[] | null | undefined): readonly string[] {
  return (values ?? []).map((value) => value ?? '');
}
