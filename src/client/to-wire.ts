import type * as wire from '../../generated/types.js';
import { optionalText, text, texts, wholeNumber } from '../domain/check-values.js';
import { CODES } from '../domain/codes.js';
import { withoutInvisible } from '../domain/phone-number.js';
import { checkBoolean, checkList, invalid } from '../options/check.js';
import { checkNames, type KnownNames } from '../options/table.js';
import { MAX_INT } from '../soap/codecs/int-range.js';
import type { NewContact, NewGroup, OutgoingBatch, OutgoingMulti, OutgoingSms, OutgoingSmsExt } from './types.js';

/**
 * For every field of a wire type, how it is made of the idiomatic one. A field that the WSDL gains or loses breaks the
 * compile here.
 */
type Writing<W, T> = {
  readonly [K in keyof Required<W>]: (value: T, operation: string) => W[K] | undefined;
};

/** The fields that the three wire types of a message have in common. */
const COMMON = {
  from: ({ from }, operation) => optionalText(from, 'from', operation),
  message: ({ message }, operation) => text(message, 'message', operation),
  eco: ({ eco }, operation) => flag(eco, 'eco', operation),
  date: ({ date }, operation) => (date === undefined ? undefined : unixSeconds(date, 'date', operation)),
  single: ({ single }, operation) => flag(single, 'single', operation),
  no_unicode: ({ noUnicode }, operation) => flag(noUnicode, 'noUnicode', operation),
  datacoding: ({ datacoding }, operation) => optionalText(datacoding, 'datacoding', operation),
  id_partner: ({ partnerId }, operation) => optionalWhole(partnerId, 'partnerId', operation),
  test: ({ test }, operation) => flag(test, 'test', operation),
} satisfies Partial<Writing<wire.sms_param, OutgoingSms | OutgoingMulti>>;

const SMS = {
  ...COMMON,
  to: ({ to }, operation) => withoutInvisible(text(to, 'to', operation)),
  arParam: ({ params }, operation) => (params === undefined ? undefined : texts(params, 'params', operation)),
  idx: ({ idx }, operation) => optionalText(idx, 'idx', operation),
} satisfies Writing<wire.sms_param, OutgoingSms>;

const SMS_EXT = {
  ...SMS,
  priority: ({ priority }, operation) =>
    typeof priority === 'boolean'
      ? flag(priority, 'priority', operation)
      : optionalWhole(priority, 'priority', operation),
  udh: ({ udh }, operation) => optionalText(udh, 'udh', operation),
} satisfies Writing<wire.sms_param_ext, OutgoingSmsExt>;

const MULTI = {
  ...COMMON,
  arTo: ({ to }, operation) => texts(to, 'to', operation).map(withoutInvisible),
  arParams: ({ params }, operation) => (params === undefined ? undefined : rows(params, 'params', operation)),
  arIdx: ({ idx }, operation) => (idx === undefined ? undefined : texts(idx, 'idx', operation)),
} satisfies Writing<wire.sms_multi_param, OutgoingMulti>;

const GROUP = {
  id: () => undefined,
  name: ({ name }, operation) => text(name, 'name', operation),
  info: ({ info }, operation) => optionalText(info, 'info', operation),
  num_count: () => undefined,
} satisfies Writing<wire.Group, NewGroup>;

const NUMBER = {
  number: ({ number }, operation) => text(number, 'number', operation),
  name: ({ name }, operation) => optionalText(name, 'name', operation),
  id_group: ({ groupId }, operation) => wholeNumber(groupId, 'groupId', operation),
} satisfies Writing<wire.Number, NewContact>;

export const BATCH_KEYS = {
  message: true,
  from: true,
  date: true,
  eco: true,
  single: true,
  noUnicode: true,
  datacoding: true,
  partnerId: true,
  test: true,
} as const satisfies KnownNames<OutgoingBatch>;

const BASE_KEYS = {
  ...BATCH_KEYS,
  to: true,
  params: true,
  idx: true,
} as const satisfies KnownNames<OutgoingSms>;

export function smsToWire(sms: OutgoingSms, operation: string): wire.sms_param {
  return write<wire.sms_param, OutgoingSms>(SMS, checkNames(sms, BASE_KEYS, 'the argument', operation), operation);
}

export function smsExtToWire(sms: OutgoingSmsExt, operation: string): wire.sms_param_ext {
  const known = { ...BASE_KEYS, priority: true, udh: true } as const;
  return write<wire.sms_param_ext, OutgoingSmsExt>(
    SMS_EXT,
    checkNames(sms, known, 'the argument', operation),
    operation,
  );
}

export function multiToWire(sms: OutgoingMulti, operation: string): wire.sms_multi_param {
  return write<wire.sms_multi_param, OutgoingMulti>(
    MULTI,
    checkNames(sms, BASE_KEYS, 'the argument', operation),
    operation,
  );
}

export function groupToWire(group: NewGroup, operation: string): wire.Group {
  return write<wire.Group, NewGroup>(
    GROUP,
    checkNames(group, { name: true, info: true }, 'the argument', operation),
    operation,
  );
}

export function numberToWire(number: NewContact, operation: string): wire.Number {
  const known = { number: true, name: true, groupId: true } as const;
  return write<wire.Number, NewContact>(NUMBER, checkNames(number, known, 'the argument', operation), operation);
}

function write<W extends object, T>(table: Writing<W, T>, value: T, operation: string): W {
  const written: Partial<W> = {};
  for (const key in table) written[key] = table[key](value, operation);
  // The table has every key of W, and every field of a wire type may be absent.
  return written as W;
}

function optionalWhole(value: unknown, path: string, operation: string): number | undefined {
  return value === undefined ? undefined : wholeNumber(value, path, operation);
}

function rows(value: unknown, path: string, operation: string): readonly (readonly string[])[] {
  return Array.from(checkList(value, path, operation), (row, index) => texts(row, `${path}[${index}]`, operation));
}

function flag(value: unknown, path: string, operation?: string): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return checkBoolean(value, path, operation) ? 1 : 0;
}

export function unixSeconds(value: unknown, path: string, operation?: string): number {
  const refused = { operation, gatewayCode: CODES.dateNotCorrect };
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) {
    return invalid(path, value === undefined ? 'is missing' : 'must be a valid Date', refused);
  }
  const seconds = Math.floor(value.getTime() / 1000);
  if (seconds < 0) return invalid(path, 'is before 1970', refused);
  return seconds > MAX_INT ? invalid(path, 'is after 2038-01-19, which does not fit into 32 bits', refused) : seconds;
}
