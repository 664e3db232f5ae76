import { gives, stepsOf } from '../cases/scenario.js';
import { AWKWARD, MARKUP, POLISH } from '../cases/texts.js';
import { anna } from './accounts.js';
import { done, type GatewayScenario, LATER, NOW } from './gateway-scenario.js';

const { sends, accepted, finds } = stepsOf(anna, done);

// One part costs 0.16 points; anna has 12.5, her default sender is Test; message ids count from 1001.

export const sending: readonly GatewayScenario[] = [
  {
    name: 'a message with two fields is sent, charged and found',
    steps: [
      sends('soap_SendSms', { to: '500100200', message: POLISH }, accepted(['1001'], 0.16)),
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.34 }),
      finds(
        ['1001'],
        [
          {
            id: '1001',
            to: '48500100200',
            from: 'Test',
            message: POLISH,
            flash: 0,
            eco: 0,
            date: NOW,
            status: 404,
            submitdate: NOW,
            donedate: NOW + 5,
          },
        ],
      ),
    ],
    kept: {
      anna: { points: 12.34, messages: [{ id: '1001', message: POLISH, idx: '', eco: false, parts: 1 }] },
    },
  },
  {
    name: 'every field of a message travels',
    steps: [
      sends(
        'soap_SendSms',
        {
          to: '48500100200',
          from: 'Żółw & Ćma',
          message: '[%1%]|[%2%]|[%3%]|[%4%]',
          eco: 1,
          date: LATER,
          arParam: ['a & <b>', 'ąćęłńóśźż\r\nx', '😀 ]]>', '007'],
          idx: '0012ab',
          single: 1,
          no_unicode: 0,
          datacoding: '',
          id_partner: 2_147_483_647,
          test: 0,
        },
        accepted(['1001'], 0.16),
      ),
      gives(
        'soap_GetSmsByDate',
        { client: anna, date_from: LATER, date_to: LATER },
        {
          ...done,
          arSms: [
            {
              id: '1001',
              to: '48500100200',
              from: 'Żółw & Ćma',
              message: 'a & <b>|ąćęłńóśźż\r\nx|😀 ]]>|007',
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
      gives('soap_GetSmsByDate', { client: anna, date_from: 0, date_to: LATER - 1 }, { ...done, arSms: [] }),
    ],
    kept: { anna: { messages: [], scheduled: [{ id: '1001', idx: '0012ab', eco: true }] } },
  },
  {
    name: 'a list of parameters of any length',
    steps: [
      sends('soap_SendSms', { to: '500100200', message: 'bez [%1%]', arParam: null }, accepted(['1001'], 0.16)),
      sends('soap_SendSms', { to: '500100200', message: 'jeden [%1%]', arParam: ['ą'] }, accepted(['1002'], 0.16)),
      sends(
        'soap_SendSms',
        { to: '500100200', message: 'nil [%1%] [%2%]', arParam: [null, 'ę'] },
        accepted(['1003'], 0.16),
      ),
    ],
    kept: {
      anna: {
        messages: [{ message: 'bez [%1%]' }, { message: 'jeden ą' }, { message: 'nil  ę' }],
      },
    },
  },
  {
    name: 'an empty list of parameters',
    steps: [sends('soap_SendSms', { to: '500100200', message: 'zero [%1%]', arParam: [] }, accepted(['1001'], 0.16))],
    kept: { anna: { messages: [{ message: 'zero [%1%]' }] } },
  },
  {
    name: 'a text with everything in it',
    steps: [
      // 247 UTF-16 units: four parts of 67.
      sends('soap_SendSms', { to: '500100200', message: AWKWARD }, accepted(['1001'], 0.64)),
      sends('soap_SendSms', { to: '500100200', message: ' ' }, accepted(['1002'], 0.16)),
    ],
    kept: { anna: { messages: [{ message: AWKWARD, parts: 4 }, { message: ' ' }] } },
  },
  {
    name: 'a scheduled message is deleted before it is sent',
    steps: [
      sends('soap_SendSms', { to: '500100200', message: 'Jutro', date: LATER }, accepted(['1001'], 0.16)),
      gives('soap_DelSchSmsById', { client: anna, id: '1001' }, done),
      gives('soap_GetSmsByIds', { client: anna, arIds: ['1001'] }, { ...done, arSms: [] }),
    ],
    kept: { anna: { messages: [], scheduled: [] } },
  },
  {
    name: 'a message with priority and user data header',
    steps: [
      // The fast channel costs half as much again (section 4.1, `fast`).
      sends(
        'soap_SendSmsExt',
        {
          to: '48500100200',
          from: 'Test',
          message: '00480065006C',
          eco: 0,
          date: 0,
          idx: 'zz9',
          single: 0,
          no_unicode: 1,
          datacoding: 'bin',
          id_partner: 1,
          test: 0,
          priority: 1,
          udh: '0605040B8423F0',
        },
        accepted(['1001'], 0.24),
      ),
      sends(
        'soap_SendSmsExt',
        { to: '500100201', message: MARKUP, priority: null, udh: null, test: 1 },
        accepted(['1002'], 0.32),
      ),
    ],
    kept: { anna: { points: 12.26, messages: [{ message: '00480065006C', idx: 'zz9', points: 0.24 }] } },
  },
];
