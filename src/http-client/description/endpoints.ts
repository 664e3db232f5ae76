import { GET_POINTS, GET_PROFILE } from './endpoints/account.js';
import { CHECK_HLR } from './endpoints/hlr.js';
import { SEND_MMS, SEND_VMS } from './endpoints/mms-vms.js';
import { LIST_SENDERS, SENDER_STATUS, SET_DEFAULT_SENDER } from './endpoints/senders.js';
import { DELETE_SCHEDULED, SEND_SMS } from './endpoints/sms.js';
import { ADD_USER, EDIT_USER, GET_USER, LIST_USERS } from './endpoints/users.js';
import type { Answer, Endpoint, Fields, ParameterTable } from './parts/endpoint.js';

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

export type AnyEndpoint = Endpoint<ParameterTable, Answer>;

const ALL: readonly AnyEndpoint[] = Object.values<AnyEndpoint>(ENDPOINTS);

export const PATHS: ReadonlySet<string> = new Set(ALL.map(({ path }) => path));

export function allEndpoints(): readonly AnyEndpoint[] {
  return ALL;
}

export function endpointOf(path: string, fields: Fields): AnyEndpoint | undefined {
  const all = ALL.filter((endpoint) => endpoint.path === path);
  return all.find((endpoint) => isSelected(endpoint, fields)) ?? all.find(({ selector }) => selector === undefined);
}

function isSelected({ selector }: AnyEndpoint, fields: Fields): boolean {
  if (selector === undefined) return false;
  const input = fields.get(selector.name);
  return input !== undefined && (selector.value === undefined || selector.value === input.trim());
}
