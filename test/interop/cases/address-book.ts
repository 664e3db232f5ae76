import { anna, done, jedynak, pusty } from './accounts.js';
import { gives, type Scenario } from './scenario.js';
import { AWKWARD, EXOTIC, LINES, MARKUP, POLISH, SPACES } from './texts.js';

export const addressBook: readonly Scenario[] = [
  {
    name: 'a group is made, filled, read, emptied and deleted',
    steps: [
      gives('soap_AddGroup', { client: pusty, group: { name: POLISH, info: MARKUP } }, { ...done, id_group: 1001 }),
      gives('soap_AddNumber', { client: pusty, number: { number: '500100200', name: SPACES, id_group: 1001 } }, done),
      gives('soap_AddNumber', { client: pusty, number: { number: '500100201', name: LINES, id_group: 1001 } }, done),
      gives('soap_AddNumber', { client: pusty, number: { number: '500100202', name: EXOTIC, id_group: 1001 } }, done),
      gives(
        'soap_GetGroups',
        { client: pusty },
        { ...done, arGroups: [{ id: '1001', name: POLISH, info: MARKUP, num_count: 3 }] },
      ),
      gives('soap_DelNumber', { client: pusty, number: { number: '500100201', id_group: 1001 } }, done),
      gives(
        'soap_GetNumbers',
        { client: pusty, id_group: 1001 },
        {
          ...done,
          arNumbers: [
            { number: '500100200', name: SPACES, id_group: 1001 },
            { number: '500100202', name: EXOTIC, id_group: 1001 },
          ],
        },
      ),
      gives('soap_DelGroup', { client: pusty, id_group: 1001 }, { ...done, num_count: 2 }),
      gives('soap_GetGroups', { client: pusty }, { ...done, arGroups: [] }),
    ],
  },
  {
    name: 'every field of a group and of a number travels',
    steps: [
      gives(
        'soap_AddGroup',
        { client: jedynak, group: { id: '007', name: AWKWARD, info: '', num_count: -1 } },
        { ...done, id_group: 1001 },
      ),
      gives(
        'soap_AddNumber',
        { client: jedynak, number: { number: '48600000002', name: AWKWARD, id_group: 1001 } },
        done,
      ),
      gives(
        'soap_GetNumbers',
        { client: jedynak, id_group: 1001 },
        { ...done, arNumbers: [{ number: '48600000002', name: AWKWARD, id_group: 1001 }] },
      ),
      gives(
        'soap_GetGroups',
        { client: jedynak },
        {
          ...done,
          arGroups: [
            { id: '21', name: 'Tylko jedna', info: 'ź', num_count: 1 },
            { id: '1001', name: AWKWARD, info: '', num_count: 1 },
          ],
        },
      ),
    ],
  },
  {
    name: 'nil and absent fields are told apart on the way in',
    steps: [
      gives(
        'soap_AddGroup',
        { client: anna, group: { id: null, name: 'Nil', info: null, num_count: null } },
        { ...done, id_group: 1001 },
      ),
      gives('soap_AddGroup', { client: anna, group: { name: 'Bez pól' } }, { ...done, id_group: 1002 }),
      gives('soap_AddNumber', { client: anna, number: { number: '500100209', name: null, id_group: 1002 } }, done),
      gives('soap_AddNumber', { client: anna, number: { number: '500100209', id_group: 1002 } }, done),
      gives(
        'soap_GetNumbers',
        { client: anna, id_group: 1002 },
        {
          ...done,
          arNumbers: [
            { number: '500100209', name: null, id_group: 1002 },
            { number: '500100209', name: null, id_group: 1002 },
          ],
        },
      ),
    ],
  },
];
