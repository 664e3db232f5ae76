import { CODES } from '../../domain/codes.js';
import { GET_POINTS, GET_PROFILE } from '../../http-client/description/endpoints/account.js';
import { CHECK_HLR, type LookupRecord } from '../../http-client/description/endpoints/hlr.js';
import {
  LIST_SENDERS,
  SENDER_STATUS,
  SET_DEFAULT_SENDER,
  type SenderRecord,
} from '../../http-client/description/endpoints/senders.js';
import {
  ADD_USER,
  EDIT_USER,
  GET_USER,
  LIST_USERS,
  type SUB_USER_PARAMETERS,
} from '../../http-client/description/endpoints/users.js';
import { isJsonObject } from '../../http-client/description/parts/answer-field.js';
import type { Fields, ParameterValues } from '../../http-client/description/parts/endpoint.js';
import type { AuthorizedCall } from '../gateway/call.js';
import { type LookUpRecord, lookUp } from '../gateway/look-up.js';
import type { SenderNames } from '../gateway/store/account.js';
import { OWN_CODES, refuse } from '../gateway/store/refusal.js';
import { SubUserAccount } from '../gateway/store/sub-user-account.js';
import { addUser, editUser, type SubUserOrder, subUser, subUsers, type UserName } from '../gateway/sub-users.js';
import type { HttpSettings } from '../options/interface-options.js';
import { fourDecimals } from './message-operations.js';
import { type HttpOperation, httpOperation } from './operation.js';

export function accountOperations({ pointsAs }: HttpSettings): readonly HttpOperation[] {
  const json = (input: unknown): unknown =>
    pointsAs === 'text' && isJsonObject(input) ? { ...input, points: fourDecimals(input.points) } : input;
  return [
    httpOperation(GET_PROFILE, 'profile', profileOf, { json }),
    httpOperation(
      GET_POINTS,
      'points',
      (call, { details }) => {
        const { points } = call.account;
        return details ? { points, ...messageCounts(call) } : { points };
      },
      { json },
    ),
    httpOperation(ADD_USER, 'users', (call, values, { fields }) =>
      addUser(call, nameOf(values), userOrder(values, fields)),
    ),
    httpOperation(EDIT_USER, 'users', (call, values, { fields }) =>
      editUser(call, nameOf(values), userOrder(values, fields)),
    ),
    httpOperation(GET_USER, 'users', (call, values) => subUser(call, nameOf(values))),
    httpOperation(LIST_USERS, 'users', (call) => subUsers(call)),
    httpOperation(
      SENDER_STATUS,
      'senders',
      (call, { name = '' }) =>
        sendersOf(call, { withShared: true }).find((sender) => sender.name === name) ?? refuse(OWN_CODES.noSender),
    ),
    httpOperation(LIST_SENDERS, 'senders', (call, { withSharedNames = false }) =>
      sendersOf(call, { withShared: withSharedNames }),
    ),
    httpOperation(SET_DEFAULT_SENDER, 'senders', ({ account }, { name = '' }) => account.senderNames.setDefault(name)),
    httpOperation(CHECK_HLR, 'hlr', (call, { numbers = [], idx }) =>
      lookUp(call, { numbers: numbers.map((number) => number.trim()), idx }).map(lookupRecord),
    ),
  ];
}

type NameValues = Pick<ParameterValues<(typeof ADD_USER)['parameters']>, 'username' | 'withoutPrefix'>;
type UserValues = ParameterValues<typeof SUB_USER_PARAMETERS>;

function nameOf({ username = '', withoutPrefix = false }: NameValues): UserName {
  return { name: username, withoutPrefix };
}

/** A limit that is not a number is refused, not ignored. */
function userOrder(values: UserValues, fields: Fields): SubUserOrder {
  const { password, apiPassword, senders: mayUseSenders, phonebook, active, info } = values;
  const limitOf = (limit: number | undefined, name: string): number | undefined =>
    limit === undefined && (fields.get(name) ?? '') !== '' ? Number.NaN : limit;
  return {
    password: password === '' ? undefined : password,
    apiPassword: apiPassword === '' ? undefined : apiPassword,
    limit: limitOf(values.limit, 'limit'),
    monthLimit: limitOf(values.monthLimit, 'month_limit'),
    senders: mayUseSenders,
    phonebook,
    active,
    info,
  };
}

function profileOf({ account }: AuthorizedCall) {
  const { settings, username, points } = account;
  const userType = account instanceof SubUserAccount ? ('subuser' as const) : ('native' as const);
  return { ...settings.profile, username, points, userType };
}

/** Returns the number of messages of each kind that the points of the account pay for (specification section 4.5). */
function messageCounts({ account: { points }, settings }: AuthorizedCall) {
  // At a price of 0, any number can be paid.
  const count = (price: number): number => (price === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(points / price));
  const [sms, vms] = [count(settings.pricePerPart), count(settings.pricePerVms)];
  const mms = count(settings.pricePerMms);
  return { proCount: sms, ecoCount: sms, mmsCount: mms, vmsGsmCount: vms, vmsLandCount: vms };
}

/** Returns the sender names of the account, the default one first (specification section 2.5). */
function sendersOf(
  { account: { senderNames, sharedSenderNames } }: AuthorizedCall,
  { withShared }: { readonly withShared: boolean },
): readonly SenderRecord[] {
  const own = recordsOf(senderNames);
  const shared = withShared && sharedSenderNames !== undefined ? recordsOf(sharedSenderNames) : [];
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...shared.filter(({ name }) => !names.has(name)).map((sender) => ({ ...sender, isDefault: false }))];
}

function recordsOf(names: SenderNames): readonly SenderRecord[] {
  return names.list().map(({ name, isActive }) => ({
    name,
    status: isActive ? ('ACTIVE' as const) : ('INACTIVE' as const),
    isDefault: name === names.defaultName,
  }));
}

function lookupRecord({ number, id, points }: LookUpRecord): LookupRecord {
  if (id !== undefined) return { id, number, status: 'OK', points };
  const error = { code: CODES.noCorrectNumber, message: '', invalidNumbers: [] };
  return { id: null, number, status: 'ERROR', points: null, error };
}
