import { GET_POINTS, GET_PROFILE } from './endpoints/account.js';
import { CHECK_HLR } from './endpoints/hlr.js';
import { SEND_MMS, SEND_VMS } from './endpoints/mms-vms.js';
import { LIST_SENDERS, SENDER_STATUS, SET_DEFAULT_SENDER } from './endpoints/senders.js';
import { DELETE_SCHEDULED, SEND_SMS } from './endpoints/sms.js';
import { ADD_USER, EDIT_USER, GET_USER, LIST_USERS } from './endpoints/users.js';
import type { Answer } from './parts/answer.js';
import type { Endpoint } from './parts/endpoint.js';
import type { ParameterTable } from './parts/parameter.js';

/** Parameters that every request takes, beside those of its endpoint. */
export const EVERYWHERE = {
  /** The form of the answer. */
  format: 'format',
  /** The token, if it is not in the header. */
  token: 'access_token',
  /** The charset of the request's texts. */
  encoding: 'encoding',
} as const;

/** The HTTP interface: all its endpoints, by the names of the client's methods (specification sections 4.1 to 4.8). */
export const ENDPOINTS = {
  'sms.send': SEND_SMS,
  'sms.deleteScheduled': DELETE_SCHEDULED,
  'mms.send': SEND_MMS,
  'vms.send': SEND_VMS,
  'profile.get': GET_PROFILE,
  'points.get': GET_POINTS,
  'users.add': ADD_USER,
  'users.edit': EDIT_USER,
  'users.get': GET_USER,
  'users.list': LIST_USERS,
  'senders.status': SENDER_STATUS,
  'senders.list': LIST_SENDERS,
  'senders.setDefault': SET_DEFAULT_SENDER,
  'hlr.check': CHECK_HLR,
} as const satisfies Readonly<Record<string, Endpoint<ParameterTable, Answer>>>;
