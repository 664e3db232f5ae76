import { gives, stepsOf } from '../cases/scenario.js';
import { AWKWARD, POLISH } from '../cases/texts.js';
import { anna } from './accounts.js';
import { done, type GatewayScenario } from './gateway-scenario.js';

const { sends, accepted, finds } = stepsOf(anna, done);

export const sendingMulti: readonly GatewayScenario[] = [
  {
    name: 'one text to three recipients',
    steps: [
      sends(
        'soap_SendMulti',
        {
          arTo: ['500100200', '48500100201', '500100202'],
          from: 'Test',
          message: '[%1%]/[%2%]',
          eco: 0,
          date: 0,
          arParams: [
            ['ą', 'b & c'],
            ['<d>', '007'],
            ['ęłńóśźż', '1\r\n😀'],
          ],
          arIdx: ['i1', '0002', 'x'],
          single: 0,
          no_unicode: 0,
          datacoding: '',
          id_partner: 0,
          test: 0,
        },
        accepted(['1001', '1002', '1003'], 0.48),
      ),
    ],
    kept: {
      anna: {
        points: 12.02,
        messages: [
          { id: '1001', to: '48500100200', message: 'ą/b & c', idx: 'i1' },
          { id: '1002', to: '48500100201', message: '<d>/007', idx: '0002' },
          { id: '1003', to: '48500100202', message: 'ęłńóśźż/1\r\n😀', idx: 'x' },
        ],
      },
    },
  },
  {
    name: 'lists of one inside a list of one',
    steps: [
      sends(
        'soap_SendMulti',
        { arTo: ['500100200'], message: 'Cześć [%1%]', arParams: [['Żaneto']], arIdx: ['1'] },
        accepted(['1001'], 0.16),
      ),
    ],
    kept: { anna: { messages: [{ message: 'Cześć Żaneto', idx: '1' }] } },
  },
  {
    name: 'lists of uneven length',
    steps: [
      sends(
        'soap_SendMulti',
        {
          arTo: ['500100200', '500100201', '500100202'],
          message: '[%1%][%2%]',
          arParams: [[AWKWARD], ['a', 'b', 'c', 'd'], [null, POLISH]],
        },
        accepted(['1001', '1002', '1003'], 0.96),
      ),
    ],
    kept: {
      anna: { messages: [{ message: `${AWKWARD}[%2%]` }, { message: 'ab' }, { message: POLISH }] },
    },
  },
  {
    name: 'nil in place of a list of ids',
    steps: [gives('soap_GetSmsByIds', { client: anna, arIds: null }, { ...done, arSms: [] })],
  },
  {
    name: 'an empty list of ids',
    steps: [gives('soap_GetSmsByIds', { client: anna, arIds: [] }, { ...done, arSms: [] })],
  },
  {
    name: 'empty lists inside a list, and an empty list of idx',
    steps: [
      sends(
        'soap_SendMulti',
        { arTo: ['500100200', '500100201'], message: '[%1%]', arParams: [[], ['ą']], arIdx: [] },
        accepted(['1001', '1002'], 0.32),
      ),
    ],
    kept: { anna: { messages: [{ message: '[%1%]' }, { message: 'ą' }] } },
  },
  {
    name: 'ids in a list, nil and awkward text among them',
    steps: [
      sends('soap_SendMulti', { arTo: ['500100200', '500100201'], message: 'a' }, accepted(['1001', '1002'], 0.32)),
      gives('soap_GetSmsByIds', { client: anna, arIds: [AWKWARD] }, { ...done, arSms: [] }),
      finds(['1002', null, '1001'], [sentFirst('1002', '48500100201'), sentFirst('1001', '48500100200')]),
    ],
  },
];

/** A message of the first step, which has been delivered. */
function sentFirst(id: string, to: string) {
  const date = 1_750_000_000;
  const fixed = { from: 'Test', message: 'a', flash: 0, eco: 0, status: 404 };
  return { id, to, ...fixed, date, submitdate: date, donedate: date + 5 };
}
