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

  it('Outlook, as cards of version 2.1 in Windows-1250, are read', async () => {
    const file = in1250(
      lines(
        'BEGIN:VCARD',
        'VERSION:2.1',
        '',
        'N;LANGUAGE=pl;CHARSET=windows-1250:żółw;Zofia;;dr',
        'FN;CHARSET=windows-1250:dr Zofia żółw',
        'ORG:Spółka;Dział',
        'TEL;WORK;VOICE:+48 (22) 100-20-30',
        'TEL;CELL;VOICE:+48 500 100 200',
        'ADR;WORK;PREF:;;Długa 1;Łódź;;90-001;Polska',
        'LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:D=B3uga 1=0D=0A=',
        '=0D=0A=',
        '90-001  =A3=F3d=9F',
        'X-MS-OL-DEFAULT-POSTAL-ADDRESS:2',
        'X-MS-CARDPICTURE;TYPE=JPEG;ENCODING=BASE64:',
        ' /9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcU',
        ' FhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj=',
        '',
        'REV:20261123T104242Z',
        '',
        'END:VCARD',
      ),
    );
    expect(await read([file], 'vcard', { group, encoding: 'windows-1250' })).toEqual({
      records: [
        named(group),
        number(group, '+48 (22) 100-20-30', 'dr Zofia żółw'),
        number(group, '+48 500 100 200', 'dr Zofia żółw'),
      ],
      rejects: [],
    });
    await expect(read([file], 'vcard', { group })).rejects.toThrow('line 4: is not UTF-8. It may be windows-1250');
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

  it('Nextcloud are read, and its cards of groups are told', async () => {
    const file = lines(
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Sabre//Sabre VObject 4.5.4//EN',
      'UID:0f2b6c1a-5c1e-4d0a-9a53-6d5c2f1c7e11',
      'FN:Łucja Żak',
      'N:Żak;Łucja;;;',
      'TEL;TYPE="HOME,VOICE":+48 22 100 20 30',
      'TEL;TYPE=CELL;PREF=1:tel:+48-500-100-200',
      'CATEGORIES:Rodzina,Praca',
      'REV;VALUE=DATE-AND-OR-TIME:20261123T101112Z',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'KIND:group',
      'FN:Zarząd',
      'MEMBER:urn:uuid:0f2b6c1a-5c1e-4d0a-9a53-6d5c2f1c7e11',
      'END:VCARD',
    );
    const { records, rejects } = await read(file, 'vcard');
    expect(records).toEqual(
      ['Rodzina', 'Praca'].flatMap((own) => [
        named(own),
        number(own, '+48 22 100 20 30', 'Łucja Żak'),
        number(own, '+48-500-100-200', 'Łucja Żak'),
      ]),
    );
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [12, 'is the card of a group, which is not supported'],
    ]);
  });
});
