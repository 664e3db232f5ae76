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
import * as facts from '../gateway/operations/account-facts.js';
import { type LookUpRecord, lookUp } from '../gateway/operations/look-up.js';
import {
  addUser,
  editUser,
  type SubUserOrder,
  subUser,
  subUsers,
  type UserName,
} from '../gateway/operations/sub-users.js';
import type { HttpSettings } from '../options/interface-options.js';
import { fourDecimals } from './message-operations.js';
import { type HttpOperation, httpOperation } from './operation.js';

/** Creates the operations of an account (specification sections 4.4 to 4.8). */
export function accountOperations({ pointsAs }: HttpSettings): readonly HttpOperation[] {
  const json = (given: unknown): unknown =>
    pointsAs === 'text' && isJsonObject(given) ? { ...given, points: fourDecimals(given.points) } : given;
  return [
    httpOperation(GET_PROFILE, 'profile', (call) => facts.profileOf(call), { json }),
    httpOperation(
      GET_POINTS,
      'points',
      (call, { details }) => {
        const { points, pro, eco, mms, vmsGsm, vmsLand } = facts.pointsOf(call);
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
    httpOperation(SENDER_STATUS, 'senders', (call, { name = '' }) => senderRecord(facts.senderOf(call, name))),
    httpOperation(LIST_SENDERS, 'senders', (call, { withSharedNames = false }) =>
      facts.sendersOf(call, { withShared: withSharedNames }).map(senderRecord),
    ),
    httpOperation(SET_DEFAULT_SENDER, 'senders', (call, { name = '' }) => facts.setDefaultSender(call, name)),
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

function senderRecord({ name, isActive, isDefault }: facts.SenderRecord): SenderRecord {
  return { name, status: isActive ? 'ACTIVE' : 'INACTIVE', isDefault };
}

function lookupRecord({ number, id, points }: LookUpRecord): LookupRecord {
  if (id !== undefined) return { id, number, status: 'OK', points };
  const error = { code: CODES.noCorrectNumber, message: '', invalidNumbers: [] };
  return { id: null, number, status: 'ERROR', points: null, error };
}
