import { gives } from '../cases/scenario.js';
import { AWKWARD, EXOTIC, LINES, MARKUP, POLISH, SPACES } from '../cases/texts.js';
import { anna, jedynak, pusty } from './accounts.js';
import { done, type GatewayScenario, no } from './gateway-scenario.js';

export const addressBook: readonly GatewayScenario[] = [
  {
    name: 'a group is made, filled, read, emptied and deleted',
    steps: [
      gives('soap_AddGroup', { client: pusty, group: { name: POLISH, info: MARKUP } }, { ...done, id_group: 4 }),
      gives('soap_AddNumber', { client: pusty, number: { number: '500100200', name: 'Ł', id_group: 4 } }, done),
      gives('soap_AddNumber', { client: pusty, number: { number: '500100201', name: MARKUP, id_group: 4 } }, done),
      gives('soap_AddNumber', { client: pusty, number: { number: '500100202', name: EXOTIC, id_group: 4 } }, done),
      gives(
        'soap_GetGroups',
        { client: pusty },
        { ...done, arGroups: [{ id: '4', name: POLISH, info: MARKUP, num_count: 3 }] },
      ),
      gives('soap_DelNumber', { client: pusty, number: { number: '500100201', name: 'x', id_group: 4 } }, no(4200)),
      gives('soap_DelNumber', { client: pusty, number: { number: '500100201', name: MARKUP, id_group: 4 } }, done),
      gives(
        'soap_GetNumbers',
        { client: pusty, id_group: 4 },
        {
          ...done,
          arNumbers: [
            { number: '500100200', name: 'Ł', id_group: 4 },
            { number: '500100202', name: EXOTIC, id_group: 4 },
          ],
        },
      ),
      gives('soap_DelGroup', { client: pusty, id_group: 4 }, { ...done, num_count: 2 }),
      gives('soap_GetGroups', { client: pusty }, { ...done, arGroups: [] }),
    ],
  },
  {
    name: 'white space and line ends arrive',
    steps: [
      gives('soap_AddGroup', { client: anna, group: { name: AWKWARD, info: LINES } }, { ...done, id_group: 4 }),
      gives('soap_AddNumber', { client: anna, number: { number: '500100200', name: SPACES, id_group: 4 } }, done),
      gives('soap_AddNumber', { client: anna, number: { number: '500100201', name: ' ', id_group: 4 } }, done),
      gives('soap_DelGroup', { client: anna, id_group: 1 }, { ...done, num_count: 3 }),
    ],
    kept: {
      anna: {
        groups: [
          { id: 2, name: 'Pusta', info: 'ź', numbers: [] },
          {
            id: 4,
            name: AWKWARD,
            info: LINES,
            numbers: [
              { number: '500100200', name: SPACES },
              { number: '500100201', name: ' ' },
            ],
          },
        ],
      },
    },
  },
  {
    name: 'nil and empty fields',
    steps: [
      gives(
        'soap_AddGroup',
        { client: jedynak, group: { id: null, name: 'Nil', info: null, num_count: null } },
        { ...done, id_group: 4 },
      ),
      gives(
        'soap_AddGroup',
        { client: jedynak, group: { id: '007', name: 'Puste', info: '' } },
        { ...done, id_group: 5 },
      ),
      gives('soap_AddNumber', { client: jedynak, number: { number: '500100200', name: null, id_group: 4 } }, done),
      gives('soap_AddNumber', { client: jedynak, number: { number: '500100201', name: '', id_group: 4 } }, done),
      gives(
        'soap_GetGroups',
        { client: jedynak },
        {
          ...done,
          arGroups: [
            { id: '3', name: 'Tylko jedna', info: 'ź', num_count: 1 },
            { id: '4', name: 'Nil', info: '', num_count: 2 },
            { id: '5', name: 'Puste', info: '', num_count: 0 },
          ],
        },
      ),
    ],
    kept: {
      jedynak: {
        groups: [
          { id: 3, name: 'Tylko jedna', info: 'ź' },
          {
            id: 4,
            name: 'Nil',
            info: '',
            numbers: [
              { number: '500100200', name: '' },
              { number: '500100201', name: '' },
            ],
          },
          { id: 5, name: 'Puste', info: '', numbers: [] },
        ],
      },
    },
  },
];
