import type * as wire from '../../generated/types.js';
import { checkNames, type KnownNames } from '../errors/options.js';
import { flag, optionalText, type Place, refuse, text, texts, unixSeconds, wholeNumber } from './check.js';
import type { GroupNumber, NewGroup, OutgoingMulti, OutgoingSms, OutgoingSmsExt } from './types.js';

/**
 * For every field of a wire type, how it is made of the idiomatic one. A field that the WSDL gains or loses breaks the
 * compile here.
 */
type Writing<W, T> = {
  readonly [K in keyof Required<W>]: (value: T, place: (path: string) => Place) => W[K] | undefined;
};

/** The fields that the three wire types of a message have in common. */
const COMMON = {
  from: ({ from }, at) => optionalText(from, at('from')),
  message: ({ message }, at) => text(message, at('message')),
  eco: ({ eco }, at) => flag(eco, at('eco')),
  date: ({ date }, at) => (date === undefined ? undefined : unixSeconds(date, at('date'))),
  single: ({ single }, at) => flag(single, at('single')),
  no_unicode: ({ noUnicode }, at) => flag(noUnicode, at('noUnicode')),
  datacoding: ({ datacoding }, at) => optionalText(datacoding, at('datacoding')),
  id_partner: ({ partnerId }, at) => optionalWhole(partnerId, at('partnerId')),
  test: ({ test }, at) => flag(test, at('test')),
} satisfies Partial<Writing<wire.sms_param, OutgoingSms | OutgoingMulti>>;

const SMS = {
  ...COMMON,
  to: ({ to }, at) => text(to, at('to')),
  arParam: ({ params }, at) => (params === undefined ? undefined : texts(params, at('params'))),
  idx: ({ idx }, at) => optionalText(idx, at('idx')),
} satisfies Writing<wire.sms_param, OutgoingSms>;

const SMS_EXT = {
  ...SMS,
  priority: ({ priority }, at) =>
    typeof priority === 'boolean' ? flag(priority, at('priority')) : optionalWhole(priority, at('priority')),
  udh: ({ udh }, at) => optionalText(udh, at('udh')),
} satisfies Writing<wire.sms_param_ext, OutgoingSmsExt>;

const MULTI = {
  ...COMMON,
  arTo: ({ to }, at) => texts(to, at('to')),
  arParams: ({ params }, at) => (params === undefined ? undefined : rows(params, at('params'))),
  arIdx: ({ idx }, at) => (idx === undefined ? undefined : texts(idx, at('idx'))),
} satisfies Writing<wire.sms_multi_param, OutgoingMulti>;

const GROUP = {
  id: () => undefined,
  name: ({ name }, at) => text(name, at('name')),
  info: ({ info }, at) => optionalText(info, at('info')),
  num_count: () => undefined,
} satisfies Writing<wire.Group, NewGroup>;

const NUMBER = {
  number: ({ number }, at) => text(number, at('number')),
  name: ({ name }, at) => optionalText(name, at('name')),
  id_group: ({ groupId }, at) => wholeNumber(groupId, at('groupId')),
} satisfies Writing<wire.Number, GroupNumber>;

/** The keys that an argument may have: a misspelt one is refused, not lost. */
const BASE_KEYS = {
  message: true,
  from: true,
  date: true,
  eco: true,
  single: true,
  noUnicode: true,
  datacoding: true,
  partnerId: true,
  test: true,
  to: true,
  params: true,
  idx: true,
} as const satisfies KnownNames<OutgoingSms>;

/** One message, as soap_SendSms takes it. */
export function smsToWire(sms: OutgoingSms, operation: string): wire.sms_param {
  return write<wire.sms_param, OutgoingSms>(SMS, checkNames(sms, BASE_KEYS, 'the argument', { operation }), operation);
}

/** One message, as soap_SendSmsExt takes it. */
export function smsExtToWire(sms: OutgoingSmsExt, operation: string): wire.sms_param_ext {
  const known = { ...BASE_KEYS, priority: true, udh: true } as const;
  return write<wire.sms_param_ext, OutgoingSmsExt>(
    SMS_EXT,
    checkNames(sms, known, 'the argument', { operation }),
    operation,
  );
}

/** A message to many, as soap_SendMulti takes it. */
export function multiToWire(sms: OutgoingMulti, operation: string): wire.sms_multi_param {
  return write<wire.sms_multi_param, OutgoingMulti>(
    MULTI,
    checkNames(sms, BASE_KEYS, 'the argument', { operation }),
    operation,
  );
}

/** A group to be made. */
export function groupToWire(group: NewGroup, operation: string): wire.Group {
  return write<wire.Group, NewGroup>(
    GROUP,
    checkNames(group, { name: true, info: true }, 'the argument', { operation }),
    operation,
  );
}

/** A number to be added or removed. */
export function numberToWire(number: GroupNumber, operation: string): wire.Number {
  const known = { number: true, name: true, groupId: true } as const;
  return write<wire.Number, GroupNumber>(NUMBER, checkNames(number, known, 'the argument', { operation }), operation);
}

function write<W extends object, T>(table: Writing<W, T>, value: T, operation: string): W {
  const written: Partial<W> = {};
  const place = (path: string): Place => ({ operation, path });
  for (const key in table) written[key] = table[key](value, place);
  // The table has every key of W, and every field of a wire type may be absent.
  return written as W;
}

function optionalWhole(value: unknown, place: Place): number | undefined {
  return value === undefined ? undefined : wholeNumber(value, place);
}

function rows(value: unknown, { operation, path }: Place): readonly (readonly string[])[] {
  if (!Array.isArray(value)) return refuse({ operation, path }, 'is not an array');
  return Array.from(value, (row, index) => texts(row, { operation, path: `${path}[${index}]` }));
}
