import { describe, expect, it } from 'vitest';
import { read } from './given.js';

const lines = (...all: readonly string[]): string => [...all, ''].join('\r\n');
/** A file of Windows-1250, by the places of the letters in its table. */
const LETTERS: Readonly<Record<string, number>> = { ł: 0xb3, ó: 0xf3, ż: 0xbf, ś: 0x9c, ź: 0x9f, ę: 0xea, Ł: 0xa3 };
const in1250 = (text: string): Buffer => Buffer.from([...text].map((sign) => LETTERS[sign] ?? sign.charCodeAt(0)));

const group = 'Telefon';
const number = (of: string, digits: string, name: string): object => ({
  kind: 'number',
  group: of,
  number: digits,
  name,
});
const named = (name: string): object => ({ kind: 'group', name, info: '' });

describe('the contacts of', () => {
  it('an iPhone are read: names of groups of properties, labels, a photograph, a company', async () => {
    const file = lines(
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//iPhone OS 17.5.1//EN',
      'N:Łoś;Zofia;;;',
      'FN:Zofia Łoś',
      'ORG:Łoś i Synowie;',
      'item1.TEL;type=CELL;type=VOICE;type=pref:+48 500 100 200',
      'item2.TEL:22 100 20 30',
      'item2.X-ABLabel:_$!<Other>!$_',
      'NOTE:pisać\\, nie dzwonić\\nTEL:500100299',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAASABIAAD',
      ' /4QBMRXhpZgAATU0AKgAAAAgAAYdp',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//iPhone OS 17.5.1//EN',
      'N:;;;;',
      'FN:Taxi',
      'ORG:Taxi;',
      'X-ABShowAs:COMPANY',
      'TEL;type=MAIN:19191',
      'TEL;type=WORK;type=VOICE:(22) 500 10 03',
      'END:VCARD',
    );
    expect(await read(file, 'vcard', { group })).toEqual({
      records: [
        named(group),
        number(group, '+48 500 100 200', 'Zofia Łoś'),
        number(group, '22 100 20 30', 'Zofia Łoś'),
        number(group, '(22) 500 10 03', 'Taxi'),
      ],
      rejects: [{ line: 21, reason: 'has a number that is not a telephone number', text: 'TEL;type=MAIN:19191' }],
    });
  });

  it('Outlook in Polish, as CSV in Windows-1250, are read by their titles', async () => {
    const file = in1250(
      lines(
        '"Tytuł";"Imię";"Drugie imię";"Nazwisko";"Faks służbowy";"Telefon służbowy";"Telefon służbowy 2";"Telefon domowy";' +
          '"Telefon komórkowy";"Inny telefon";"Pager";"Telefon podstawowy";"Kategorie"',
        '"";"Józef";"";"Wróż";"22 1002031";"22 100 20 30";"";"";"+48 500 100 200";"";"600100200";"";"Klienci;Łódź"',
      ),
    );
    const of = (own: string): readonly object[] => [
      named(own),
      number(own, '22 100 20 30', 'Józef Wróż'),
      number(own, '+48 500 100 200', 'Józef Wróż'),
    ];
    expect(await read([file], 'csv', { encoding: 'windows-1250' })).toEqual({
      records: [...of('Klienci'), ...of('Łódź')],
      rejects: [],
    });
  });
});
