import { gives } from '../cases/scenario.js';
import { AWKWARD } from '../cases/texts.js';
import { anna, jedynak, odstep, pusty } from './accounts.js';
import { done, type GatewayScenario } from './gateway-scenario.js';

export const reading: readonly GatewayScenario[] = [
  {
    name: 'sender names',
    steps: [
      gives('soap_GetSenders', { client: anna }, { ...done, arSenders: ['Test', 'Żółw & Ćma'] }),
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
              id: '1',
              name: 'Klienci <VIP> & "Zażółć" \'gęślą\'',
              info: '  dwa odstępy,\r\ndrugi wiersz\t',
              num_count: 3,
            },
            { id: '2', name: 'Pusta', info: 'ź', num_count: 0 },
          ],
        },
      ),
      gives(
        'soap_GetGroups',
        { client: jedynak },
        { ...done, arGroups: [{ id: '3', name: 'Tylko jedna', info: 'ź', num_count: 1 }] },
      ),
      gives('soap_GetGroups', { client: pusty }, { ...done, arGroups: [] }),
    ],
  },
  {
    name: 'numbers',
    steps: [
      gives(
        'soap_GetNumbers',
        { client: anna, id_group: 1 },
        {
          ...done,
          arNumbers: [
            { number: '48500100200', name: 'Łucja Ćwiąkalska-Źdźbło', id_group: 1 },
            { number: '0048500100201', name: ']]> &amp; <b/> 😀', id_group: 1 },
            { number: '+48500100202', name: AWKWARD, id_group: 1 },
          ],
        },
      ),
      gives(
        'soap_GetNumbers',
        { client: jedynak, id_group: 3 },
        { ...done, arNumbers: [{ number: '007', name: 'Jedyny kontakt', id_group: 3 }] },
      ),
      gives('soap_GetNumbers', { client: anna, id_group: 2 }, { ...done, arNumbers: [] }),
    ],
  },
  {
    name: 'white space around credentials, and texts of nothing else',
    steps: [
      gives('soap_CheckPoints', { client: odstep }, { ...done, points: 1 }),
      gives('soap_GetSenders', { client: odstep }, { ...done, arSenders: [' ', 'a  b'] }),
    ],
  },
];
