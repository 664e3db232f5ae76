import { CODES } from '../../domain/codes.js';
import { BINARY } from '../../domain/sending/limits.js';
import type { MMS_PARAMETERS, VMS_PARAMETERS } from '../../http-client/description/endpoints/mms-vms.js';
import type { SMS_PARAMETERS } from '../../http-client/description/endpoints/sms.js';
import type { Fields, ParameterValues } from '../../http-client/description/parts/endpoint.js';
import type { RequestFields } from '../../http-client/description/request-fields.js';
import type { CommonOrder, MmsOrder, SendOrder, VmsOrder } from '../gateway/sending/orders.js';
import { refuse } from '../gateway/store/refusal.js';

type SmsValues = ParameterValues<typeof SMS_PARAMETERS>;
type MmsValues = ParameterValues<typeof MMS_PARAMETERS>;
type VmsValues = ParameterValues<typeof VMS_PARAMETERS>;

const filled = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const listed = (texts: readonly string[] = []): readonly string[] =>
  texts.length === 1 && texts[0]?.trim() === '' ? [] : texts;

function commonOrder(values: MmsValues, fields: Fields): CommonOrder {
  const { to, group, idx, checkIdx, date, dateValidate, notifyUrl, test } = values;
  if (dateValidate && date === undefined && filled(fields.get('date')) !== undefined) refuse(CODES.dateNotCorrect);
  return {
    to: listed(to),
    group: filled(group),
    idx: listed(idx),
    checkIdx,
    sendAtMs: date?.getTime(),
    notifyUrl: filled(notifyUrl),
    test,
  };
}

const bytesInJson = (text: string): number => Buffer.byteLength(JSON.stringify(text));

export function smsOrder(values: SmsValues, { fields }: RequestFields): SendOrder {
  const {
    message = '',
    template,
    datacoding,
    timeRestriction,
    dateValidate,
    expirationDate,
    discountGroup,
    details,
  } = values;
  const hasExpiration = filled(fields.get('expiration_date')) !== undefined;
  if (dateValidate && hasExpiration && expirationDate === undefined) refuse(CODES.dateNotCorrect);
  return {
    ...values,
    ...commonOrder(values, fields),
    message,
    template: filled(template),
    binary: datacoding === BINARY,
    timeRestriction: filled(timeRestriction),
    expiresAtMs: expirationDate?.getTime(),
    discountGroup: filled(discountGroup),
    bytesOfText: details ? bytesInJson : undefined,
  };
}

export function mmsOrder(values: MmsValues, { fields }: RequestFields): MmsOrder {
  const { subject, smil = '' } = values;
  return { ...commonOrder(values, fields), subject, smil };
}

export function vmsOrder(values: VmsValues, { fields, files }: RequestFields): VmsOrder {
  const { tts, file, interval, skipGsm } = values;
  return {
    ...commonOrder(values, fields),
    tts,
    file: files.get('file')?.bytes ?? (typeof file === 'string' ? file : undefined),
    attempts: values.try,
    intervalSeconds: interval,
    skipGsm,
  };
}
