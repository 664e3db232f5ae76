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
  PREFIX,
  type SUB_USER_PARAMETERS,
} from '../../http-client/description/endpoints/users.js';
import { isJsonObject } from '../../http-client/description/parts/answer-field.js';
import type { Fields, ParameterValues } from '../../http-client/description/parts/parameter.js';
import { type LookUpRecord, lookUp } from '../gateway/operations/look-up.js';
import { pointsOf, profileOf } from '../gateway/operations/profile.js';
import * as senders from '../gateway/operations/sender-names.js';
import {
  addUser,
  editUser,
  type SubUserOrder,
  subUser,
  subUserNamed,
  subUsers,
  type UserName,
} from '../gateway/operations/sub-users.js';
import type { HttpSettings } from '../options/http-options.js';
import { type HttpOperation, httpOperation } from './operation.js';
import { fourDecimals } from './send-records.js';

/** Makes the operations of an account (specification sections 4.4 to 4.8). */
export function accountOperations({ pointsAs, pointsUser }: HttpSettings): readonly HttpOperation[] {
  const json = (given: unknown): unknown =>
    pointsAs === 'text' && isJsonObject(given) ? { ...given, points: fourDecimals(given.points) } : given;
  return [
    httpOperation(GET_PROFILE, 'profile', (call) => profileOf(call), { json }),
    httpOperation(
      GET_POINTS,
      'points',
      (call, { details }, { fields }) => {
        const name = pointsUser === undefined ? '' : (fields.get(pointsUser) ?? '');
        const withoutPrefix = PREFIX.withoutPrefix.read(fields) ?? false;
        const account = name === '' ? call.account : subUserNamed(call, { name, withoutPrefix });
        const { points, pro, eco, mms, vmsGsm, vmsLand } = pointsOf({ ...call, account });
        const counts = { proCount: pro, ecoCount: eco, mmsCount: mms, vmsGsmCount: vmsGsm, vmsLandCount: vmsLand };
        return details ? { points, ...counts } : { points };
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
    httpOperation(SENDER_STATUS, 'senders', (call, { name = '' }) => senderRecord(senders.senderOf(call, name))),
    httpOperation(LIST_SENDERS, 'senders', (call, { withSharedNames = false }) =>
      senders.sendersOf(call, { withShared: withSharedNames }).map(senderRecord),
    ),
    httpOperation(SET_DEFAULT_SENDER, 'senders', (call, { name = '' }) => senders.setDefaultSender(call, name)),
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

/** A limit that is given and no number is refused, not left out. */
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

function senderRecord({ name, isActive, isDefault }: senders.SenderRecord): SenderRecord {
  return { name, status: isActive ? 'ACTIVE' : 'INACTIVE', isDefault };
}

function lookupRecord({ number, id, points }: LookUpRecord): LookupRecord {
  if (id !== undefined) return { id, number, status: 'OK', points };
  const error = { code: CODES.noCorrectNumber, message: '', invalidNumbers: [] };
  return { id: null, number, status: 'ERROR', points: null, error };
}
