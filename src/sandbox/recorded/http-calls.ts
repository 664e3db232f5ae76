import {
  GET_POINTS,
  GET_PROFILE,
  type Profile as ProfileRecord,
} from '../../http-client/description/endpoints/account.js';
import { CHECK_HLR, type LookupRecord } from '../../http-client/description/endpoints/hlr.js';
import { SEND_MMS, SEND_VMS } from '../../http-client/description/endpoints/mms-vms.js';
import {
  LIST_SENDERS,
  SENDER_STATUS,
  SET_DEFAULT_SENDER,
  type SenderRecord,
} from '../../http-client/description/endpoints/senders.js';
import { DELETE_SCHEDULED, SEND_SMS } from '../../http-client/description/endpoints/sms.js';
import { ADD_USER, EDIT_USER, GET_USER, LIST_USERS } from '../../http-client/description/endpoints/users.js';
import type { Answer } from '../../http-client/description/parts/answer.js';
import type { Endpoint } from '../../http-client/description/parts/endpoint.js';
import type { ParameterTable, ParameterValues } from '../../http-client/description/parts/parameter.js';
import type { RequestFields } from '../../http-client/description/received/request-fields.js';
import type { RecordedHttpCall } from '../../replay/recorded-calls.js';
import type { Profile } from '../gateway/store/account.js';
import type { SenderName } from '../gateway/store/sender-names.js';
import { mmsOrder, smsOrder, vmsOrder } from '../http/orders.js';
import { addSent, mmsSend, smsSend, vmsSend } from './http-sends.js';
import type { RecordedAccount } from './recorded-account.js';
import type { ToldUser } from './recorded-users.js';

/** What a call of an endpoint tells of an account. */
interface Reading {
  readonly endpoint: unknown;
  tell(account: RecordedAccount, call: RecordedHttpCall): void;
}

/** Makes the reading of an endpoint: a call of it has its values and its result. */
function reading<P extends ParameterTable, R>(
  endpoint: Endpoint<P, Answer<R>>,
  tell: (account: RecordedAccount, result: R, values: ParameterValues<P>, call: RecordedHttpCall) => void,
): Reading {
  return {
    endpoint,
    tell: (account, call) => {
      tell(account, call.result as R, call.values as ParameterValues<P>, call);
    },
  };
}

const NO_FILES: RequestFields['files'] = new Map();

const requestOf = ({ fields }: RecordedHttpCall): RequestFields => ({ fields, files: NO_FILES });

const READINGS: readonly Reading[] = [
  reading(SEND_SMS, (account, records, values, call) => {
    addSent(account, smsSend(smsOrder(values, requestOf(call))), records, call.startedAtMs);
  }),
  reading(SEND_MMS, (account, records, values, call) => {
    addSent(account, mmsSend(mmsOrder(values, requestOf(call))), records, call.startedAtMs);
  }),
  reading(SEND_VMS, (account, records, values, call) => {
    addSent(account, vmsSend(vmsOrder(values, requestOf(call))), records, call.startedAtMs);
  }),
  reading(DELETE_SCHEDULED, ({ messages }, { ids }) => {
    for (const id of ids) messages.deleted({ id });
  }),
  reading(GET_POINTS, (account, { points }) => account.pointsAre(points)),
  reading(GET_PROFILE, (account, profile) => {
    account.profile = profileOf(profile);
    if (profile.points !== null) account.pointsAre(profile.points);
  }),
  reading(LIST_SENDERS, ({ senders }, list) => {
    const byDefault = [...list].sort((one, other) => Number(other.isDefault === true) - Number(one.isDefault === true));
    senders.listed(byDefault.map(senderOf), { hasInactive: true });
  }),
  reading(SENDER_STATUS, ({ senders }, sender) => senders.told(senderOf(sender), sender.isDefault)),
  reading(SET_DEFAULT_SENDER, ({ senders }, _, { name = '' }) => senders.becameDefault(name)),
  reading(LIST_USERS, ({ users }, list) => users.listed(list)),
  reading(GET_USER, ({ users }, user) => users.told(user)),
  // What is left out is off, and 0.
  reading(ADD_USER, ({ users }, user, values) => users.told({ ...user, ...given(user, { ...OFF, ...values }) })),
  reading(EDIT_USER, ({ users }, user, values) => users.told({ ...user, ...given(user, values) })),
  reading(CHECK_HLR, (account, lookups, { idx = '' }, { startedAtMs }) => {
    for (const lookup of lookups) addLookUp(account, lookup, idx, startedAtMs);
  }),
];

/** Keeps what a call of the HTTP interface shows of an account. */
export function tellOfHttp(account: RecordedAccount, call: RecordedHttpCall): void {
  READINGS.find(({ endpoint }) => endpoint === call.endpoint)?.tell(account, call);
}

function profileOf({ name, email, phoneNumber, paymentType }: ProfileRecord): Profile {
  const type = paymentType === 'postpaid' ? 'postpaid' : 'prepaid';
  return { name: name ?? '', email: email ?? '', phoneNumber: phoneNumber ?? '', paymentType: type };
}

function senderOf({ name, status }: SenderRecord): SenderName {
  return { name, isActive: status?.toUpperCase() === 'ACTIVE' };
}

const OFF = { limit: 0, monthLimit: 0, senders: false, phonebook: false, active: false, info: '' };

type GivenUser = { readonly [K in keyof ToldUser]?: ToldUser[K] | undefined };

/** What was asked for of a sub-user, where the answer does not tell it: as text it is the name alone. */
function given(told: ToldUser, asked: GivenUser): ToldUser {
  return {
    limit: told.limit ?? asked.limit ?? null,
    monthLimit: told.monthLimit ?? asked.monthLimit ?? null,
    senders: told.senders ?? asked.senders ?? null,
    phonebook: told.phonebook ?? asked.phonebook ?? null,
    active: told.active ?? asked.active ?? null,
    info: told.info ?? asked.info ?? null,
  };
}

function addLookUp(
  account: RecordedAccount,
  { id, number, points, error }: LookupRecord,
  idx: string,
  acceptedAtMs: number,
): void {
  if (error !== undefined || id === null) return;
  account.charged(points ?? 0);
  account.lookUps.push({ id, number: number ?? '', idx, acceptedAtMs });
}
