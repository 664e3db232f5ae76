import type { sms_multi_param, sms_param_ext } from '../../../generated/types.js';
import { BINARY } from '../../domain/sending/limits.js';
import type { SendOrder } from '../gateway/operations/sending/orders.js';

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
  return { ...commonOrder(sms), to: texts(arTo), params: arParams ?? [], idx: texts(arIdx) };
}

function commonOrder(sms: sms_param_ext | sms_multi_param | null): Omit<SendOrder, 'to'> {
  const { from, message, eco, date, single, no_unicode, datacoding, test, id_partner } = sms ?? {};
  return {
    from: from ?? '',
    message: message ?? '',
    eco: eco === 1,
    // 0 stands for "at once".
    sendAtMs: date ? date * 1000 : undefined,
    single: single === 1,
    noUnicode: no_unicode === 1,
    binary: datacoding === BINARY,
    test: test === 1,
    partnerId: id_partner ?? undefined,
  };
}

function texts(values: readonly (string | null)[] | null | undefined): readonly string[] {
  return (values ?? []).map((value) => value ?? '');
}
