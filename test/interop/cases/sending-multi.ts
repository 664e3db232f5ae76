import { anna, done } from './accounts.js';
import { gives, type Scenario, stepsOf } from './scenario.js';
import { AWKWARD, LOOKALIKES, MARKUP, POLISH } from './texts.js';

const { sends, accepted, finds } = stepsOf(anna, done);

// One part costs 0.16 points; anna has 12.5; the time of the servers is 1 750 000 000.
const NOW = 1_750_000_000;
const LATER = 1_760_000_000;

const sent = { flash: 0, eco: 0, date: NOW, status: 403, submitdate: NOW, donedate: null } as const;

export const sendingMulti: readonly Scenario[] = [
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
            ['<d>', ''],
            ['ęłńóśźż', '\r\n😀'],
          ],
          arIdx: ['i1', '0002', 'x'],
          single: 0,
          no_unicode: 0,
          datacoding: '',
          id_partner: 0,
          test: 0,
        },
        accepted(['OK:n1:0.16:48500100200', 'OK:n2:0.16:48500100201', 'OK:n3:0.16:48500100202'], 0.48),
      ),
      finds(
        ['n1', 'n2', 'n3'],
        [
          { id: 'n1', to: '48500100200', from: 'Test', message: 'ą/b & c', ...sent },
          { id: 'n2', to: '48500100201', from: 'Test', message: '<d>/', ...sent },
          { id: 'n3', to: '48500100202', from: 'Test', message: 'ęłńóśźż/\r\n😀', ...sent },
        ],
      ),
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.02 }),
    ],
  },
  {
    name: 'lists of one inside a list of one',
    steps: [
      sends(
        'soap_SendMulti',
        { arTo: ['500100200'], message: 'Cześć [%1%]', arParams: [['Żaneto']], arIdx: ['1'] },
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
      finds(['n1'], [{ id: 'n1', to: '48500100200', from: '', message: 'Cześć Żaneto', ...sent }]),
    ],
  },
  {
    name: 'lists of uneven length',
    steps: [
      sends(
        'soap_SendMulti',
        {
          arTo: ['500100200', '500100201', '500100202'],
          message: POLISH,
          date: LATER,
          arParams: [[], [AWKWARD], [...LOOKALIKES, null, MARKUP]],
          arIdx: [],
          test: 1,
        },
        accepted(['OK:n1:0.16:48500100200', 'OK:n2:0.16:48500100201', 'OK:n3:0.16:48500100202'], 0.48),
      ),
      gives('soap_CheckPoints', { client: anna }, { ...done, points: 12.5 }),
    ],
  },
  {
    name: 'a hundred recipients',
    steps: [
      sends(
        'soap_SendMulti',
        {
          arTo: Array.from({ length: 100 }, (_, index) => (index === 42 ? '500100200' : `zły numer ${index}`)),
          message: 'Do wielu',
          arParams: Array.from({ length: 100 }, (_, index) => [`p${index}`, 'ź']),
          arIdx: Array.from({ length: 100 }, (_, index) => `i${index}`),
        },
        accepted(['OK:n1:0.16:48500100200'], 0.16),
      ),
    ],
  },
];
