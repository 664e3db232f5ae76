import { inputsOf, operationNames } from '../cases/every-operation.js';
import { faults, gives, type OperationName, type Outputs, type Step, stepsOf } from '../cases/scenario.js';
import { POLISH } from '../cases/texts.js';
import { anna, jedynak, stranger } from './accounts.js';
import { done, type GatewayScenario, no, unsent } from './gateway-scenario.js';

const { sends } = stepsOf(anna, done);

const to = '500100200';

/** The response of every operation to wrong credentials. */
const forStrangers: Outputs = {
  soap_GetSenders: { ...no(101), arSenders: [] },
  soap_DelSchSmsById: no(101),
  soap_AddNumber: no(101),
  soap_DelNumber: no(101),
  soap_AddGroup: { ...no(101), id_group: 0 },
  soap_DelGroup: { ...no(101), num_count: 0 },
  soap_GetGroups: { ...no(101), arGroups: [] },
  soap_GetNumbers: { ...no(101), arNumbers: [] },
  soap_GetSmsByDate: { ...no(101), arSms: [] },
  soap_GetSmsByIds: { ...no(101), arSms: [] },
  soap_CheckPoints: { ...no(101), points: 0 },
  soap_SendMulti: { Response: unsent(101) },
  soap_SendSms: { response: unsent(101) },
  soap_SendSmsExt: { response: unsent(101) },
};

const strangerInputs = inputsOf(stranger);
const annaInputs = inputsOf(anna);

function refusesStranger(operation: OperationName): Step {
  return gives(operation, strangerInputs[operation], forStrangers[operation]);
}

function fails(operation: OperationName): Step {
  return faults(operation, annaInputs[operation], {
    faultCode: 'Server',
    faultString: 'Awaria bramki: ąćęłńóśźż & <b> 😀',
    faultActor: 'urn:bramka',
    detail: 'Szczegóły & <przyczyna>',
  });
}

export const refusals: readonly GatewayScenario[] = [
  {
    name: '11, 12, 13, 14 and 18: text, length, number, sender and count',
    steps: [
      sends('soap_SendSms', { to, message: POLISH, no_unicode: 1 }, unsent(11)),
      sends('soap_SendSms', { to, message: 'ż'.repeat(71), single: 1 }, unsent(12)),
      sends('soap_SendSmsExt', { to: '<ź> & 1', message: 'a' }, unsent(13)),
      sends('soap_SendSms', { to, from: 'Obcy', message: 'a' }, unsent(14)),
      sends('soap_SendMulti', { arTo: [to, '500100201'], message: '[%1%]', arParams: [['ą']] }, unsent(18)),
      sends('soap_SendMulti', { arTo: [to], message: 'a', arIdx: ['1', '2'] }, unsent(18)),
    ],
    kept: { anna: { points: 12.5, messages: [], scheduled: [] } },
  },
  {
    name: '103: not enough points, and nothing is sent',
    steps: [
      gives('soap_SendSms', { client: jedynak, sms_param: { to, message: 'a' } }, { response: unsent(103) }),
      // 78 messages cost 12.48 points, 79 cost 12.64.
      sends(
        'soap_SendMulti',
        { arTo: Array.from({ length: 79 }, (_, index) => `5001002${10 + index}`), message: 'a' },
        unsent(103),
      ),
    ],
    kept: { anna: { points: 12.5, messages: [] }, jedynak: { points: 0.1, messages: [] } },
  },
  {
    name: '13, 40, 75, 4116 and 4200: numbers, groups and the schedule',
    steps: [
      gives('soap_AddNumber', { client: anna, number: { number: '12', name: 'ź', id_group: 1 } }, no(13)),
      gives('soap_GetNumbers', { client: anna, id_group: 9 }, { ...no(40), arNumbers: [] }),
      gives('soap_DelGroup', { client: anna, id_group: 3 }, { ...no(40), num_count: 0 }),
      gives('soap_AddNumber', { client: anna, number: { number: to, name: 'ź', id_group: 0 } }, no(40)),
      gives('soap_AddGroup', { client: anna, group: { name: 'Pusta', info: 'ź' } }, { ...no(4116), id_group: 0 }),
      gives('soap_DelNumber', { client: anna, number: { number: '500100299', name: 'ź', id_group: 1 } }, no(4200)),
      gives('soap_DelSchSmsById', { client: anna, id: '<ź> & "' }, no(75)),
    ],
  },
  {
    name: '101: every operation refuses a stranger',
    steps: operationNames.map((name) => refusesStranger(name)),
  },
  { name: 'every operation passes a Fault on', steps: operationNames.map((name) => fails(name)) },
];
