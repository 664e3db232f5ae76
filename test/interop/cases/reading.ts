import type { Sms } from '../../../generated/index.js';
import { anna, done, jedynak, pusty } from './accounts.js';
import { gives, type Scenario, stepsOf } from './scenario.js';
import { AWKWARD, LOOKALIKES } from './texts.js';

const { finds } = stepsOf(anna, done);

const delivered: Sms = {
  id: '0000000001',
  to: '48500100200',
  from: 'Test',
  message: 'Zażółć gęślą jaźń: ąćęłńóśźż & < > " \' 😀 ]]> \r\n',
  flash: 0,
  eco: 1,
  date: 1_740_000_000,
  status: 404,
  submitdate: 1_740_000_001,
  donedate: 1_740_000_060,
};
const undelivered: Sms = {
  id: '0000000002',
  to: '48500100201',
  from: '',
  message: ' ',
  flash: 1,
  eco: 0,
  date: 1_745_000_000,
  status: 405,
  submitdate: 1_745_000_001,
  donedate: null,
};
const scheduled: Sms = {
  id: '00000000e3',
  to: '48500100202',
  from: 'Info-PL',
  message: 'Zaplanowana',
  flash: 0,
  eco: 0,
  date: 1_760_000_000,
  status: 409,
  submitdate: null,
  donedate: null,
};

const INT_MIN = -2_147_483_648;
const INT_MAX = 2_147_483_647;

export const reading: readonly Scenario[] = [
  {
    name: 'sender names',
    steps: [
      gives('soap_GetSenders', { client: anna }, { ...done, arSenders: ['Test', 'Info-PL', '2way'] }),
      gives('soap_GetSenders', { client: jedynak }, { ...done, arSenders: ['Jedyny'] }),
      gives('soap_GetSenders', { client: pusty }, { ...done, arSenders: [] }),
    ],
  },
  {
    name: 'points',
    steps: [
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.5 }),
      gives('soap_CheckPoints', { client: jedynak }, { ...done, points: 0.1 }),
      gives('soap_CheckPoints', { client: pusty }, { ...done, points: 0 }),
    ],
  },
  {
    name: 'groups',
    steps: [
      gives(
        'soap_GetGroups',
        { client: anna },
        {
          ...done,
          arGroups: [
            {
              id: '7',
              name: 'Klienci <VIP> & "Zażółć" \'gęślą\' ąćęłńóśźż',
              info: '  dwa odstępy z przodu,\r\ndrugi wiersz,\ntrzeci, tabulator na końcu\t',
              num_count: 3,
            },
            { id: '8', name: 'Pusta', info: null, num_count: 0 },
            { id: '2147483647', name: 'Jedna', info: '', num_count: 1 },
          ],
        },
      ),
      gives(
        'soap_GetGroups',
        { client: jedynak },
        { ...done, arGroups: [{ id: '21', name: 'Tylko jedna', info: 'ź', num_count: 1 }] },
      ),
      gives('soap_GetGroups', { client: pusty }, { ...done, arGroups: [] }),
    ],
  },
  {
    name: 'numbers',
    steps: [
      gives(
        'soap_GetNumbers',
        { client: anna, id_group: 7 },
        {
          ...done,
          arNumbers: [
            { number: '48500100200', name: 'Łucja Ćwiąkalska-Źdźbło', id_group: 7 },
            { number: '0048500100201', name: ']]> &amp; <b/> 😀', id_group: 7 },
            { number: '+48500100202', name: null, id_group: 7 },
          ],
        },
      ),
      gives(
        'soap_GetNumbers',
        { client: anna, id_group: INT_MAX },
        { ...done, arNumbers: [{ number: '500100203', name: ' Żaneta ', id_group: INT_MAX }] },
      ),
      gives('soap_GetNumbers', { client: anna, id_group: 8 }, { ...done, arNumbers: [] }),
    ],
  },
  {
    name: 'messages by date',
    steps: [
      gives(
        'soap_GetSmsByDate',
        { client: anna, date_from: INT_MIN, date_to: INT_MAX },
        { ...done, arSms: [delivered, undelivered, scheduled] },
      ),
      gives(
        'soap_GetSmsByDate',
        { client: anna, date_from: 1_740_000_000, date_to: 1_745_000_000 },
        { ...done, arSms: [delivered, undelivered] },
      ),
      gives(
        'soap_GetSmsByDate',
        { client: anna, date_from: 1_740_000_001, date_to: 1_744_999_999 },
        { ...done, arSms: [] },
      ),
      gives('soap_GetSmsByDate', { client: pusty, date_from: 0, date_to: 0 }, { ...done, arSms: [] }),
    ],
  },
  {
    name: 'messages by id',
    steps: [
      finds(['00000000e3', '0000000001'], [delivered, scheduled]),
      gives('soap_GetSmsByIds', { client: anna, arIds: ['0000000002'] }, { ...done, arSms: [undelivered] }),
      gives('soap_GetSmsByIds', { client: anna, arIds: [] }, { ...done, arSms: [] }),
      gives('soap_GetSmsByIds', { client: anna, arIds: null }, { ...done, arSms: [] }),
      gives('soap_GetSmsByIds', { client: anna, arIds: [AWKWARD, ...LOOKALIKES] }, { ...done, arSms: [] }),
      gives('soap_GetSmsByIds', { client: anna, arIds: [null, '0000000002', null] }, { ...done, arSms: [undelivered] }),
    ],
  },
];
