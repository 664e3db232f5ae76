import { anna, done } from './accounts.js';
import { gives, type Scenario, stepsOf } from './scenario.js';
import { AWKWARD, LOOKALIKES, MARKUP, POLISH } from './texts.js';

const { sends, accepted, finds } = stepsOf(anna, done);

// One part costs 0.16 points; anna has 12.5; the time of the servers is 1 750 000 000.
const NOW = 1_750_000_000;
const LATER = 1_760_000_000;

/** The stored fields of a message that was sent immediately, except id, to, from and message. */
const sent = { flash: 0, eco: 0, date: NOW, status: 403, submitdate: NOW, donedate: null } as const;

export const sending: readonly Scenario[] = [
  {
    name: 'a message with two fields is sent, charged and found',
    steps: [
      sends('soap_SendSms', { to: '500100200', message: POLISH }, accepted(['OK:n1:0.16:48500100200'], 0.16)),
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.34 }),
      finds(['n1'], [{ id: 'n1', to: '48500100200', from: '', message: POLISH, ...sent }]),
    ],
  },
  {
    name: 'every field of a message travels',
    steps: [
      sends(
        'soap_SendSms',
        {
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
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      finds(
        ['n1'],
        [
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
      ),
    ],
  },
  {
    name: 'a list of parameters of any length',
    steps: [
      sends(
        'soap_SendSms',
        { to: '500100200', message: 'a', arParam: null, test: 1 },
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      sends(
        'soap_SendSms',
        { to: '500100200', message: 'a', arParam: [], test: 1 },
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      sends(
        'soap_SendSms',
        { to: '500100200', message: 'a', arParam: [AWKWARD], test: 1 },
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      sends(
        'soap_SendSms',
        { to: '500100200', message: 'a', arParam: [...LOOKALIKES, null], test: 1 },
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.5 }),
    ],
  },
  {
    name: 'a scheduled message is deleted before it is sent',
    steps: [
      sends(
        'soap_SendSms',
        { to: '500100200', message: 'Jutro', date: LATER },
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      gives('soap_DelSchSmsById', { client: anna, id: 'n1' }, done),
      gives('soap_GetSmsByIds', { client: anna, arIds: ['n1'] }, { ...done, arSms: [] }),
      gives('soap_DelSchSmsById', { client: anna, id: '00000000e3' }, done),
    ],
  },
  {
    name: 'a message with priority and user data header',
    steps: [
      sends(
        'soap_SendSmsExt',
        {
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
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      // 87 characters, Polish letters among them: two parts.
      sends(
        'soap_SendSmsExt',
        { to: '500100201', message: MARKUP, priority: null, udh: null },
        accepted(['OK:n2:0.32:48500100201'], 0.32),
      ),
      finds(['n2'], [{ id: 'n2', to: '48500100201', from: '', message: MARKUP, ...sent }]),
    ],
  },
];
