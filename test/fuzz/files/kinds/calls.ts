import { SmsService } from '../../../../generated/service.js';
import { faultXml, responseXml } from '../../../../src/replay/index.js';
import { writeMessage } from '../../../../src/soap/messages/envelope.js';
import type { Operation } from '../../../../src/soap/messages/operation.js';
import { PASSWORD, PERSON, secretNumber, TEXT } from '../secrets.js';

/** A call as sent and received on the wire. */
export interface Call {
  readonly operation: string;
  readonly request: string;
  readonly status: number;
  readonly response: string;
}

const CLIENT = { username: 'demo', password: PASSWORD };
const OK = { result: 0, description: 'OK' };
const SENT = { ...OK, response: ['123'], count: 1, points: 0.1 };
const NUMBER = secretNumber(1);

/** Calls of several operations, including refused ones. */
export const CALLS: readonly [Call, ...Call[]] = [
  call(
    'soap_AddGroup',
    { client: CLIENT, group: { name: 'Łódź', info: 'a & b' } },
    responseXml('soap_AddGroup', { ...OK, id_group: 7 }),
  ),
  call(
    'soap_GetGroups',
    { client: CLIENT },
    responseXml('soap_GetGroups', { ...OK, arGroups: [{ id: '7', name: 'Łódź', info: '', num_count: 2 }] }),
  ),
  call(
    'soap_AddNumber',
    { client: CLIENT, number: { number: NUMBER, name: PERSON, id_group: 7 } },
    responseXml('soap_AddNumber', OK),
  ),
  call('soap_CheckPoints', { client: CLIENT }, responseXml('soap_CheckPoints', { ...OK, points: 100 })),
  call(
    'soap_SendSms',
    { client: CLIENT, sms_param: { to: NUMBER, message: TEXT } },
    responseXml('soap_SendSms', { response: SENT }),
  ),
  {
    ...call(
      'soap_GetGroups',
      { client: { ...CLIENT, username: 'x' } },
      faultXml({ faultCode: 'Client', faultString: `no ${PASSWORD}` }),
    ),
    status: 500,
  },
];

function call(operation: keyof typeof SmsService.operations, input: object, response: string): Call {
  const known = SmsService.operations[operation] as unknown as Operation<unknown, unknown>;
  const request = writeMessage(SmsService as never, known, known.input, input);
  return { operation, request, status: 200, response };
}
