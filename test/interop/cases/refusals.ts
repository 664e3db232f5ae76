import { anna, done, jedynak } from './accounts.js';
import { gives, type Scenario, type Step, stepsOf } from './scenario.js';
import { POLISH } from './texts.js';

const { sends } = stepsOf(anna, done);

/** The response to a refused send. */
function refused(result: number, description: string) {
  return { result, description, response: [], count: 0, points: 0 };
}

const to = '500100200';

/** Checks that the account has not changed. */
const stillFull: Step = gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.5 });

export const refusals: readonly Scenario[] = [
  {
    name: '11, 12, 13 and 14: text, length, number and sender',
    steps: [
      sends('soap_SendSms', { to, message: POLISH, no_unicode: 1 }, refused(11, 'Znaki specjalne w wiadomości')),
      sends('soap_SendSmsExt', { to, message: '' }, refused(11, 'Pusta wiadomość')),
      sends('soap_SendSms', { to, message: 'ż'.repeat(71), single: 1 }, refused(12, 'Wiadomość jest za długa')),
      sends('soap_SendSms', { to: '<zły> & numer', message: 'a' }, refused(13, 'Brak poprawnych numerów')),
      sends('soap_SendMulti', { arTo: [], message: 'a' }, refused(13, 'Brak poprawnych numerów')),
      gives(
        'soap_AddNumber',
        { client: anna, number: { number: '12', name: 'ź', id_group: 7 } },
        { result: 13, description: 'Brak poprawnych numerów' },
      ),
      sends('soap_SendSms', { to, from: 'Żółw', message: 'a' }, refused(14, 'Nieznany nadawca: Żółw')),
      stillFull,
    ],
  },
  {
    name: '18: as many values as recipients',
    steps: [
      sends(
        'soap_SendMulti',
        { arTo: [to, '500100201'], message: '[%1%]', arParams: [['ą']] },
        refused(18, 'Liczba parametrów różni się od liczby odbiorców'),
      ),
      sends(
        'soap_SendMulti',
        { arTo: [to], message: 'a', arIdx: ['1', '2'] },
        refused(18, 'Liczba parametrów różni się od liczby odbiorców'),
      ),
      stillFull,
    ],
  },
  {
    name: '103: not enough points, and nothing is sent',
    steps: [
      gives(
        'soap_SendSms',
        { client: jedynak, sms_param: { to, message: 'a' } },
        { response: refused(103, 'Za mało punktów') },
      ),
      // 78 parts cost 12.48 points; 79 cost 12.64, which is more than the account has.
      sends(
        'soap_SendMulti',
        { arTo: Array.from({ length: 79 }, (_, index) => `5001002${10 + index}`), message: 'a' },
        refused(103, 'Za mało punktów'),
      ),
      stillFull,
      gives('soap_CheckPoints', { client: jedynak }, { ...done, points: 0.1 }),
    ],
  },
  {
    name: '40, 4116 and 4200: groups and numbers',
    steps: [
      gives(
        'soap_GetNumbers',
        { client: anna, id_group: 9 },
        { result: 40, description: 'Nie ma grupy o id 9', arNumbers: [] },
      ),
      gives('soap_DelGroup', { client: anna, id_group: -9 }, { result: 40, description: 'Nie ma grupy o id -9' }),
      gives(
        'soap_AddNumber',
        { client: anna, number: { number: to, id_group: 0 } },
        { result: 40, description: 'Nie ma grupy o id 0' },
      ),
      gives(
        'soap_AddGroup',
        { client: anna, group: { name: 'Pusta' } },
        { result: 4116, description: 'Grupa już istnieje: Pusta' },
      ),
      gives(
        'soap_DelNumber',
        { client: anna, number: { number: '48500100299', id_group: 7 } },
        { result: 4200, description: 'Nie ma takiego numeru' },
      ),
    ],
  },
  {
    name: '75 and 301: nothing scheduled to delete',
    steps: [
      gives(
        'soap_DelSchSmsById',
        { client: anna, id: '0000000001' },
        { result: 75, description: 'Nie ma czego usunąć' },
      ),
      gives(
        'soap_DelSchSmsById',
        { client: anna, id: '<ź> & "' },
        { result: 301, description: 'Nieznane id: <ź> & "' },
      ),
    ],
  },
];
