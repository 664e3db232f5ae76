import type { Client } from '../../../generated/index.js';
import type { SandboxAccount } from '../../../src/sandbox/index.js';
import { AWKWARD } from '../cases/texts.js';

/** Has several items of each kind. */
export const anna: Client = { username: 'anna', password: 'tajne & <hasło> "ż\'' };
/** Has one item of each kind, and too few points for a message. */
export const jedynak: Client = { username: 'jedynak', password: 'sam' };
/** Has no data. Username and password begin and end with white space. */
export const odstep: Client = { username: ' odstęp ', password: '\t hasło \r\n' };
/** Has no data. The password is empty. */
export const pusty: Client = { username: 'pusty', password: '' };
/** The username exists, but the password is wrong. */
export const stranger: Client = { username: 'anna', password: 'Tajne & <hasło> "ż\'' };

/** Group ids count from 1 over all accounts: anna has 1 and 2, jedynak has 3, a new group gets 4. */
export const accounts: readonly SandboxAccount[] = [
  {
    ...anna,
    points: 12.5,
    senders: ['Test', 'Żółw & Ćma'],
    groups: [
      {
        name: 'Klienci <VIP> & "Zażółć" \'gęślą\'',
        info: '  dwa odstępy,\r\ndrugi wiersz\t',
        numbers: [
          { number: '48500100200', name: 'Łucja Ćwiąkalska-Źdźbło' },
          { number: '0048500100201', name: ']]> &amp; <b/> 😀' },
          { number: '+48500100202', name: AWKWARD },
        ],
      },
      { name: 'Pusta', info: 'ź' },
    ],
  },
  {
    ...jedynak,
    points: 0.1,
    senders: ['Jedyny'],
    groups: [{ name: 'Tylko jedna', info: 'ź', numbers: [{ number: '007', name: 'Jedyny kontakt' }] }],
  },
  { ...odstep, points: 1, senders: [' ', 'a  b'] },
  { ...pusty, points: 0, senders: [] },
];
