import type { Client } from '../../../generated/index.js';
import { faulty, faultyEmoji, stranger, unauthorised } from './accounts.js';
import { faults, gives, type Inputs, type OperationName, type Outputs, type Scenario, type Step } from './scenario.js';

/** One input of every operation. */
export function inputsOf(client: Client): Inputs {
  return {
    soap_GetSenders: { client },
    soap_DelSchSmsById: { client, id: '0000000001' },
    soap_AddNumber: { client, number: { number: '500100200', name: 'Łukasz', id_group: 7 } },
    soap_DelNumber: { client, number: { number: '500100200', name: 'Łukasz', id_group: 7 } },
    soap_AddGroup: { client, group: { name: 'Rodzina', info: 'źródło' } },
    soap_DelGroup: { client, id_group: 7 },
    soap_GetGroups: { client },
    soap_GetNumbers: { client, id_group: 7 },
    soap_GetSmsByDate: { client, date_from: 0, date_to: 1 },
    soap_GetSmsByIds: { client, arIds: ['0000000001'] },
    soap_CheckPoints: { client },
    soap_SendMulti: { client, sms_param: { arTo: ['500100200'], message: 'ą' } },
    soap_SendSms: { client, sms_param: { to: '500100200', message: 'ą' } },
    soap_SendSmsExt: { client, sms_param: { to: '500100200', message: 'ą', priority: 1 } },
  };
}

const nothingSent = { ...unauthorised, response: [], count: 0, points: 0 };

/** The response of each operation to wrong credentials: lists are empty, other parts are absent. */
const forStrangers: Outputs = {
  soap_GetSenders: { ...unauthorised, arSenders: [] },
  soap_DelSchSmsById: unauthorised,
  soap_AddNumber: unauthorised,
  soap_DelNumber: unauthorised,
  soap_AddGroup: unauthorised,
  soap_DelGroup: unauthorised,
  soap_GetGroups: { ...unauthorised, arGroups: [] },
  soap_GetNumbers: { ...unauthorised, arNumbers: [] },
  soap_GetSmsByDate: { ...unauthorised, arSms: [] },
  soap_GetSmsByIds: { ...unauthorised, arSms: [] },
  soap_CheckPoints: unauthorised,
  soap_SendMulti: { Response: nothingSent },
  soap_SendSms: { response: nothingSent },
  soap_SendSmsExt: { response: nothingSent },
};

/** The fourteen operations, in the order of section 4.10. */
export const operationNames: readonly OperationName[] = [
  'soap_GetSenders',
  'soap_DelSchSmsById',
  'soap_AddNumber',
  'soap_DelNumber',
  'soap_AddGroup',
  'soap_DelGroup',
  'soap_GetGroups',
  'soap_GetNumbers',
  'soap_GetSmsByDate',
  'soap_GetSmsByIds',
  'soap_CheckPoints',
  'soap_SendMulti',
  'soap_SendSms',
  'soap_SendSmsExt',
];

const strangerInputs = inputsOf(stranger);
const faultyInputs = inputsOf(faulty);

function refusesStranger(operation: OperationName): Step {
  return gives(operation, strangerInputs[operation], forStrangers[operation]);
}

function ends(operation: OperationName): Step {
  return faults(operation, faultyInputs[operation], {
    faultCode: 'Server',
    faultString: 'Awaria bramki: ąćęłńóśźż & <b>',
    faultActor: 'urn:bramka',
    detail: 'Szczegóły & <przyczyna>',
  });
}

export const everyOperation: readonly Scenario[] = [
  {
    name: '101: every operation refuses a stranger',
    steps: operationNames.map((name) => refusesStranger(name)),
  },
  { name: 'every operation passes a Fault on', steps: operationNames.map((name) => ends(name)) },
  {
    name: 'a Fault beyond the Basic Multilingual Plane',
    steps: [
      faults(
        'soap_CheckPoints',
        { client: faultyEmoji },
        { faultCode: 'Server', faultString: 'Awaria 😀', faultActor: 'urn:bramka', detail: '𝕊 ą' },
      ),
    ],
  },
];
