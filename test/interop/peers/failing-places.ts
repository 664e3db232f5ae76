import { operationNames } from '../cases/every-operation.js';

/** The places of several fields of one step. */
export const at = (step: string, ...fields: readonly string[]): readonly string[] =>
  fields.map((field) => `${step}.${field}`);

/** Places at which this library sends nil. */
export const NIL_SENT: readonly string[] = [
  'messages by id / 3 soap_GetSmsByIds in.arIds',
  ...at(
    'nil and absent fields are told apart on the way in / 0 soap_AddGroup in',
    'group.id',
    'group.info',
    'group.num_count',
  ),
  'nil and absent fields are told apart on the way in / 2 soap_AddNumber in.number.name',
  'a list of parameters of any length / 0 soap_SendSms in.sms_param.arParam',
  ...at('a message with priority and user data header / 1 soap_SendSmsExt in', 'sms_param.priority', 'sms_param.udh'),
];

/** Places at which a gateway sends nil. */
export const NIL_RECEIVED: readonly string[] = [
  'groups / 0 soap_GetGroups out.arGroups[1].info',
  'numbers / 0 soap_GetNumbers out.arNumbers[2].name',
  ...at('messages by date / 0 soap_GetSmsByDate out', 'arSms[1].donedate', 'arSms[2].submitdate', 'arSms[2].donedate'),
  'messages by date / 1 soap_GetSmsByDate out.arSms[1].donedate',
  ...at('messages by id / 0 soap_GetSmsByIds out', 'arSms[1].submitdate', 'arSms[1].donedate'),
  'messages by id / 1 soap_GetSmsByIds out.arSms[0].donedate',
  'messages by id / 5 soap_GetSmsByIds out.arSms[0].donedate',
  ...at(
    'nil and absent fields are told apart on the way in / 4 soap_GetNumbers out',
    'arNumbers[0].name',
    'arNumbers[1].name',
  ),
  'a message with two fields is sent, charged and found / 2 soap_GetSmsByIds out.arSms[0].donedate',
  ...at('every field of a message travels / 1 soap_GetSmsByIds out', 'arSms[0].submitdate', 'arSms[0].donedate'),
  'a message with priority and user data header / 2 soap_GetSmsByIds out.arSms[0].donedate',
  ...at(
    'one text to three recipients / 1 soap_GetSmsByIds out',
    'arSms[0].donedate',
    'arSms[1].donedate',
    'arSms[2].donedate',
  ),
  'lists of one inside a list of one / 1 soap_GetSmsByIds out.arSms[0].donedate',
];

/** Parts that a gateway omits. */
export const OMITTED_PARTS: readonly string[] = [
  '40, 4116 and 4200: groups and numbers / 1 soap_DelGroup out.num_count',
  '40, 4116 and 4200: groups and numbers / 3 soap_AddGroup out.id_group',
  '101: every operation refuses a stranger / 4 soap_AddGroup out.id_group',
  '101: every operation refuses a stranger / 5 soap_DelGroup out.num_count',
  '101: every operation refuses a stranger / 10 soap_CheckPoints out.points',
];

/** The details of the Faults of all operations. */
export const FAULT_DETAILS: readonly string[] = operationNames.map(
  (name, index) => `every operation passes a Fault on / ${index} ${name} out.detail`,
);
