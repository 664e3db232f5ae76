import { anna, done, odstep, pusty } from './accounts.js';
import { gives, type Scenario } from './scenario.js';
import { BLANKS, SPACES } from './texts.js';

export const whiteSpace: readonly Scenario[] = [
  {
    name: 'white space around a text',
    steps: [
      gives('soap_CheckPoints', { client: odstep }, { ...done, points: 1 }),
      gives('soap_GetSenders', { client: odstep }, { ...done, arSenders: [' ', '\r\n', ' ą '] }),
      gives('soap_GetSmsByIds', { client: anna, arIds: [SPACES, '\r\nx\r', ' 0000000002 '] }, { ...done, arSms: [] }),
    ],
  },
  {
    name: 'texts of white space only',
    steps: [
      gives('soap_GetSmsByIds', { client: anna, arIds: BLANKS }, { ...done, arSms: [] }),
      gives('soap_AddGroup', { client: pusty, group: { name: 'ą', info: ' ' } }, { ...done, id_group: 1001 }),
      gives(
        'soap_GetGroups',
        { client: pusty },
        { ...done, arGroups: [{ id: '1001', name: 'ą', info: ' ', num_count: 0 }] },
      ),
    ],
  },
];
