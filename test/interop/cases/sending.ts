import { anna, done } from './accounts.js';
import { gives, type Scenario } from './scenario.js';
import { AWKWARD, LOOKALIKES, MARKUP, POLISH } from './texts.js';

// One part costs 0.16 points; anna has 12.5; the servers' clock stands at 1 750 000 000.
const NOW = 1_750_000_000;
const LATER = 1_760_000_000;

/** What a server keeps of a message that was sent at once, apart from id, to, from and message. */
const sent = { flash: 0, eco: 0, date: NOW, status: 403, submitdate: NOW, donedate: null } as const;

export const sending: readonly Scenario[] = [
  {
    name: 'a message with two fields is sent, charged and found',
    steps: [
      gives(
        'soap_SendSms',
        { client: anna, sms_param: { to: '500100200', message: POLISH } },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.34 }),
      gives(
        'soap_GetSmsByIds',
        { client: anna, arIds: ['n1'] },
        { ...done, arSms: [{ id: 'n1', to: '48500100200', from: '', message: POLISH, ...sent }] },
      ),
    ],
  },
  {
    name: 'every field of a message travels',
    steps: [
      gives(
        'soap_SendSms',
        {
          client: anna,
          sms_param: {
            to: '48500100200',
            from: 'Info-PL',
            message: '[%1%]|[%2%]|[%3%]|[%4%]',
            eco: 1,
            date: LATER,
            arParam: ['a & <b>', ' ąćęłńóśźż\r\n', '😀 ]]>', ''],
            idx: '0012ab',
            single: 1,
            no_unicode: 0,
            datacoding: '',
            id_partner: 2_147_483_647,
            test: 0,
          },
        },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives(
        'soap_GetSmsByIds',
        { client: anna, arIds: ['n1'] },
        {
          ...done,
          arSms: [
            {
              id: 'n1',
              to: '48500100200',
              from: 'Info-PL',
              message: 'a & <b>| ąćęłńóśźż\r\n|😀 ]]>|',
              flash: 0,
              eco: 1,
              date: LATER,
              status: 409,
              submitdate: null,
              donedate: null,
            },
          ],
        },
      ),
    ],
  },
  {
    name: 'a list of parameters of any length',
    steps: [
      gives(
        'soap_SendSms',
        { client: anna, sms_param: { to: '500100200', message: 'a', arParam: null, test: 1 } },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives(
        'soap_SendSms',
        { client: anna, sms_param: { to: '500100200', message: 'a', arParam: [], test: 1 } },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives(
        'soap_SendSms',
        { client: anna, sms_param: { to: '500100200', message: 'a', arParam: [AWKWARD], test: 1 } },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives(
        'soap_SendSms',
        {
          client: anna,
          sms_param: { to: '500100200', message: 'a', arParam: [...LOOKALIKES, null], test: 1 },
        },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.5 }),
    ],
  },
  {
    name: 'a scheduled message is deleted before it is sent',
    steps: [
      gives(
        'soap_SendSms',
        { client: anna, sms_param: { to: '500100200', message: 'Jutro', date: LATER } },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives('soap_DelSchSmsById', { client: anna, id: 'n1' }, done),
      gives('soap_GetSmsByIds', { client: anna, arIds: ['n1'] }, { ...done, arSms: [] }),
      gives('soap_DelSchSmsById', { client: anna, id: '00000000e3' }, done),
    ],
  },
  {
    name: 'a message with priority and user data header',
    steps: [
      gives(
        'soap_SendSmsExt',
        {
          client: anna,
          sms_param: {
            to: '48500100200',
            from: 'Test',
            message: '00480065006C006C006F',
            eco: 0,
            date: 0,
            arParam: [],
            idx: 'zz9',
            single: 0,
            no_unicode: 1,
            datacoding: 'bin',
            id_partner: -1,
            test: 0,
            priority: 3,
            udh: '0605040B8423F0',
          },
        },
        { response: { ...done, response: ['OK:n1:0.16:48500100200'], count: 1, points: 0.16 } },
      ),
      gives(
        'soap_SendSmsExt',
        { client: anna, sms_param: { to: '500100201', message: MARKUP, priority: null, udh: null } },
        // 87 characters, Polish letters among them: two parts.
        { response: { ...done, response: ['OK:n2:0.32:48500100201'], count: 1, points: 0.32 } },
      ),
      gives(
        'soap_GetSmsByIds',
        { client: anna, arIds: ['n2'] },
        { ...done, arSms: [{ id: 'n2', to: '48500100201', from: '', message: MARKUP, ...sent }] },
      ),
    ],
  },
];
