import type { Client, Number as NumberRecord, Sms } from '../../../generated/index.js';
import { done } from './accounts.js';
import { gives, type Scenario } from './scenario.js';
import { MARKUP, POLISH } from './texts.js';

/** Has a thousand numbers in one group, and a thousand messages. */
export const thousand: Client = { username: 'tysiac', password: 'dużo' };

const NAMES: readonly string[] = [POLISH, MARKUP, '007', 'ęą ', ' ź ', ''];

/** Its numbers. */
export const thousandNumbers: readonly NumberRecord[] = Array.from({ length: 1000 }, (_, index) => ({
  number: `48500${String(index).padStart(6, '0')}`,
  name: NAMES[index % NAMES.length] ?? '',
  id_group: 5,
}));

/** Its messages. */
export const thousandMessages: readonly Sms[] = Array.from({ length: 1000 }, (_, index) => ({
  id: `t${index}`,
  to: `48500${String(index).padStart(6, '0')}`,
  from: 'Test',
  message: `Wiadomość ${index}: ${index % 2 === 0 ? POLISH : MARKUP}`,
  flash: index % 2,
  eco: 0,
  date: 1_700_000_000 + index,
  status: 404,
  submitdate: 1_700_000_001 + index,
  donedate: 1_700_000_002 + index,
}));

const ids: readonly string[] = thousandMessages.map(({ id }) => id ?? '').reverse();

export const thousands: readonly Scenario[] = [
  {
    name: 'a thousand records',
    steps: [
      gives('soap_GetNumbers', { client: thousand, id_group: 5 }, { ...done, arNumbers: [...thousandNumbers] }),
      gives(
        'soap_GetSmsByDate',
        { client: thousand, date_from: 1_700_000_000, date_to: 1_700_000_999 },
        { ...done, arSms: [...thousandMessages] },
      ),
      gives('soap_GetSmsByIds', { client: thousand, arIds: [...ids] }, { ...done, arSms: [...thousandMessages] }),
    ],
  },
];
